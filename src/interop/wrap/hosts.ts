import { SadapError } from '../../errors.ts';

/** A folder that a path starts in; `locations.ts` knows where it is on each system. */
type Root = 'home' | 'appData' | 'localAppData' | 'config' | 'project' | 'variable';

/** Where a host looks for its configuration. */
export interface Place {
  /** Whose configuration: the user's, or the folder that a project is in. */
  readonly scope: 'user' | 'project';
  readonly root: Root;
  /** Environment variable with the folder, for root `variable`. */
  readonly variable?: string;
  /** Path below the root; a `*` in a part stands for any text in one name. */
  readonly path: string;
  /** Systems that have this place; absent: all. */
  readonly platforms?: readonly NodeJS.Platform[];
}

/** One MCP host: everything that `wrap` has to know about it. */
export interface Host {
  readonly id: string;
  readonly title: string;
  readonly format: 'jsonc' | 'toml';
  readonly places: readonly Place[];
  /** Paths of the tables that hold servers by name; `*` stands for any key. */
  readonly servers: readonly (readonly string[])[];
  /** Members of a server that hold its URL, the one that counts first. */
  readonly urls: readonly string[];
  /** A sentence that says what makes the host read its configuration again. */
  readonly reload: string;
}

const EDITORS = ['Code', 'Code - Insiders', 'VSCodium'] as const;

/** As the makers document their hosts; docs/how-to/see-what-a-host-sends.md has one section for each. */
export const HOSTS: readonly Host[] = [
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'jsonc',
    places: [
      { scope: 'user', root: 'appData', path: 'Claude/claude_desktop_config.json' },
      {
        // Packaged installations (MSIX) see a folder of their own in place of %APPDATA%.
        scope: 'user',
        root: 'localAppData',
        path: 'Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json',
        platforms: ['win32'],
      },
    ],
    servers: [['mcpServers']],
    urls: ['url'],
    reload: 'Quit Claude Desktop fully and open it again.',
  },
  {
    id: 'claude-code',
    title: 'Claude Code',
    format: 'jsonc',
    places: [
      { scope: 'user', root: 'home', path: '.claude.json' },
      { scope: 'user', root: 'variable', variable: 'CLAUDE_CONFIG_DIR', path: '.claude.json' },
      { scope: 'project', root: 'project', path: '.mcp.json' },
    ],
    servers: [['mcpServers'], ['projects', '*', 'mcpServers']],
    urls: ['url'],
    reload: 'Start a new session, or reconnect the server in /mcp.',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    format: 'jsonc',
    places: [
      { scope: 'user', root: 'home', path: '.cursor/mcp.json' },
      { scope: 'project', root: 'project', path: '.cursor/mcp.json' },
    ],
    servers: [['mcpServers']],
    urls: ['url'],
    reload: 'Switch the server off and on in the MCP settings of Cursor.',
  },
  {
    id: 'vscode',
    title: 'VS Code',
    format: 'jsonc',
    places: [
      ...EDITORS.flatMap((editor): Place[] => [
        { scope: 'user', root: 'appData', path: `${editor}/User/mcp.json` },
        { scope: 'user', root: 'appData', path: `${editor}/User/profiles/*/mcp.json` },
      ]),
      { scope: 'project', root: 'project', path: '.vscode/mcp.json' },
    ],
    servers: [['servers']],
    urls: ['url'],
    reload: 'Run "MCP: List Servers", choose the server, and restart it.',
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    format: 'jsonc',
    places: [{ scope: 'user', root: 'home', path: '.codeium/windsurf/mcp_config.json' }],
    servers: [['mcpServers']],
    urls: ['serverUrl', 'url'],
    reload: 'Press refresh in the MCP settings of Cascade.',
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    format: 'jsonc',
    places: [
      { scope: 'user', root: 'home', path: '.gemini/settings.json' },
      { scope: 'project', root: 'project', path: '.gemini/settings.json' },
    ],
    servers: [['mcpServers']],
    urls: ['httpUrl', 'url'],
    reload: 'Start Gemini CLI again.',
  },
  {
    id: 'codex',
    title: 'Codex',
    format: 'toml',
    places: [
      { scope: 'user', root: 'home', path: '.codex/config.toml' },
      { scope: 'user', root: 'variable', variable: 'CODEX_HOME', path: 'config.toml' },
      { scope: 'project', root: 'project', path: '.codex/config.toml' },
    ],
    servers: [['mcp_servers']],
    urls: ['url'],
    reload: 'Start a new session of Codex.',
  },
  {
    id: 'cline',
    title: 'Cline',
    format: 'jsonc',
    places: [
      ...EDITORS.map((editor): Place => {
        const settings = 'User/globalStorage/saoudrizwan.claude-dev/settings';
        const path = `${editor}/${settings}/cline_mcp_settings.json`;
        return { scope: 'user', root: 'appData', path };
      }),
      { scope: 'user', root: 'home', path: '.cline/data/settings/cline_mcp_settings.json' },
    ],
    servers: [['mcpServers']],
    urls: ['url'],
    reload: 'Restart the server in the MCP Servers panel of Cline.',
  },
  {
    id: 'zed',
    title: 'Zed',
    format: 'jsonc',
    places: [
      { scope: 'user', root: 'config', path: 'zed/settings.json', platforms: ['darwin', 'linux'] },
      { scope: 'user', root: 'appData', path: 'Zed/settings.json', platforms: ['win32'] },
      { scope: 'project', root: 'project', path: '.zed/settings.json' },
    ],
    servers: [['context_servers']],
    urls: ['url'],
    reload: 'Zed restarts the server by itself when the file changes.',
  },
  {
    id: 'lm-studio',
    title: 'LM Studio',
    format: 'jsonc',
    places: [
      { scope: 'user', root: 'home', path: '.lmstudio/mcp.json' },
      { scope: 'user', root: 'home', path: '.cache/lm-studio/mcp.json' },
    ],
    servers: [['mcpServers']],
    urls: ['url'],
    reload: 'Switch the server off and on in the Program tab of LM Studio.',
  },
];

/** The host of this name. Throws a usage error that lists all when there is none. */
export function hostOf(id: string): Host {
  const host = HOSTS.find((each) => each.id === id);
  if (host) return host;
  throw new SadapError('usage', `no host is called "${id}"`, {
    hint: `these are known: ${HOSTS.map((each) => each.id).join(', ')}`,
  });
}

const KEYS_OF_ALL: ReadonlySet<string> = new Set(
  HOSTS.flatMap(({ servers }) => servers.map(([key]) => key ?? '')).filter(
    (key) => key !== 'projects',
  ),
);

/** Keys that other hosts keep their servers under, and that this one ignores without a word. */
export function foreignKeys(host: Host): readonly string[] {
  const own = new Set(host.servers.map(([key]) => key));
  return [...KEYS_OF_ALL].filter((key) => !own.has(key));
}
