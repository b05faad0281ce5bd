import { describe, expect, it } from 'vitest';
import { HOSTS, hostOf } from '../../../../src/interop/wrap/hosts.ts';
import { configsOf, type Machine, placesOf } from '../../../../src/interop/wrap/locations.ts';
import { verifies } from '../../../support/verifies.ts';

const machine = (
  platform: NodeJS.Platform,
  home: string,
  files: readonly string[] = [],
): Machine => ({
  platform,
  home,
  project: platform === 'win32' ? 'D:\\src\\shop' : '/src/shop',
  env: {},
  isFile: (path) => files.includes(path),
  namesIn: (folder) => {
    const below = files.filter((each) =>
      each.startsWith(`${folder}${platform === 'win32' ? '\\' : '/'}`),
    );
    return [...new Set(below.map((each) => each.slice(folder.length + 1).split(/[\\/]/)[0] ?? ''))];
  },
});

const mac = machine('darwin', '/Users/t');
const linux = machine('linux', '/home/t');
const windows = machine('win32', 'C:\\Users\\t');

describe('where hosts keep their configuration', () => {
  verifies('wrap.places');

  it.each([
    [
      'claude-desktop',
      mac,
      '/Users/t/Library/Application Support/Claude/claude_desktop_config.json',
    ],
    ['claude-desktop', linux, '/home/t/.config/Claude/claude_desktop_config.json'],
    [
      'claude-desktop',
      windows,
      'C:\\Users\\t\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
    ],
    ['claude-code', mac, '/Users/t/.claude.json'],
    ['claude-code', windows, 'D:\\src\\shop\\.mcp.json'],
    ['cursor', linux, '/home/t/.cursor/mcp.json'],
    ['cursor', linux, '/src/shop/.cursor/mcp.json'],
    ['vscode', mac, '/Users/t/Library/Application Support/Code/User/mcp.json'],
    ['vscode', linux, '/home/t/.config/Code/User/mcp.json'],
    ['vscode', windows, 'C:\\Users\\t\\AppData\\Roaming\\Code - Insiders\\User\\mcp.json'],
    ['vscode', windows, 'D:\\src\\shop\\.vscode\\mcp.json'],
    ['windsurf', windows, 'C:\\Users\\t\\.codeium\\windsurf\\mcp_config.json'],
    ['gemini-cli', mac, '/Users/t/.gemini/settings.json'],
    ['gemini-cli', mac, '/src/shop/.gemini/settings.json'],
    ['codex', linux, '/home/t/.codex/config.toml'],
    ['codex', windows, 'D:\\src\\shop\\.codex\\config.toml'],
    [
      'cline',
      mac,
      '/Users/t/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
    ],
    ['zed', mac, '/Users/t/.config/zed/settings.json'],
    ['zed', linux, '/home/t/.config/zed/settings.json'],
    ['zed', windows, 'C:\\Users\\t\\AppData\\Roaming\\Zed\\settings.json'],
    ['lm-studio', windows, 'C:\\Users\\t\\.lmstudio\\mcp.json'],
  ])('%s: %#', (id, where, path) => {
    expect(placesOf(hostOf(id), where)).toContain(path);
  });

  it('has a place for every host on every system', () => {
    for (const host of HOSTS)
      for (const each of [mac, linux, windows]) expect(placesOf(host, each)).not.toEqual([]);
  });

  it('follows the variables that move them', () => {
    const env = {
      APPDATA: 'E:\\roaming',
      CODEX_HOME: '/srv/codex',
      CLAUDE_CONFIG_DIR: '/srv/claude',
      XDG_CONFIG_HOME: '/srv/config',
    };
    expect(placesOf(hostOf('codex'), { ...linux, env })).toContain('/srv/codex/config.toml');
    expect(placesOf(hostOf('claude-code'), { ...linux, env })).toContain(
      '/srv/claude/.claude.json',
    );
    expect(placesOf(hostOf('zed'), { ...linux, env })).toContain('/srv/config/zed/settings.json');
    expect(placesOf(hostOf('zed'), { ...mac, env })).toContain(
      '/Users/t/.config/zed/settings.json',
    );
    expect(placesOf(hostOf('zed'), { ...windows, env })).toContain(
      'E:\\roaming\\Zed\\settings.json',
    );
    const relative = { XDG_CONFIG_HOME: 'config' };
    expect(placesOf(hostOf('zed'), { ...linux, env: relative })).toContain(
      '/home/t/.config/zed/settings.json',
    );
  });

  it('finds those that exist: packaged apps and profiles too', () => {
    const roaming = 'LocalCache\\Roaming\\Claude\\claude_desktop_config.json';
    const packaged = `C:\\Users\\t\\AppData\\Local\\Packages\\Claude_pzs8sxrjxfjjc\\${roaming}`;
    const other = `C:\\Users\\t\\AppData\\Local\\Packages\\Other_1\\${roaming}`;
    const files = [packaged, other];
    expect(configsOf(hostOf('claude-desktop'), machine('win32', 'C:\\Users\\t', files))).toEqual([
      { path: packaged, scope: 'user' },
    ]);
    const user = '/home/t/.config/Code/User';
    const profiles = [
      `${user}/profiles/b2/mcp.json`,
      `${user}/profiles/a1/mcp.json`,
      `${user}/mcp.json`,
    ];
    expect(
      configsOf(hostOf('vscode'), machine('linux', '/home/t', profiles)).map(({ path }) => path),
    ).toEqual([`${user}/mcp.json`, `${user}/profiles/a1/mcp.json`, `${user}/profiles/b2/mcp.json`]);
  });

  it('takes a file once when the project is the home folder', () => {
    const home = {
      ...machine('linux', '/home/t', ['/home/t/.cursor/mcp.json']),
      project: '/home/t',
    };
    expect(configsOf(hostOf('cursor'), home)).toEqual([
      { path: '/home/t/.cursor/mcp.json', scope: 'user' },
    ]);
  });
});
