import { describe, expect, it } from 'vitest';
import { sideOf } from '../../src/cli/diff-readings.ts';
import { compareReadings } from '../../src/compare/readings/compare.ts';
import { inverseOf } from '../../src/compare/rules/table.ts';
import type { Profile } from '../../src/model/profile.ts';
import { answerOf } from '../../src/model/session.ts';
import { readMessage } from '../../src/reading/read.ts';
import { everyProfile } from '../support/every-profile.ts';
import fc from '../support/fast-check.ts';
import { type Asked, anyAsked, sessionOf } from '../support/reading-arbitrary.ts';
import { verifies } from '../support/verifies.ts';
import { readText } from '../unit/compare/support.ts';
import { tokenizer } from '../unit/view/support.ts';

/** Two answers to one question. */
const pair = fc
  .tuple(anyAsked(), anyAsked(), fc.boolean())
  .map(([a, b, isSame]): [Asked, Asked] => [a, isSame ? a : { ...a, reply: b.reply }]);

function compared([a, b]: [Asked, Asked], hostOfA: Profile, hostOfB: Profile) {
  const [old, now] = [sessionOf(a), sessionOf(b)];
  const sides = [sideOf(old, hostOfA, tokenizer), sideOf(now, hostOfB, tokenizer)] as const;
  return { old, now, ...compareReadings(sides[0], sides[1], { folds: [], readText }) };
}

describe('what changed for the model', () => {
  verifies('diff-reading-unseen');

  it('is nothing between a session and itself', () => {
    fc.assert(
      fc.property(anyAsked(), fc.constantFrom(...everyProfile), (asked, profile) => {
        expect(compared([asked, asked], profile, profile).changes).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('is told whenever the texts of the model differ', () => {
    fc.assert(
      fc.property(pair, fc.constantFrom(...everyProfile), (both, profile) => {
        const { old, now, changes } = compared(both, profile, profile);
        if (changes.some(({ rule }) => rule !== 'reading.unseen')) return;
        const texts = [old, now].map((session) => {
          const answer = session.exchanges[0] && answerOf(session.exchanges[0]);
          return answer ? readMessage(answer, session, profile).texts.map(({ text }) => text) : [];
        });
        // Tools are told apart by name: of two with one name the newest counts.
        if (both[0].request.includes('tools/list')) return;
        expect(texts[1]).toEqual(texts[0]);
      }),
      { numRuns: 2000 },
    );
  });

  it('is the inverse when A and B change places, hosts and all', () => {
    const hosts = fc.constantFrom(...everyProfile);
    fc.assert(
      fc.property(pair, hosts, hosts, (both, hostOfA, hostOfB) => {
        const there = compared(both, hostOfA, hostOfB).changes;
        const back = compared([both[1], both[0]], hostOfB, hostOfA).changes;
        const count = (rules: readonly string[]) => rules.toSorted();
        expect(count(back.map(({ rule }) => inverseOf(rule)))).toEqual(
          count(there.map(({ rule }) => rule)),
        );
      }),
      { numRuns: 500 },
    );
  });
});
