import { checkSession } from '../../src/check/registry.ts';
import type { Located } from '../../src/model/message.ts';
import type { Profile } from '../../src/model/profile.ts';
import type { Reading, Tokenizer } from '../../src/model/reading.ts';
import type { Session } from '../../src/model/session.ts';
import { buildSession } from '../../src/protocol/session.ts';
import { sessionCost } from '../../src/reading/cost.ts';
import { profileOf } from '../../src/reading/profiles.ts';
import { readMessage } from '../../src/reading/read.ts';
import { recordedFrom } from './support.ts';
import { holds } from './target.ts';

/** Counts fast: what is counted right is not asked here. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

export const tokenizer: Tokenizer = { name: 'quarters', exact: false, count: countTokens };

/** Everything that a view is made from, of a conversation as `recordedFrom` reads it. */
export function viewed(bytes: Buffer, profile: Profile = profileOf()) {
  const session = buildSession(recordedFrom(bytes));
  return {
    session,
    profile,
    tokenizer,
    reading: reader(session, profile),
    findings: checkSession(session),
    cost: sessionCost(session, profile, tokenizer),
  };
}

/** Each message is read once. */
export function reader(session: Session, profile: Profile): (located: Located) => Reading {
  const known = new Map<Located, Reading>();
  return (located) => {
    const found = known.get(located) ?? readMessage(located, session, profile);
    known.set(located, found);
    return found;
  };
}

/** Lines that a terminal gets: nothing in them is obeyed, and none is two. */
export function printable(lines: Iterable<string>, what: string): void {
  for (const line of lines)
    holds(!UNPRINTABLE.test(line), `${what} prints no control characters: ${JSON.stringify(line)}`);
}

/** Controls, line ends of Unicode, and what changes the direction of the text. */
const UNPRINTABLE =
  /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/u;
