import type { Requirement } from './types.ts';

export const wrap = {
  'wrap.says-where': {
    promise:
      'wrap names the folder that recordings will go to; commands that find none say where they looked, and whether ./recordings hides some.',
    source: 'docs/how-to/see-what-a-host-sends.md',
  },
  'wrap.round-trip': {
    promise: 'unwrap after wrap gives back the same bytes, for any configuration.',
    source: 'docs/how-to/see-what-a-host-sends.md',
  },
  'wrap.survives-edits': {
    promise: 'Edits made between wrap and unwrap, by hand or by the host, survive both.',
    source: 'docs/how-to/see-what-a-host-sends.md',
  },
  'wrap.idempotent': {
    promise: 'A server that runs through sadap is not wrapped again, however it was put there.',
    source: 'docs/how-to/see-what-a-host-sends.md',
  },
  'wrap.only-servers': {
    promise:
      'wrap changes command, arguments and URL of the chosen servers; order, comments, formatting, line ends, byte order mark and unknown members stay.',
    source: 'field: tools that rewrite a configuration lose its comments',
  },
  'wrap.every-host': {
    promise:
      'The documented shapes of Claude Desktop, Claude Code, Cursor, VS Code, Windsurf, Gemini CLI, Codex, Cline, Zed and LM Studio are wrapped and restored.',
    source: 'the documentation of each host',
  },
  'wrap.places': {
    promise: 'Configurations are found where each host keeps them on macOS, Linux and Windows.',
    source: 'the documentation of each host',
  },
  'wrap.http': {
    promise:
      'A server reached by URL is pointed to a proxy, and its URL is restored exactly from the entry itself.',
    source: 'docs/how-to/see-what-a-host-sends.md',
  },
  'wrap.refuses-broken': {
    promise:
      'A configuration that does not parse is left alone; the error names file, line and column.',
    source: 'docs/how-to/see-what-a-host-sends.md',
  },
  'wrap.toml': {
    promise:
      'TOML is read in all its forms: tables, dotted and quoted keys, inline tables, arrays over lines, every kind of string.',
    source: 'TOML 1.0.0',
  },
  'wrap.wrong-key': {
    promise: 'Servers under a key that the host ignores are pointed out.',
    source: 'field: mcpServers in .vscode/mcp.json does nothing',
  },
  'wrap.asks': {
    promise:
      'The change is shown before it is made; without a terminal and without --yes nothing is changed and the exit code is 2.',
    source: 'docs/how-to/see-what-a-host-sends.md',
  },
  'wrap.secrets': {
    promise:
      'What wrap prints holds no value of env or headers, no comment, and no secret of arguments and URLs.',
    source: 'field: tokens in configurations end up in pasted terminal output',
  },
  'wrap.writes-safely': {
    promise:
      'A configuration is copied once and replaced in one step; its mode and a link to it stay; a change by somebody else meanwhile is not overwritten.',
    source: 'docs/how-to/see-what-a-host-sends.md',
  },
  'wrap.list': {
    promise:
      'wrap --list shows hosts, files, servers, transport and state, as a table and as JSON.',
    source: 'docs/how-to/see-what-a-host-sends.md',
  },
} as const satisfies Record<string, Requirement>;
