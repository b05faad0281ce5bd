import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildSession } from '../../../src/protocol/session.ts';
import { encodeEntry } from '../../../src/recording/encode.ts';
import { loadRecording } from '../../../src/recording/load.ts';
import { summariseRecording } from '../../../src/recording/summarise.ts';
import { listFacts } from '../../../src/view/list-facts.ts';
import { renderList } from '../../../src/view/terminal/list.ts';
import { errorCount } from '../../../src/view/terminal/outcomes.ts';
import { verifies } from '../../support/verifies.ts';
import { header } from './samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'sadap-summary-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PROBE = '{"jsonrpc":"2.0","id":0,"method":"server/discover"}';
const PONG = '{"jsonrpc":"2.0","id":1,"result":{}}';

describe('a summary', () => {
  it('counts what the fixture of version 1 holds', async () => {
    verifies('recording:hints');
    const path = join(import.meta.dirname, '../../fixtures/recordings/v1.ndjson');
    expect(await summariseRecording(path)).toMatchObject({
      path,
      requests: 3,
      answers: 2,
      notifications: 1,
      failures: 0,
      toolErrors: 0,
      strays: 3,
      state: 'ended',
      damage: 0,
      duration: 375_000,
      methods: new Map([
        ['initialize', 1],
        ['notifications/initialized', 1],
        ['tools/call', 1],
        ['ping', 1],
      ]),
    });
  });

  it('tells errors from results that talk about errors', async () => {
    const asked = [1, 2, 3, 4, 5].map(
      (id) => `>{"jsonrpc":"2.0","id":${id},"method":"tools/call"}`,
    );
    const summary = await summaryOf([
      ...asked,
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}',
      '{"jsonrpc":"2.0","error":{"code":-32700,"message":"no"}}',
      '{"jsonrpc":"2.0","id":2,"result":{"isError": true,"content":[]}}',
      '{"jsonrpc":"2.0","id":3,"result":{"isError":false,"text":"\\"isError\\":true"}}',
      '{"jsonrpc":"2.0","id":4,"result":{"error":"in the result"}}',
      '{"jsonrpc":"2.0","id":5,"result":{}}',
      '{"jsonrpc":"2.0","id":6}',
      '{"jsonrpc":"2.0","\\u0069d":7,"method":"ping"}',
    ]);
    expect(summary).toMatchObject({
      answers: 6,
      failures: 1,
      toolErrors: 1,
      orphans: 1,
      strays: 1,
      requests: 6,
      unanswered: 0,
    });
    expect(summary.state).toBe('unknown');
  });

  it('counts as answered what was asked, whatever the order of the ids', async () => {
    verifies('view:list-agrees');
    const summary = await summaryOf([
      '>{"jsonrpc":"2.0","id":1,"method":"server/discover"}',
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}',
      '>{"jsonrpc":"2.0","id":"a","method":"ping"}',
      '{"jsonrpc":"2.0","id":"a","method":"ping"}',
      '{"jsonrpc":"2.0","id":"a","error":{}}',
      '{"jsonrpc":"2.0","id":"a","error":{}}',
      '>{"jsonrpc":"2.0","id":2,"method":"tools/call"}',
      '>{"jsonrpc":"2.0","id":3,"method":"tools/call"}',
      '>{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}',
      '>{"jsonrpc":"2.0","id":4,"method":"subscriptions/listen"}',
      '>{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '>{"jsonrpc":"2.0","id":5,"method":"server/discover"}',
      '',
      '  ',
      'END',
    ]);
    expect(summary).toMatchObject({
      requests: 8,
      answers: 3,
      failures: 1,
      refusedProbes: 1,
      orphans: 1,
      unanswered: 2,
      strays: 0,
      state: 'ended',
    });
  });

  it('keeps what shows the era, however long the file, and no more', async () => {
    const ping = '>{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const open = '{"jsonrpc":"2.0","id":7,"result":{"protocolVersion":"2025-06-18"}}';
    const asked = '>{"jsonrpc":"2.0","id":7,"method":"initialize"}';
    const { opening } = await summaryOf([
      ...Array(500).fill(ping),
      asked,
      open,
      ...Array(500).fill(ping),
    ]);
    expect(opening.length).toBeLessThan(40);
    const texts = opening.map((item) => (item.type === 'frame' ? String(item.frame.bytes) : ''));
    expect(texts).toEqual(expect.arrayContaining([asked.slice(1), open]));
  });

  it.each([
    ['not started', ['SPAWN', 'END'], 0, 1],
    ['died', ['>PROBE', 'EXIT', 'END'], 1, 1],
    ['died', ['>{"jsonrpc":"2.0","id":1,"method":"initialize"}', 'EXIT', 'END'], 1, 1],
    [undefined, ['>PROBE', '>{"jsonrpc":"2.0","id":1,"method":"ping"}', PONG, 'EXIT'], 0, 0],
    [undefined, ['EXIT', 'END'], 0, 0],
  ] as const)('tells a server that is %s of %j', async (failed, lines, unanswered, errors) => {
    verifies('view:list-agrees');
    const summary = await summaryOf(lines);
    expect([summary.failed, summary.unanswered]).toEqual([failed, unanswered]);
    const session = buildSession(await loadRecording(summary.path));
    expect([listFacts(summary).errors, errorCount(session)]).toEqual([errors, errors]);
    const text = [...renderList([summary], { width: 200, colour: 'none' })].join('\n');
    for (const word of ['not started', 'died']) expect(text.includes(word)).toBe(word === failed);
  });

  it('reports damage and refuses what is no recording', async () => {
    expect(await summaryOf([], '{"torn')).toMatchObject({ damage: 1, duration: 0 });
    const path = join(folder, 'none.ndjson');
    await expect(summariseRecording(path)).rejects.toMatchObject({ code: 'recording-missing' });
    writeFileSync(path, '');
    await expect(summariseRecording(path)).rejects.toMatchObject({ code: 'recording-empty' });
  });
});

/** Messages of the server; of the client with `>` before them; `END` ends the recording. */
function summaryOf(messages: readonly string[], tail = '') {
  const at = header.startedAt;
  const entries = messages.map((text, seq) => {
    if (text === 'END') return encodeEntry({ type: 'end', seq, at, closedBy: 'client' });
    if (text === 'EXIT')
      return encodeEntry({ type: 'event', seq, at, event: 'exit', code: 3, signal: null });
    if (text === 'SPAWN')
      return encodeEntry({ type: 'event', seq, at, event: 'spawn-failed', code: 'ENOENT', text });
    const from = text.startsWith('>') ? 'client' : 'server';
    const bytes = Buffer.from(text.replace(/^>/, '').replace('PROBE', PROBE));
    return encodeEntry({ type: 'frame', seq, at, from, bytes, eol: '\n' });
  });
  const path = join(folder, 'a.ndjson');
  writeFileSync(path, Buffer.concat([encodeEntry(header), ...entries, Buffer.from(tail)]));
  return summariseRecording(path);
}
