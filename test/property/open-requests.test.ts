import { expect, it } from 'vitest';
import type { Key } from '../../src/sift/id-set.ts';
import { OpenRequests } from '../../src/sift/open-requests.ts';
import fc from '../support/fast-check.ts';

const IDS: readonly Key[] = [1, 2, 3, 's:1', 's:a'];
const step = fc.record({ isAnswer: fc.boolean(), id: fc.constantFrom(...IDS) });

it('knows the requests that are open as a map does, whatever is asked and answered', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const open = new OpenRequests<{ readonly id: Key; readonly nth: number }>();
      const map = new Map<Key, { readonly id: Key; readonly nth: number }>();
      for (const [nth, { isAnswer, id }] of steps.entries()) {
        if (isAnswer) {
          open.remove(id);
          map.delete(id);
        } else {
          const asked = { id, nth };
          open.add(asked);
          map.set(id, asked);
        }
        for (const each of IDS) expect(open.get(each)).toBe(map.get(each));
        expect(new Set(open.all())).toEqual(new Set(map.values()));
      }
    }),
  );
});
