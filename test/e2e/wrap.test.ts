import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/flags.ts';
import { bin, emptyFolder, type Ran, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const config = `{
  // mine
  "mcpServers": {
    "asrama": { "command": "node", "args": [${JSON.stringify(bin)}, "asrama"], "env": { "KEY": "S3CRET" } },
    "docs": { "url": "https://docs.example.com/mcp" },
  },
}
`;

/** A user without any host, and their folder of a project. */
function user(): { home: string; cwd: string; run: (...args: string[]) => Promise<Ran> } {
  const home = emptyFolder();
  const cwd = join(home, 'project');
  mkdirSync(cwd);
  const env = {
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'AppData', 'Roaming'),
    LOCALAPPDATA: join(home, 'AppData', 'Local'),
    XDG_CONFIG_HOME: join(home, '.config'),
    CLAUDE_CONFIG_DIR: '',
    CODEX_HOME: '',
  };
  return { home, cwd, run: (...args) => sadap(args, { cwd, env }) };
}

function put(path: string, content: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

describe('sadap wrap', () => {
  verifies('wrap.asks', 'wrap.round-trip', 'wrap.secrets');

  it('shows the change, makes it with --yes, and unwrap restores the bytes', async () => {
    const { home, run } = user();
    const path = put(join(home, '.cursor', 'mcp.json'), config);
    const wrapped = await run('wrap', 'cursor', '--yes');
    expect(wrapped.status).toBe(0);
    expect(wrapped.stdout).toContain(
      `--- ${path}\n+++ ${path}\n@@ asrama @@\n-{ "command": "node"`,
    );
    expect(wrapped.stderr).toContain('docs is reached by URL; --http points it to a proxy\n');
    expect(wrapped.stderr).toMatch(/as it was: .*mcp\.json\.sadap-backup-\d{8}T\d{6}Z\n/);
    expect(wrapped.stdout + wrapped.stderr).not.toContain('S3CRET');
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(
      `"command": ${JSON.stringify(process.execPath)}, "args": [${JSON.stringify(bin)}, "tee", "--label", "asrama", "--", "node", `,
    );
    const again = await run('wrap', 'cursor', '--yes');
    expect(again.stderr).toContain('asrama runs through sadap already\n');
    expect(readFileSync(path, 'utf8')).toBe(text);
    const back = await run('unwrap', 'cursor', '--yes');
    expect(back.status).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(config);
    expect(readdirSync(dirname(path))).toEqual(['mcp.json']);
  });

  it('changes nothing with --dry-run, or when it cannot ask', async () => {
    const { home, run } = user();
    const path = put(join(home, '.cursor', 'mcp.json'), config);
    const dry = await run('wrap', 'cursor', '--dry-run');
    expect(dry.status).toBe(0);
    const asked = await run('wrap', 'cursor');
    expect(asked.status).toBe(2);
    expect(asked.stdout).toBe(dry.stdout);
    expect(asked.stderr).toMatch(
      /there is no terminal to ask on, .*\n {2}make this change with --yes/,
    );
    expect(readFileSync(path, 'utf8')).toBe(config);
    expect(readdirSync(dirname(path))).toEqual(['mcp.json']);
  });

  // `script` (util-linux) makes the terminal.
  it.runIf(existsSync('/usr/bin/script'))('asks on a terminal', async () => {
    const { home, cwd } = user();
    const path = put(join(home, '.cursor', 'mcp.json'), config);
    const ask = async (answer: string) => {
      const line = `"${process.execPath}" "${bin}" wrap cursor asrama`;
      const child = spawn('script', ['-qec', line, '/dev/null'], {
        cwd,
        env: { ...process.env, HOME: home },
      });
      child.stdin.end(`${answer}\n`);
      return await textOf(child.stdout);
    };
    expect(await ask('n')).toMatch(
      /Change 1 server in this file\? \[y\/N\] .*nothing was changed/s,
    );
    expect(readFileSync(path, 'utf8')).toBe(config);
    expect(await ask('y')).toContain(`changed ${path}: asrama`);
    expect(readFileSync(path, 'utf8')).toContain('"tee"');
  });

  it('points a server to a proxy', async () => {
    verifies('wrap.http');
    const { home, run } = user();
    const path = put(join(home, '.cursor', 'mcp.json'), config);
    await run('wrap', 'cursor', 'docs', '--http', 'http://127.0.0.1:8765', '--yes');
    expect(readFileSync(path, 'utf8')).toBe(
      config.replace('https://', 'http://127.0.0.1:8765/mcp#sadap-upstream=https://'),
    );
    await run('unwrap', 'cursor', '--yes');
    expect(readFileSync(path, 'utf8')).toBe(config);
  });

  it('edits TOML, in a file that is named', async () => {
    const { cwd, run } = user();
    const toml = '# mine\n[mcp_servers.a]\ncommand = "a" # it\n';
    const path = put(join(cwd, 'other.toml'), toml);
    await run('wrap', 'codex', '--config', 'other.toml', '--yes');
    expect(readFileSync(path, 'utf8')).toMatch(
      /^# mine\n.*\ncommand = ".*" # it\nargs = \[.*"--", "a"\]\n$/,
    );
    await run('unwrap', 'codex', '--config', 'other.toml', '--yes');
    expect(readFileSync(path, 'utf8')).toBe(toml);
  });

  it('says what is wrong, in one line with a hint', async () => {
    verifies('wrap.refuses-broken', 'wrap.wrong-key');
    const { home, cwd, run } = user();
    const first = async (...args: string[]) => {
      const { status, stderr } = await run(...args);
      return [status, stderr.split('\n')[0]];
    };
    expect(await first('wrap')).toEqual([2, 'sadap: say which host']);
    expect(await first('wrap', 'nano')).toEqual([2, 'sadap: no host is called "nano"']);
    expect(await first('wrap', 'zed')).toEqual([2, 'sadap: no configuration of Zed was found']);
    const broken = put(join(home, '.codex', 'config.toml'), 'a = 1\n[b\n');
    expect(await first('wrap', 'codex', '--yes')).toEqual([
      2,
      `sadap: ${broken}:2:3: a ] is missing`,
    ]);
    expect(readFileSync(broken, 'utf8')).toBe('a = 1\n[b\n');
    const wrong = put(join(cwd, '.vscode', 'mcp.json'), config);
    expect(await first('wrap', 'vscode', '--yes')).toEqual([
      0,
      `warning: ${wrong}: VS Code reads "servers" and ignores the servers under "mcpServers"`,
    ]);
    expect(await first('wrap', 'vscode', 'x', '--yes')).toEqual([
      2,
      'sadap: VS Code has no server "x"',
    ]);
  });
});

describe('sadap wrap --list', () => {
  verifies('wrap.list', 'wrap.secrets');

  it('shows hosts, files, servers, transport and state', async () => {
    const { home, run } = user();
    const cursor = put(join(home, '.cursor', 'mcp.json'), config);
    const codex = put(join(home, '.codex', 'config.toml'), 'x');
    await run('wrap', 'cursor', 'asrama', '--yes');
    const table = await run('wrap', '--list', '--width', '200');
    expect(table.status).toBe(0);
    expect(table.stdout.split('\n')).toEqual([
      `cursor  ${cursor}`,
      `  asrama  stdio  wrapped      node ${bin} asrama`,
      '  docs    http   not wrapped  https://docs.example.com/mcp',
      '',
      `codex  ${codex}`,
      `  ${codex}:1:2: an = is missing`,
      '',
    ]);
    const json = await run('wrap', '--list', '--json');
    expect(
      json.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        host: 'cursor',
        scope: 'user',
        file: cursor,
        servers: [
          {
            name: 'asrama',
            where: ['mcpServers'],
            transport: 'stdio',
            state: 'wrapped',
            runs: `node ${bin} asrama`,
          },
          {
            name: 'docs',
            where: ['mcpServers'],
            transport: 'http',
            state: 'direct',
            runs: 'https://docs.example.com/mcp',
          },
        ],
        warnings: [],
      },
      { host: 'codex', scope: 'user', file: codex, problem: `${codex}:1:2: an = is missing` },
    ]);
    expect(table.stdout + json.stdout).not.toContain('S3CRET');
  });

  it('says so when there is no host', async () => {
    const { run } = user();
    expect(await run('wrap', '--list')).toMatchObject({
      status: 0,
      stdout: '',
      stderr: 'no configuration of a host was found\n',
    });
  });
});

describe('a wrapped server', () => {
  it.runIf(commands.some(({ name }) => name === 'tee'))(
    'starts as a host starts it: without PATH, in another folder',
    async () => {
      const { home, run } = user();
      const absolute = config.replace('"node"', JSON.stringify(process.execPath));
      const path = put(join(home, '.cursor', 'mcp.json'), absolute);
      await run('wrap', 'cursor', 'asrama', '--yes');
      const text = readFileSync(path, 'utf8')
        .replace(/\/\/.*/, '')
        .replaceAll(/,(?=\s*\})/g, '');
      const { command, args } = JSON.parse(text).mcpServers.asrama;
      const recordings = join(home, 'recordings');
      mkdirSync(recordings);
      const child = spawn(command, args, {
        cwd: home,
        env: { HOME: home, PATH: '' },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const params = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      };
      child.stdin.end(
        `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`,
      );
      const answer = JSON.parse(await textOf(child.stdout));
      expect(answer).toMatchObject({ id: 1, result: { serverInfo: { name: expect.any(String) } } });
      const [file = ''] = readdirSync(recordings);
      expect(file).toMatch(/^asrama-/);
      expect(statSync(join(recordings, file)).size).toBeGreaterThan(0);
    },
  );
});
