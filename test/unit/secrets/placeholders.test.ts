import { describe, expect, it } from 'vitest';
import { matchRedacted } from '../../../src/replay/match/placeholders.ts';
import {
  aroundPlaceholders,
  textsBetween,
  valuesBehind,
} from '../../../src/secrets/placeholders.ts';
import { parseJson } from '../../../src/wire/json.ts';
import fc from '../../support/fast-check.ts';
import { verifies } from '../../support/verifies.ts';

const placeholder = (nth: number) => `«redacted:email:${nth}»`;
const list = (length: number, one: (nth: number) => string) =>
  Array.from({ length }, (_, nth) => one(nth)).join(', ');

describe('what placeholders stood for', () => {
  verifies('serve-redacted');

  it('is read from the places between what stayed', () => {
    const now = valuesBehind(
      `a ${placeholder(1)} b ${placeholder(2)}${placeholder(3)}.`,
      'a x b yz.',
    );
    expect([...(now ?? [])].map(([, value]) => value)).toEqual(['x', 'y', 'z']);
    expect(valuesBehind(`${placeholder(1)} ${placeholder(1)}`, 'x y')).toBeUndefined();
    expect(valuesBehind(`a ${placeholder(1)}`, 'a ')).toBeUndefined();
    expect(valuesBehind('no placeholder', 'no placeholder')).toBeUndefined();
  });

  it('is what an expression that tries all places finds', () => {
    const piece = fc.stringMatching(/^[ab]{0,2}$/);
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 2, maxLength: 5 }),
        fc.stringMatching(/^[ab]{0,10}$/),
        (fixed, now) => {
          const found = new RegExp(`^${fixed.join('([^]+?)')}$`).exec(now);
          const pieces = aroundPlaceholders(fixed.join(placeholder(1)));
          expect(textsBetween(pieces, now)).toEqual(found?.slice(1));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is found, or not, at once in lists of any length', () => {
    const then = `${list(40, placeholder)}.`;
    const now = list(80, (nth) => `someone${nth}`);
    const started = performance.now();
    expect(valuesBehind(then, now)).toBeUndefined();
    expect(matchRedacted(node(then), node(now), new Map())).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

function node(text: string) {
  const parsed = parseJson(Buffer.from(JSON.stringify(text)));
  return parsed.ok ? parsed.node : undefined;
}
