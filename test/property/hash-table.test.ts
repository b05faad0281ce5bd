import { expect, it } from 'vitest';
import { HashTable } from '../../src/recording/stats/hash-table.ts';
import fc from '../support/fast-check.ts';
import { verifies } from '../support/verifies.ts';

const PLACES = 16;

/** Hashes that meet in a place, or share a half, far more often than those of texts do. */
const key = fc.record({
  low: fc.constantFrom(1, 2, 1 + PLACES, 15, -1, -1 - PLACES, 0x7fff_ffff),
  high: fc.constantFrom(0, 1, -1),
});
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ key, value: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant('clear' as const) },
);

it('keeps what a map keeps, where hashes share a place or one half', () => {
  verifies('scan/agrees');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const [table, map] = [new HashTable<number>(2 * PLACES), new Map<string, number>()];
      for (const each of steps) {
        if (each === 'clear') {
          table.clear();
          map.clear();
          continue;
        }
        const name = `${each.key.low} ${each.key.high}`;
        expect(table.get(each.key)).toBe(map.get(name));
        table.set(each.key, each.value);
        map.set(name, each.value);
        expect([table.get(each.key), table.size]).toEqual([each.value, map.size]);
      }
    }),
  );
});

it('keeps what has the hash 0, which says that a place is free', () => {
  verifies('scan/agrees');
  const table = new HashTable<string>(PLACES);
  table.set({ low: 0, high: 0 }, 'x');
  expect([table.get({ low: 0, high: 0 }), table.size]).toEqual(['x', 1]);
});
