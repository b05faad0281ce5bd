import { expect, it } from 'vitest';
import type { Call } from '../../src/sift/calls.ts';
import type { Key } from '../../src/sift/id-set.ts';
import { OpenCalls } from '../../src/sift/open-calls.ts';
import fc from '../support/fast-check.ts';

const call = (id: Key, seq: number): Call => ({
  id,
  token: undefined,
  method: 'tools/call',
  request: { seq, offset: 0, length: 0, number: 0 },
  answer: undefined,
  isKept: false,
  holds: 0,
  stderr: undefined,
});

const step = fc.record({
  isAnswer: fc.boolean(),
  id: fc.constantFrom<Key>(1, 2, 3, 's:1', 's:a'),
});

it('knows the requests that are open as a map does, whatever is asked and answered', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const [open, map] = [new OpenCalls(), new Map<Key, Call>()];
      for (const [seq, { isAnswer, id }] of steps.entries()) {
        if (isAnswer) {
          open.remove(id);
          map.delete(id);
        } else {
          const asked = call(id, seq);
          open.add(asked);
          map.set(id, asked);
        }
        for (const each of [1, 2, 3, 's:1', 's:a']) expect(open.get(each)).toBe(map.get(each));
        expect(new Set(open.all())).toEqual(new Set(map.values()));
      }
    }),
  );
});
