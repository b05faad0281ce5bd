import { describe, expect, it } from 'vitest';
import { nodeAt } from '../../src/model/json.ts';
import type { Located } from '../../src/model/message.ts';
import type { Reading } from '../../src/model/reading.ts';
import type { Session } from '../../src/model/session.ts';
import { fateAt } from '../../src/reading/fate-at.ts';
import { profileOf } from '../../src/reading/profiles.ts';
import { readMessage } from '../../src/reading/read.ts';
import { conversation } from '../support/conversation.ts';
import { everyProfile } from '../support/every-profile.ts';
import fc from '../support/fast-check.ts';
import { covering, leaves } from '../support/leaves.ts';
import { anyAsked, sessionOf } from '../support/reading-arbitrary.ts';
import { verifies } from '../support/verifies.ts';

describe('a reading of any message', () => {
  it('covers each leaf by exactly one fate', () => {
    verifies('reading/one-fate-each');
    fc.assert(
      fc.property(anyAsked(), (asked) => {
        const session = sessionOf(asked);
        for (const [located, { fates }] of readings(session)) {
          for (const pointer of leaves(located.message.node))
            expect(covering(fates, pointer)).toHaveLength(1);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('has no fate below another, none twice, and none for what is not there', () => {
    verifies('reading/one-fate-each', 'reading/fate-at');
    fc.assert(
      fc.property(anyAsked(), (asked) => {
        const session = sessionOf(asked);
        for (const [located, { fates }] of readings(session)) {
          for (const fate of fates) {
            expect(covering(fates, fate.pointer)).toEqual([fate]);
            expect(fateAt(fates, fate.pointer)).toBe(fate);
            expect(nodeAt(located.message.node, fate.pointer)).toBeDefined();
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it('covers each leaf by exactly one fate under every profile', () => {
    verifies('reading/one-fate-each', 'reading/every-host');
    fc.assert(
      fc.property(anyAsked(), fc.constantFrom(...everyProfile), (asked, profile) => {
        const session = sessionOf(asked);
        for (const [located, { fates }] of readings(session, profile)) {
          for (const pointer of leaves(located.message.node))
            expect(covering(fates, pointer), pointer).toHaveLength(1);
          for (const fate of fates)
            expect(nodeAt(located.message.node, fate.pointer)).toBeDefined();
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('exists for a message nested deeper than the call stack', () => {
    verifies('reading/never-throws');
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":${deep}}}`;
    const session = conversation().client(call).session();
    const [[, reading] = []] = readings(session);
    expect(reading?.texts[0]?.text).toBe(deep);
  });
});

function readings(session: Session, profile = profileOf()): [Located, Reading][] {
  return session.messages.map((each) => [each, readMessage(each, session, profile)]);
}
