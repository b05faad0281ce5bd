import { readText } from '../../../src/cli/json-text.ts';
import { nodeAt } from '../../../src/model/json.ts';
import type { Profile } from '../../../src/model/profile.ts';
import { buildSession } from '../../../src/protocol/session.ts';
import { fateAt } from '../../../src/reading/fate-at.ts';
import { readMessage } from '../../../src/reading/read.ts';
import { dialogueCost } from '../../../src/reading/requests/cost.ts';
import { dialogueOf } from '../../../src/reading/requests/dialogue.ts';
import { requestOf } from '../../../src/reading/requests/index.ts';
import { requestJson } from '../../../src/reading/requests/values.ts';
import { findSensitive } from '../../../src/reading/sensitive/find.ts';
import { reachOf } from '../../../src/reading/sensitive/reach.ts';
import { readWishes } from '../../../src/reading/sensitive/wishes.ts';
import { everyProfile } from '../../support/every-profile.ts';
import { covering, leaves } from '../../support/leaves.ts';
import { tokenizer } from '../session.ts';
import { conversations, recordedFrom } from '../support.ts';
import { type FuzzTarget, holds } from '../target.ts';

const wishes = readWishes(['text,name,pattern:email,/result/isError']);

/** What models read of any session. The first byte says by the rules of which host. */
export const target: FuzzTarget = {
  promise:
    'of any session every member of every message has one fate, under every profile; its requests to the model are JSON',
  seeds: conversations.flatMap((text, index) => [
    `${text[0]}${text}`,
    String.fromCharCode(index * 17) + text,
  ]),
  longest: 6000,
  run: (bytes) => {
    const profile = everyProfile[(bytes[0] ?? 0) % everyProfile.length];
    if (profile) reads(bytes.subarray(1), profile);
  },
};

function reads(bytes: Buffer, profile: Profile): void {
  const session = buildSession(recordedFrom(bytes));
  for (const located of session.messages) {
    const { fates } = readMessage(located, session, profile);
    for (const pointer of leaves(located.message.node)) {
      const above = covering(fates, pointer);
      holds(above.length === 1, `one fate covers a member: ${pointer}`);
      holds(
        fateAt(fates, pointer) === above[0],
        `the fate that covers a member is found: ${pointer}`,
      );
    }
    for (const { pointer } of fates)
      holds(
        nodeAt(located.message.node, pointer) !== undefined,
        `a fate is of a member: ${pointer}`,
      );
  }
  const dialogue = dialogueOf(session, profile);
  dialogueCost(dialogue, tokenizer);
  for (const turn of dialogue.turns) JSON.parse(requestJson(requestOf(dialogue, turn, {})));
  reachOf(findSensitive(session, wishes, readText), session, profile);
}
