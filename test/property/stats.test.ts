import { describe, expect, it } from 'vitest';
import { at } from '../../src/model/json.ts';
import { peekAnswer } from '../../src/recording/stats/peek.ts';
import { SpreadCounter } from '../../src/recording/stats/spread.ts';
import { parseJson } from '../../src/wire/json.ts';
import { parseFrame } from '../../src/wire/parse.ts';
import fc from '../support/fast-check.ts';
import { verifies } from '../support/verifies.ts';

describe('percentiles', () => {
  verifies('stats/percentiles');
  const durations = fc.integer({ min: 0, max: 4_000_000_000 });

  it.each([
    [1, 1024, 0],
    [1025, 3000, 0.0101],
  ])('of %i to %i values are right', (minLength, maxLength, error) => {
    fc.assert(
      fc.property(fc.array(durations, { minLength, maxLength }), (values) => {
        const counter = new SpreadCounter();
        for (const value of values) counter.add(value);
        const spread = counter.spread();
        const sorted = [...values].sort((one, other) => one - other);
        const rank = (share: number) => sorted[Math.ceil(share * values.length) - 1] ?? Number.NaN;
        expect([spread?.min, spread?.max]).toEqual([sorted[0], sorted.at(-1)]);
        for (const [found, exact] of [
          [spread?.p50, rank(0.5)],
          [spread?.p90, rank(0.9)],
          [spread?.p99, rank(0.99)],
        ] as const)
          expect(Math.abs((found ?? Number.NaN) - exact)).toBeLessThanOrEqual(
            exact * error + (error && 1),
          );
      }),
      { numRuns: 60 },
    );
  });
});

describe('the kind of an answer', () => {
  it('is what a parser would say, whenever it is told without one', () => {
    verifies('stats/agrees');
    const key = fc.constantFrom(
      'result',
      'error',
      'isError',
      'is\\u0045rror',
      'r\\u0065sult',
      '\\u0065rror',
      'id',
      'text',
    );
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(
          'true',
          'false',
          '5',
          '"isError"',
          '"\\"isError\\":true"',
          '"error"',
          '"result"',
          '" \\u00e9"',
        ),
        fc.array(tie('value'), { maxLength: 2 }).map((items) => `[${items.join()}]`),
        fc
          .array(fc.tuple(key, fc.constantFrom(':', ' : ', '  :  '), tie('value')), {
            maxLength: 3,
          })
          .map(
            (members) =>
              `{${members.map(([name, colon, each]) => `"${name}"${colon}${each}`).join()}}`,
          ),
      ),
    }));
    const answer = fc
      .array(fc.tuple(fc.constantFrom('"result"', '"error"', '"x"'), value), {
        minLength: 1,
        maxLength: 4,
      })
      .map(
        (members) =>
          `{"jsonrpc":"2.0","id":1,${members.map(([name, each]) => `${name}:${each}`).join()}}`,
      );
    fc.assert(
      fc.property(answer, (text) => {
        // What is neither result nor error is a stray, which hints cannot tell.
        fc.pre(parsedKind(Buffer.from(text)) !== undefined);
        const bytes = Buffer.from(text);
        const found = peekAnswer(bytes);
        expect(parseJson(bytes).ok).toBe(true);
        if (found !== undefined) expect(found).toBe(parsedKind(bytes));
      }),
      { numRuns: 3000 },
    );
  });
});

function parsedKind(bytes: Buffer): string | undefined {
  const { content } = parseFrame({ seq: 0, at: 0, from: 'server', bytes, eol: '\n' });
  if (content.kind === 'failure') return 'failure';
  if (content.kind !== 'result') return undefined;
  const flag = at(content.result, 'isError');
  return flag?.kind === 'literal' && flag.value === true ? 'tool-error' : 'result';
}
