import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFault, readFaultFile } from '../../../src/replay/as-server/fault-file.ts';
import { conversation } from '../../support/conversation.ts';
import { call, play, text } from '../../support/play.ts';
import { emptyFolder } from '../../support/sadap.ts';
import { verifies } from '../../support/verifies.ts';

const recording = conversation()
  .client(call(1, 'echo'))
  .server(text(1, 'one'))
  .client(call(2, 'other'))
  .server(text(2, 'two'))
  .recording();

const played = async (...faults: string[]) =>
  play(recording, { repeat: 'last', faults: await Promise.all(faults.map(readFault)) });
const one = (id: unknown) => JSON.stringify(text(id, 'one'));

describe('a fault', () => {
  verifies('serve-faults');

  it('delays an answer', async () => {
    const server = await played('on: tools/call, name: echo, delay: 2s');
    expect(server.say(call(5, 'echo'))).toEqual([]);
    expect(server.say(call(6, 'other'))).toEqual([]);
    expect(server.wait(1999)).toEqual([JSON.stringify(text(6, 'two'))]);
    expect(server.wait(1)).toEqual([one(5)]);
  });

  it('makes an error of it, with the id of the request', async () => {
    const server = await played(
      'name: echo, error: busy',
      'name: oth*, error: {code: 7, message: no}',
    );
    expect(server.say(call('a', 'echo'))).toEqual([
      '{"jsonrpc":"2.0","id":"a","error":{"code":-32603,"message":"busy"}}',
    ]);
    expect(server.say(call('b', 'other'))).toEqual([
      '{"jsonrpc":"2.0","id":"b","error":{"code":7,"message":"no"}}',
    ]);
  });

  it('drops it, cuts it, or breaks the connection off', async () => {
    expect((await played('drop: true')).say(call(1, 'echo'))).toEqual([]);
    const [cut = ''] = (await played('malformed: true')).say(call(1, 'echo'));
    expect(one(1).startsWith(cut)).toBe(true);
    expect(() => JSON.parse(cut)).toThrow();
    const before = await played('disconnect: before');
    expect([before.say(call(1, 'echo')), before.disconnected]).toEqual([[], 1]);
    const during = await played('disconnect: during');
    const [half = ''] = during.say(call(1, 'echo'));
    expect([half.endsWith('…'), during.disconnected]).toEqual([true, 1]);
  });

  it('happens only as often as it says', async () => {
    const server = await played('on: tools/call, times: 2..3, error: x');
    const failed = [1, 2, 3, 4].map((id) => server.say(call(id, 'echo'))[0]?.includes('"error"'));
    expect(failed).toEqual([false, true, true, false]);
    const second = await played('name: other, times: 1, error: x');
    expect(second.say(call(1, 'echo'))).toEqual([one(1)]);
    expect(second.say(call(2, 'other'))[0]).toContain('"error"');
  });

  it('meets misses and openings too', async () => {
    const server = await played('error: down');
    expect(server.say({ jsonrpc: '2.0', id: 3, method: 'ping' })[0]).toContain('down');
    expect(server.say(call(4, 'unknown'))[0]).toContain('down');
  });
});

describe('a file of faults', () => {
  verifies('serve-faults');
  const read = (words: string) => {
    const file = join(emptyFolder(), 'faults.yaml');
    writeFileSync(file, words);
    return readFaultFile(file);
  };

  it('holds them in order', async () => {
    const words = `
faults:
  - on: tools/call
    times: 2
    slow: { bytes: 16, every: 50ms }
  - on: resources/*
    delay: 1.5s
    disconnect: during`;
    expect(await read(words)).toEqual([
      { on: 'tools/call', times: [2, 2], slow: { bytes: 16, every: 50 } },
      { on: 'resources/*', delay: 1500, disconnect: 'during' },
    ]);
    expect(await read('- drop: true')).toEqual([{ on: '*', drop: true }]);
  });

  it.each([
    ['- dely: 2s', 'a fault has no "dely"'],
    ['- on: x', 'says nothing that goes wrong'],
    ['- times: 0, drop: true', 'Nested mappings'],
    ['- {times: 0, drop: true}', 'times is 0; expected a number'],
    ['- {drop: true, error: x}', 'cannot be anything else'],
    ['- error: {code: 1.5, message: x}', 'a code that is a whole number'],
    ['- slow: {bytes: 0}', 'slow wants bytes'],
    ['- disconnect: after', 'expected one of before, during'],
    ['fault: []', 'the file has no "fault"'],
  ])('says what is wrong with %j, and where', async (words, why) => {
    await expect(read(words)).rejects.toThrow(why);
    await expect(read(words)).rejects.toThrow(/faults\.yaml:1:\d+/);
  });
});
