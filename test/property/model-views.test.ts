import { describe, expect, it } from 'vitest';
import type { Tokenizer } from '../../src/model/reading.ts';
import type { Session } from '../../src/model/session.ts';
import { profileOf } from '../../src/reading/profiles.ts';
import { dialogueCost } from '../../src/reading/requests/cost.ts';
import { dialogueOf } from '../../src/reading/requests/dialogue.ts';
import { requestOf } from '../../src/reading/requests/index.ts';
import { wireSplit } from '../../src/reading/requests/split.ts';
import { requestJson } from '../../src/reading/requests/values.ts';
import { renderCostJson, renderTurnsJson } from '../../src/view/json/model.ts';
import { renderCost } from '../../src/view/terminal/model/cost.ts';
import { renderRequest } from '../../src/view/terminal/model/request.ts';
import { renderTurns } from '../../src/view/terminal/model/turns.ts';
import { widthOf } from '../../src/view/terminal/width.ts';
import { anyDialogue, played } from '../support/dialogue-arbitrary.ts';
import { everyProfileName } from '../support/every-profile.ts';
import fc from '../support/fast-check.ts';
import { anyAsked, sessionOf } from '../support/reading-arbitrary.ts';
import { verifies } from '../support/verifies.ts';

const tokenizer: Tokenizer = { name: 'letters', exact: false, count: (text) => text.length };

/** Members of any type, everything where nothing should be, and texts that would repaint a terminal. */
const anySession: fc.Arbitrary<Session> = fc.oneof(
  anyAsked().map(sessionOf),
  anyAsked().map(({ request, reply, asker }) =>
    sessionOf({ asker, request: hostile(request), reply: hostile(reply) }),
  ),
  anyDialogue().map(played),
);

/** Markers become escape sequences, line feeds and bidi controls, as JSON spells them. */
function hostile(json: string): string {
  return json.replaceAll(/M(\d)\d*M/g, '\\u001b[2J\\n\\u202e$1\\u0000');
}

/** Controls and bidi controls. */
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

describe('the requests of any session, however malformed', () => {
  it('are JSON, and so are the lines for programs', () => {
    verifies('requests/never-throws');
    fc.assert(
      fc.property(anySession, fc.constantFrom(...everyProfileName), (session, host) => {
        const dialogue = dialogueOf(session, profileOf(host));
        const cost = dialogueCost(dialogue, tokenizer);
        const { turns } = dialogue;
        for (const turn of turns)
          for (const sendable of [false, true])
            expect(() =>
              JSON.parse(requestJson(requestOf(dialogue, turn, { sendable }))),
            ).not.toThrow();
        const request = (turn: (typeof turns)[number]) => requestOf(dialogue, turn);
        const lines = [
          ...renderTurnsJson(dialogue, cost, { turns, request }),
          ...renderCostJson(dialogue, cost, wireSplit(session, dialogue.profile, tokenizer)),
        ];
        for (const line of lines) {
          expect(line).not.toContain('\n');
          expect(() => JSON.parse(line)).not.toThrow();
        }
      }),
      { numRuns: 150 },
    );
  });

  it('are shown within the columns there are, without anything that a terminal obeys', () => {
    verifies('requests/never-throws');
    fc.assert(
      fc.property(
        anySession,
        fc.constantFrom(...everyProfileName),
        fc.integer({ min: 20, max: 160 }),
        (session, host, width) => {
          const dialogue = dialogueOf(session, profileOf(host));
          const cost = dialogueCost(dialogue, tokenizer);
          const options = { width, colour: 'none' as const, now: 0 };
          const split = wireSplit(session, dialogue.profile, tokenizer);
          const [turn] = dialogue.turns;
          const [own] = cost.turns;
          if (!turn || !own) throw new Error('there is at least one');
          const lines = [
            ...renderTurns(dialogue, cost, options),
            ...renderCost(dialogue, cost, split, options),
            ...renderRequest(dialogue, turn, requestOf(dialogue, turn), own, {
              ...options,
              full: false,
            }),
          ];
          for (const line of lines) {
            expect(line).not.toMatch(UNPRINTABLE);
            expect(widthOf(line), line).toBeLessThanOrEqual(width);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
