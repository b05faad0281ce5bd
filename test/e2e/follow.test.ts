import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { node, type Peer, start, teed } from '../support/peer.ts';
import { bin, emptyFolder, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const fixture = (name: string) => join(import.meta.dirname, '../fixtures/servers', name);
const answers = node(fixture('explorable.mjs'));
const silent = node(fixture('silent-call.mjs'));

const show = (...args: readonly string[]) =>
  start(node(bin, 'show', '--follow', '--color', 'never', ...args));

const ask = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const clientInfo = { name: 'client', version: '1' };
const open = ask(0, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo,
});

/** A server through tee that has answered its first request. */
async function opened(folder: string, label: string, server = answers): Promise<Peer> {
  const peer = start(teed(['--dir', folder, '--label', label], server));
  peer.child.stdin?.write(open);
  await peer.says('"id":0');
  return peer;
}

const listed = async (folder: string) => {
  const ran = await sadap(['list', '--json', '--dir', folder]);
  const lines = ran.stdout.trim().split('\n');
  return lines.map((line) => JSON.parse(line)).toSorted((a, b) => (a.server < b.server ? -1 : 1));
};

describe('show --follow', () => {
  verifies('watch:live');

  it('waits for a recording, prints it while it is written, and ends with it', async () => {
    const folder = join(emptyFolder(), 'later');
    const watcher = show('--dir', folder);
    await until(() => watcher.stderr().includes('waiting for a recording'));
    const peer = await opened(folder, 'a');
    await watcher.says('serverInfo');
    peer.child.stdin?.write(ask(1, 'tools/call', { name: 'probe', arguments: { nth: 'first' } }));
    await watcher.says('tools/call probe');
    expect(watcher.stdout().toString()).not.toContain('exchanges ');
    peer.child.stdin?.write(ask(2, 'nope'));
    await watcher.says('Method not found');
    peer.child.stdin?.end();
    const { code, stdout, stderr } = await watcher.ended;
    expect(code).toBe(0);
    expect(stdout.toString()).toMatch(/#\d+ +· end +closed by the client.*3 exchanges: 3/s);
    expect(stdout.toString()).not.toContain('no answer yet');
    expect(stderr.toString()).toMatch(/following .*a-\d{8}T\d{6}Z-[0-9a-f]{8}\.ndjson\n/);
    const whole = await sadap(['show', '--dir', folder, '--color', 'never']);
    const body = (text: string) => text.slice(text.indexOf('\n\n'));
    expect(body(stdout.toString())).toBe(body(whole.stdout));
  });

  it('prints one line of JSON for each, and nothing that was not asked for', async () => {
    const folder = emptyFolder();
    const peer = await opened(folder, 'a', silent);
    const watcher = show('--json', '-m', 'tools/*', '--dir', folder);
    await watcher.says('"type":"session"');
    peer.child.stdin?.write(ask(1, 'tools/list'));
    await watcher.says('"kind":"result"');
    peer.child.stdin?.write(ask(2, 'tools/call', { name: 'probe' }));
    await watcher.says('"method":"tools/call"');
    peer.child.stdin?.end();
    const lines = (await watcher.ended).stdout.toString().trim().split('\n');
    const parsed = lines.map((line) => JSON.parse(line));
    const kinds = parsed.map(({ type, kind }) => kind ?? type).filter((each) => each !== 'finding');
    expect(kinds).toEqual(['session', 'request', 'result', 'request', 'summary']);
    expect(parsed[3]).toMatchObject({ method: 'tools/call', outcome: 'pending' });
    expect(parsed.at(-1)).toMatchObject({
      outcomes: { answered: 2, unanswered: 1 },
      state: 'ended',
    });
  });

  it('ends without a word, and without failing, with Ctrl-C', async () => {
    const folder = emptyFolder();
    const peer = await opened(folder, 'a');
    const watcher = show('--dir', folder);
    await watcher.says('serverInfo');
    watcher.child.kill('SIGINT');
    const { code, signal, stdout } = await watcher.ended;
    expect({ code, signal }).toEqual({ code: 0, signal: null });
    expect(stdout.toString()).not.toContain('findings');
    peer.child.stdin?.end();
    await peer.ended;
    const waiting = show('--dir', folder);
    await until(() => waiting.stderr().includes('waiting'));
    waiting.child.kill('SIGINT');
    expect((await waiting.ended).code).toBe(0);
  });

  it('ends when the recorder is killed, and says so', async () => {
    const folder = emptyFolder();
    const peer = await opened(folder, 'a', silent);
    peer.child.stdin?.write(ask(1, 'tools/call', { name: 'probe' }));
    const watcher = show('--dir', folder);
    await watcher.says('tools/call');
    peer.child.kill('SIGKILL');
    const { code, stdout } = await watcher.ended;
    expect(code).toBe(0);
    expect(stdout.toString()).toContain('the recorder is gone');
    expect(stdout.toString()).toContain('1 without an answer yet');
  });

  it('follows a file by name, and standard input', async () => {
    const file = join(emptyFolder(), 'run.ndjson');
    const watcher = show(file);
    await until(() => watcher.stderr().includes('waiting for it'));
    const recorded = sadap(['record', '-o', file, '--quiet', '--', ...answers]);
    await watcher.says('exchanges ');
    expect((await watcher.ended).code).toBe(0);
    await recorded;
    const { stdout, status } = await sadap(['show', '--follow', '-'], {
      input: readFileSync(file),
    });
    expect(status).toBe(0);
    expect(stdout).toContain('exchanges ');
  });

  it('refuses what needs the whole session', async () => {
    expect((await sadap(['show', '--follow', '--raw'])).status).toBe(2);
    expect((await sadap(['show', '--follow', '--host', 'all'])).status).toBe(2);
  });
});

describe('list while recordings are written', () => {
  it('tells open from cut and ended, and groups what one process started', async () => {
    verifies('watch:states', 'watch:runs', 'watch:private-marks');
    const folder = join(emptyFolder(), 'rec');
    mkdirSync(folder);
    const [a, b] = await Promise.all([opened(folder, 'a'), opened(folder, 'b', silent)]);
    b.child.stdin?.write(ask(1, 'tools/call', { name: 'probe' }));
    await until(async () => (await listed(folder))[1]?.pending === 1);
    const [first, second] = await listed(folder);
    expect(first).toMatchObject({ server: 'a', state: 'open', errors: 0, pending: 0 });
    expect(second).toMatchObject({ server: 'b', state: 'open', errors: 0, pending: 1 });
    expect(first.run).toMatch(/^[0-9a-f]{8}$/);
    expect(second.run).toBe(first.run);
    const text = (await sadap(['list', '--dir', folder])).stdout;
    expect(text).toMatch(/^file +run /m);
    expect(text).toMatch(/b-\S+ +1 .* open, 1 pending$/m);
    b.child.kill('SIGKILL');
    a.child.stdin?.end();
    await Promise.all([a.ended, b.ended]);
    const states = (await listed(folder)).map(({ state, errors }) => ({ state, errors }));
    expect(states).toEqual([
      { state: 'ended', errors: 0 },
      { state: 'cut', errors: 0 },
    ]);
    expect(readdirSync(folder)).toHaveLength(2);
  });
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 25));
}
