import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const server = (name: string) => join(import.meta.dirname, '../fixtures/servers', name);
const plain = [process.execPath, server('plain.mjs')];
const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** A whole server, but for the version in its answers. */
const oldServer = (version: string) => `
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } },
    'tools/list': { tools: [] },
  };
  const answer = results[method] ? { result: results[method] } : { error: { code: -32601, message: 'no' } };
  if (id !== undefined) console.log('{${version}"id":' + JSON.stringify(id) + ',' + JSON.stringify(answer).slice(1));
});`;

describe('sadap doctor', () => {
  verifies('doctor', 'check-jsonrpc-version');

  it('starts a server as hosts do, in both eras, and says that it works', async () => {
    const ran = await sadap(['doctor', '--', ...plain]);
    expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^Claude Desktop on macOS {2}legacy {2}works {2}2025-11-25/m);
    expect(ran.stdout).toMatch(/^VS Code {18}legacy {2}works/m);
    expect(ran.stdout).toMatch(/^VS Code {18}modern {2}no/m);
  });

  it('names the faults of all starts once, with their fixes', async () => {
    const ran = await sadap(['doctor', '--', process.execPath, server('noisy.mjs')]);
    expect(ran.status).toBe(1);
    expect(ran.stdout.match(/framing\/stray-output/g)).toHaveLength(1);
    expect(ran.stdout).toContain('fix    Write banners, logs and debug output to stderr');
  });

  it('does not say of a server that works whose answers clients refuse', async () => {
    for (const version of ['', '"jsonrpc":"1.0",']) {
      const file = join(emptyFolder(), 'old.cjs');
      writeFileSync(file, oldServer(version));
      const ran = await sadap(['doctor', '--', process.execPath, file]);
      expect(ran.status).toBe(1);
      expect(ran.stdout).not.toContain('works');
      expect(ran.stdout).toContain('fails  it sends messages with');
      expect(ran.stdout).toContain('framing/jsonrpc-version');
    }
  });

  it('takes an empty answer to server/discover for no modern era', async () => {
    const ran = await sadap(['doctor', '--', process.execPath, server('answers-all.mjs')]);
    expect(ran.stdout).toMatch(/^VS Code {18}legacy {2}works/m);
    expect(ran.stdout).toMatch(/^VS Code {18}modern {2}no/m);
    expect(ran.stdout).not.toContain('content/result-shape');
    expect(ran.status).toBe(0);
  });

  it('gives the variables of each host and no others, and starts in its folder', async () => {
    const cwd = emptyFolder();
    const shows = join(cwd, 'shows.cjs');
    const out = join(cwd, 'out.txt');
    writeFileSync(
      shows,
      `require('fs').appendFileSync(${JSON.stringify(out)}, JSON.stringify([process.cwd(), process.env.PATH, Object.keys(process.env)]) + '\\n'); process.exit(3);`,
    );
    const env = { SECRET_TOKEN: 'x', HOME: cwd };
    const ran = await sadap(['doctor', '--', process.execPath, shows], { env });
    expect(ran.status).toBe(1);
    const [desktop, , code] = lines(readFileSync(out, 'utf8'));
    expect(desktop[0]).toBe('/');
    expect(desktop[1]).toBe('/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin');
    expect(desktop[2]).not.toContain('SECRET_TOKEN');
    expect(code[0]).toBe(cwd);
    expect(code[2]).toContain('SECRET_TOKEN');
    expect(ran.stdout).toContain('process/died-before-handshake');
  });

  it('says that a relative path is found in no folder of a host', async () => {
    const cwd = emptyFolder();
    copyFileSync(server('plain.mjs'), join(cwd, 'server.mjs'));
    copyFileSync(server('serve.mjs'), join(cwd, 'serve.mjs'));
    const ran = await sadap(['doctor', '--', process.execPath, './server.mjs'], { cwd });
    expect(ran.stdout).toContain('where ./server.mjs is not found');
    expect(ran.status).toBe(1);
    expect(ran.stdout).not.toContain('process/died-before-handshake');
  });

  it('finds the server’s own fault behind a relative path', async () => {
    const cwd = emptyFolder();
    copyFileSync(server('noisy.mjs'), join(cwd, 'server.mjs'));
    const ran = await sadap(['doctor', '--', process.execPath, 'server.mjs'], { cwd });
    expect(ran.stdout).toContain('where server.mjs is not found');
    expect(ran.stdout).toContain('framing/stray-output');
    expect(ran.stdout).not.toContain('process/died-before-handshake');
  });

  it('takes command and variables from the configuration of a host', async () => {
    const home = emptyFolder();
    const file = join(home, 'claude.json');
    const config = { command: plain[0], args: plain.slice(1), env: { ROOM: 'B2' } };
    writeFileSync(file, JSON.stringify({ mcpServers: { rooms: config } }));
    const dir = join(home, 'kept');
    mkdirSync(dir);
    const args = ['doctor', '--host', 'claude-desktop', '--config', file, '--dir', dir];
    const ran = await sadap([...args, '--json', 'rooms']);
    const trials = lines(ran.stdout).filter(({ type }) => type === 'trial');
    expect(trials.map(({ host, era, works }) => [host, era, works])).toEqual([
      ['Claude Desktop on macOS', 'legacy', true],
      ['Claude Desktop on macOS', 'modern', false],
    ]);
    expect(readdirSync(dir)).toHaveLength(2);
    const unknown = await sadap([...args, 'halls']);
    expect([unknown.status, unknown.stderr]).toEqual([
      2,
      'sadap: Claude Desktop has no server halls\n  it has rooms\n',
    ]);
  });

  it('says what it wants', async () => {
    const ran = await sadap(['doctor']);
    expect([ran.status, ran.stderr]).toEqual([
      2,
      expect.stringContaining('doctor wants the command'),
    ]);
  });
});
