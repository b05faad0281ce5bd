import { describe, expect, it } from 'vitest';
import { unmet } from '../../../src/capture/expect.ts';
import { parseJson } from '../../../src/wire/json.ts';
import { verifies } from '../../support/verifies.ts';
import { script } from './recorded.ts';

const message = String.raw`{"result":{"n":1.0,"big":12345678901234567890,"a/b":[true,null],
  "content":[{"text":"{\"total\": 2, \"data\": [{\"id\": \"A001\"}]}"}],"o":{"x":1,"y":2}}}`;

async function judge(expectations: string): Promise<string[]> {
  const { steps } = await script(`steps: [{ping: , expect: ${expectations}}]`);
  const parsed = parseJson(Buffer.from(message));
  if (!parsed.ok) throw new Error(parsed.detail);
  return unmet(parsed.node, steps[0]?.expect ?? []);
}

describe('expectations', () => {
  it.each([
    '{/result/n: 1}',
    '{/result/n: 1.00}',
    '{/result/big: 12345678901234567890}',
    '{/result/a~1b/0: true}',
    '{/result/a~1b/1: null}',
    '{/result/o: {y: 2, x: 1}}',
    '{/result/o: {equals: {x: 1, y: 2}}}',
    '{/error: {absent: true}}',
    '{/result/content/0/text: {matches: "A\\\\d+"}}',
    '{/result/n: {matches: "^1\\\\.0$"}}',
    '{/result/content/0/text: {json: /total, equals: 2}}',
    '{/result/content/0/text: {json: /data/0/id, matches: ^A}}',
    '{/result/content/0/text: {json: /error, absent: true}}',
    '[{at: /result/n, equals: 1}, {at: "", matches: total}]',
  ])('hold: %s', async (expectations) => {
    verifies('capture:expectations');
    expect(await judge(expectations)).toEqual([]);
  });

  it.each([
    ['{/result/n: "1"}', '/result/n is 1.0, expected "1"'],
    [
      '{/result/big: 12345678901234567891}',
      '/result/big is 12345678901234567890, expected 12345678901234567891',
    ],
    ['{/result/no: 1}', '/result/no is absent, expected 1'],
    ['{/result/o: {x: 1}}', '/result/o is {"x":1,"y":2}, expected {"x":1}'],
    ['{/result: {absent: true}}', '/result is {"n":1.0,'],
    ['{/result/n: {matches: ^2}}', '/result/n is 1.0, expected a match of ^2'],
    ['{/result/n: {json: /x, equals: 1}}', '/result/n, read as JSON, /x is 1.0, not text'],
    [
      '{/result/content/0/text: {json: /total, equals: 3}}',
      '/result/content/0/text, read as JSON, /total is 2, expected 3',
    ],
  ])('fail: %s', async (expectations, problem) => {
    verifies('capture:expectations');
    const [found] = await judge(expectations);
    expect(found?.startsWith(problem), found).toBe(true);
  });
});
