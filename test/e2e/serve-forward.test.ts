import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSession } from '../../src/protocol/session.ts';
import { loadRecording } from '../../src/recording/load.ts';
import { bin, emptyFolder, sadap } from '../support/sadap.ts';
import { samplePath } from '../support/samples.ts';
import { servingHttp } from '../support/serve-run.ts';
import { verifies } from '../support/verifies.ts';

const asrama = [process.execPath, bin, 'asrama', '--sdk', 'v1'];
const fixture = (name: string) => [
  process.execPath,
  join(import.meta.dirname, '../fixtures/servers', `${name}.mjs`),
];
const recorded = samplePath('asrama-sdk-v1');

const initialize = {
  jsonrpc: '2.0',
  id: 'open',
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'client-x', version: '1' },
  },
};
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const search = (id: number, kelas: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'cari_anak', arguments: { kelas } },
});
const ping = { jsonrpc: '2.0', id: 9, method: 'ping' };

/** Serves these lines to their end; what came back, by id. */
async function served(args: readonly string[], said: readonly object[], cwd = emptyFolder()) {
  const input = said.map((each) => `${JSON.stringify(each)}\n`).join('');
  const ran = await sadap(['serve', ...args], { input, cwd });
  const lines = ran.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { ...ran, lines, ids: lines.map(({ id }) => id) };
}

describe('a request that was not recorded', () => {
  verifies('serve-forward');

  it('goes on to the real server, which is opened as the client opened', async () => {
    const said = [initialize, initialized, search(1, '8B'), ping];
    const { lines, stderr, status } = await served(
      [recorded, '--on-miss', 'forward', '--', ...asrama],
      said,
    );
    expect(lines.map(({ id }) => id)).toEqual(['open', 9, 1]);
    expect(lines[2].result.content[0].text).toContain('8B');
    expect(stderr).toContain('sadap: tools/call cari_anak is not in the recording; the nearest');
    expect(status).toBe(0);
  });

  it('goes on over HTTP too, for each client to a server of its own', async () => {
    verifies('serve-http');
    const serving = await servingHttp([recorded, '--on-miss', 'forward'], asrama);
    for (const kelas of ['8B', '7A']) {
      const post = (message: object, headers: Record<string, string> = {}) =>
        fetch(serving.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(message),
        });
      const opened = await post(initialize);
      const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
      await post(initialized, session);
      const answer = await post(search(5, kelas), session);
      expect(await answer.json()).toMatchObject({
        id: 5,
        result: { content: [{ text: expect.stringContaining(kelas) }] },
      });
    }
    expect(await serving.stop()).toBe(0);
  });

  it('is added to a new recording that holds the old one too, which stays as it is', async () => {
    verifies('serve-modes');
    const folder = emptyFolder();
    const more = join(folder, 'more.ndjson');
    const before = readFileSync(recorded);
    const said = [initialize, initialized, search(1, '8B')];
    const first = await served([recorded, '--mode', 'new', '-o', more, '--', ...asrama], said);
    expect(first.lines[1].result.content[0].text).toContain('8B');
    expect(readFileSync(recorded)).toEqual(before);
    const [old, now] = [await loadRecording(recorded), await loadRecording(more)].map(buildSession);
    expect(now?.recording).toMatchObject({ damage: [], header: { mode: 'replay' } });
    expect(now?.conversations).toHaveLength(2);
    expect(now?.exchanges.length).toBe((old?.exchanges.length ?? 0) + 2);
    const again = await served([more], said);
    expect([again.status, again.lines[1]]).toEqual([0, first.lines[1]]);
    const twice = await served([recorded, '--mode', 'new', '-o', more, '--', ...asrama], said);
    expect([twice.status, twice.stderr]).toEqual([2, expect.stringContaining('exists and is not')]);
  });

  it('gets an error when the real server cannot be started, or dies', async () => {
    const said = [initialize, initialized, search(1, '8B'), search(2, '5X')];
    const forward = [recorded, '--on-miss', 'forward', '--'];
    const missing = await served([...forward, 'no-such-program-here'], said);
    expect(missing.lines.slice(1).map(({ id, error }) => [id, error.code])).toEqual([
      [1, -32603],
      [2, -32603],
    ]);
    expect(missing.stderr).toContain('no-such-program-here: command not found');
    const dying = await served([...forward, ...fixture('dies-at-start')], said);
    expect(dying.lines.slice(1).map(({ error }) => error.code)).toEqual([-32603, -32603]);
    expect(dying.stderr).toContain('the real server exited with code');
  });

  it.each([
    [['--on-miss', 'forward'], 'there is no real server to go on to'],
    [['--mode', 'new'], 'there is no real server to go on to'],
    [['--', 'node'], 'but nothing goes there'],
    [['--mode', 'new', '--listen', '0', '--', 'node'], 'records on stdio only'],
    [['--mode', 'all', '--listen', '0', '--', 'node'], 'records on stdio only'],
  ])('is a matter of usage with %j', async (args, why) => {
    const ran = await sadap(['serve', recorded, ...args]);
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain(why);
  });
});

describe('a mode', () => {
  verifies('serve-modes');
  const said = [initialize, initialized, search(1, '7A')];

  it('once records where there is no recording yet, and plays it from then on', async () => {
    const folder = emptyFolder();
    const file = join(folder, 'once.ndjson');
    const args = ['--mode', 'once', file, '--', ...asrama];
    const first = await served(args, said, folder);
    expect([first.status, existsSync(file)]).toEqual([0, true]);
    const bytes = readFileSync(file);
    const second = await served(args, said, folder);
    expect([second.status, second.stdout]).toEqual([0, first.stdout]);
    const third = await served(args, [initialize, initialized, search(1, '5X')], folder);
    expect(third.status).toBe(1);
    expect(third.lines.find(({ id }) => id === 1).error.code).toBe(-32010);
    expect(readFileSync(file)).toEqual(bytes);
  });

  it('all records everything anew, and plays nothing', async () => {
    const file = join(emptyFolder(), 'all.ndjson');
    const ran = await served(['--mode', 'all', recorded, '-o', file, '--', ...asrama], said);
    expect(ran.ids).toEqual(['open', 1]);
    expect((await loadRecording(file)).header.mode).toBe('tee');
  });
});
