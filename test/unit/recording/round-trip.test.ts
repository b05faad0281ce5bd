import { describe, expect, it } from 'vitest';
import type { Eol, Frame } from '../../../src/model/frame.ts';
import { encodeEntry } from '../../../src/recording/encode.ts';
import { recordingFrom } from '../../../src/recording/load.ts';
import { rawBytes } from '../../../src/recording/raw.ts';
import { header } from './samples.ts';

const spellings: readonly (readonly [string, string])[] = [
  [
    'an integer beyond 2^53',
    '{"jsonrpc":"2.0","id":12345678901234567890,"result":{"n":1915883588174806058}}',
  ],
  [
    'numbers spelled 1.0, -0, 1e2 and 1.50',
    '{"id":1.0,"result":{"a":-0,"b":1e2,"c":1.50,"d":1e-7}}',
  ],
  ['duplicate keys', '{"jsonrpc":"2.0","id":1,"id":2,"method":"a","method":"b"}'],
  ['escapes that need none', '{"a":"\\u00e9 \\/ \\ud83c\\udf89 \\u0000 é 🎉"}'],
  ['HTML signs', '{"a":"<b>&amp;</b>"}'],
  ['raw U+2028, U+2029 and U+0085', '{"a":"x\u2028y\u2029z\u0085"}'],
  ['a bare CR between tokens', '{"a":\r1,\r"b":2}'],
  ['white space around and inside', ' \t{ "id" : 3,"jsonrpc":"2.0", "result":{} } \t'],
  ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"},[]]'],
  ['a lone number', '42'],
  ['a lone string', '"message"'],
  ['text that is no JSON', 'Server started on port 3000'],
  ['a line that only looks like an entry', '{"type":"end","message":{}'],
  ['an entry of a recording as a message', '{"type":"message","seq":0,"message":{"a":1}}'],
  ['an empty line', ''],
  ['a byte order mark', '\uFEFF{"a":1}'],
  ['a lone surrogate escape', '{"method":"\\ud800","id":"\\udfff"}'],
  ['keys spelled with escapes', '{"\\u0069d":1,"met\\u0068od":"x"}'],
  ['ids that are no ids', '{"id":{"id":1},"method":["method"]}'],
];

describe('what is recorded comes back', () => {
  it.each(spellings)('%s', (_, text) => {
    for (const eol of ['\n', '\r\n', ''] as const) expectBack(Buffer.from(text), eol);
  });

  it('bytes that are no UTF-8', () => {
    const bytes = Buffer.from('{"text":"Messger\xe4t"}', 'latin1');
    const line = expectBack(bytes, '\n');
    expect(line).toContain('"type":"stray"');
    expect(line).toContain('"why":"not-utf8","base64":"');
  });
});

/** Writes and reads one frame; gives the line of the file. */
function expectBack(bytes: Buffer, eol: Eol): string {
  const frame: Frame = { seq: 0, at: header.startedAt, from: 'server', bytes, eol };
  const line = encodeEntry({ ...frame, type: 'frame' });
  expect(() => JSON.parse(line.toString())).not.toThrow();
  const recording = recordingFrom(Buffer.concat([encodeEntry(header), line]));
  expect(recording.damage).toEqual([]);
  expect(rawBytes(recording.items, 'server').toString('latin1')).toBe(
    bytes.toString('latin1') + eol,
  );
  expect(rawBytes(recording.items, 'client')).toHaveLength(0);
  return line.toString();
}
