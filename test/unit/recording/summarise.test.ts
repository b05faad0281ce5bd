import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { encodeEntry } from '../../../src/recording/encode.ts';
import { summariseRecording } from '../../../src/recording/summarise.ts';
import { verifies } from '../../support/verifies.ts';
import { header } from './samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'sadap-summary-'));
afterAll(() => rmSync(folder, { recursive: true }));

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
      duration: 376_544,
      methods: new Map([
        ['initialize', 1],
        ['notifications/initialized', 1],
        ['tools/call', 1],
        ['ping', 1],
      ]),
    });
  });

  it('tells errors from results that talk about errors', async () => {
    const summary = await summaryOf([
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
      failures: 2,
      toolErrors: 1,
      strays: 1,
      requests: 1,
    });
    expect(summary.state).toBe('open');
  });

  it('reports damage and refuses what is no recording', async () => {
    expect(await summaryOf([], '{"torn')).toMatchObject({ damage: 1, duration: 0 });
    const path = join(folder, 'none.ndjson');
    await expect(summariseRecording(path)).rejects.toMatchObject({ code: 'recording-missing' });
    writeFileSync(path, '');
    await expect(summariseRecording(path)).rejects.toMatchObject({ code: 'recording-empty' });
  });
});

function summaryOf(messages: readonly string[], tail = '') {
  const entries = messages.map((text, seq) => {
    const bytes = Buffer.from(text);
    return encodeEntry({
      type: 'frame',
      seq,
      at: header.startedAt,
      from: 'server',
      bytes,
      eol: '\n',
    });
  });
  const path = join(folder, 'a.ndjson');
  writeFileSync(path, Buffer.concat([encodeEntry(header), ...entries, Buffer.from(tail)]));
  return summariseRecording(path);
}
