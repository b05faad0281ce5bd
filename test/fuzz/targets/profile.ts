import type { JsonValue } from '../../../src/model/json.ts';
import { buildSession } from '../../../src/protocol/session.ts';
import { sessionCost } from '../../../src/reading/cost.ts';
import { documentOf } from '../../../src/reading/profiles/index.ts';
import { profileIds, readProfile } from '../../../src/reading/profiles.ts';
import { readMessage } from '../../../src/reading/read.ts';
import { dialogueOf } from '../../../src/reading/requests/dialogue.ts';
import { requestOf } from '../../../src/reading/requests/index.ts';
import { covering, leaves } from '../../support/leaves.ts';
import { tokenizer } from '../session.ts';
import { conversations, orRefused, recordedFrom } from '../support.ts';
import { type FuzzTarget, holds } from '../target.ts';

const sessions = conversations.map((text) => buildSession(recordedFrom(Buffer.from(text))));

/** Profiles from outside: what is taken for one can be read by. */
export const target: FuzzTarget = {
  promise:
    'any JSON is a profile or refused with its place; by the rules of any profile each member has one fate',
  seeds: profileIds().map((id) => JSON.stringify(documentOf(id) ?? {})),
  longest: 40_000,
  run: (bytes) => {
    const document = parsed(bytes);
    if (document === undefined) return;
    const profile = orRefused(() => readProfile(document));
    if (!profile) return;
    for (const session of sessions) {
      for (const located of session.messages) {
        const { fates } = readMessage(located, session, profile);
        for (const pointer of leaves(located.message.node))
          holds(covering(fates, pointer).length === 1, `each member has one fate: ${pointer}`);
      }
      sessionCost(session, profile, tokenizer);
      const dialogue = dialogueOf(session, profile);
      for (const turn of dialogue.turns) requestOf(dialogue, turn, {});
    }
  },
};

function parsed(bytes: Buffer): JsonValue | undefined {
  try {
    // Any JSON is a JsonValue.
    return JSON.parse(bytes.toString()) as JsonValue;
  } catch {
    return undefined;
  }
}
