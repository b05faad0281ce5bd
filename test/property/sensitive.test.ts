import { describe, expect, it } from 'vitest';
import { readText } from '../../src/cli/json-text.ts';
import { walk } from '../../src/model/json.ts';
import type { Profile } from '../../src/model/profile.ts';
import type { Session } from '../../src/model/session.ts';
import { readMessage } from '../../src/reading/read.ts';
import { findSensitive } from '../../src/reading/sensitive/find.ts';
import { isExposed, reachOf } from '../../src/reading/sensitive/reach.ts';
import { readWishes } from '../../src/reading/sensitive/wishes.ts';
import { renderSensitiveJson } from '../../src/view/json/sensitive.ts';
import { renderSensitive } from '../../src/view/terminal/sensitive.ts';
import { everyProfile } from '../support/every-profile.ts';
import fc from '../support/fast-check.ts';
import { anyAsked, sessionOf } from '../support/reading-arbitrary.ts';
import { verifies } from '../support/verifies.ts';

describe('what is said not to reach the model', () => {
  it('is in no text that the model gets, by value and by name, under every profile', () => {
    verifies('sensitive/no-false-proof');
    fc.assert(
      fc.property(anyAsked(), fc.constantFrom(...everyProfile), (asked, profile) => {
        const session = sessionOf(asked);
        const texts = modelText(session, profile);
        const read = markers(session).filter(([marker]) => texts.includes(marker));
        if (read.length === 0) return;
        const wishes = read.flatMap(([marker, name]) => [`regex:${marker}`, name ?? []].flat());
        const found = findSensitive(session, readWishes(wishes), readText);
        for (const each of reachOf(found, session, profile).wishes)
          expect(isExposed(each), each.wish.text).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('is told without the values', () => {
    verifies('sensitive/values-unshown');
    fc.assert(
      fc.property(anyAsked(), fc.constantFrom(...everyProfile), (asked, profile) => {
        const session = sessionOf(asked);
        const found = findSensitive(session, readWishes(['regex:M\\d+M']), readText);
        const report = reachOf(found, session, profile);
        const style = { width: 80, colour: 'none', now: 0 } as const;
        const shown = [...renderSensitive(report, session, style)].join('\n');
        // Markers of three characters are too short to be hidden in the subject of a call.
        expect(shown).not.toMatch(/M\d{2,}M/);
        const lines = [...renderSensitiveJson([report])].join('\n');
        expect(lines).not.toMatch(/M\d+M/);
      }),
      { numRuns: 300 },
    );
  });
});

function modelText(session: Session, profile: Profile): string {
  return session.messages
    .flatMap((located) => readMessage(located, session, profile).texts)
    .map(({ text }) => text)
    .join('\n');
}

/** Marked strings, with the name of the member whose value they are. */
function markers(session: Session): [marker: string, name: string | undefined][] {
  return session.messages.flatMap((located) =>
    [...walk(located.message.node)].flatMap(([pointer, node]): [string, string | undefined][] => {
      if (node.kind !== 'string' || !/^M\d+M$/.test(node.value)) return [];
      const key = /\/([A-Za-z_]{2,})$/.exec(pointer)?.[1];
      return [[node.value, key]];
    }),
  );
}
