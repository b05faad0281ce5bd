import type { Finding } from '../../model/finding.ts';
import { at } from '../../model/json.ts';
import type { Located } from '../../model/message.ts';
import type { Reading, Tokenizer } from '../../model/reading.ts';
import {
  answerOf,
  type Exchange,
  type Orphan,
  type Role,
  refKey,
  type Session,
} from '../../model/session.ts';
import { rolesOf } from '../../protocol/roles.ts';

/** What a view of a session is made from. */
export interface ViewInput {
  readonly session: Session;
  /** What the model gets of one message. Called for each message that is drawn, in wire order. */
  readonly reading: (located: Located) => Reading;
  readonly findings: readonly Finding[];
  /** Absent: tokens are not counted, and not printed. */
  readonly tokenizer?: Tokenizer | undefined;
  /** Whose rules the fates follow: title, and the day they were verified (`YYYY-MM-DD`). */
  readonly profile: { readonly title: string; readonly verifiedAt: string };
}

/** A session with everything that a view looks up by message. */
export interface Timeline extends ViewInput {
  readonly roles: ReadonlyMap<string, Role>;
  readonly messages: ReadonlyMap<string, Located>;
  readonly orphans: ReadonlyMap<string, Orphan>;
  /** By the `seq` of their first place. */
  readonly findingsAt: ReadonlyMap<number, readonly Finding[]>;
}

export function timelineOf(input: ViewInput): Timeline {
  const { session, findings } = input;
  return {
    ...input,
    roles: rolesOf(session),
    messages: new Map(session.messages.map((message) => [refKey(message), message])),
    orphans: new Map(session.orphans.map((orphan) => [refKey(orphan.answer), orphan])),
    findingsAt: bySeq(findings),
  };
}

function bySeq(findings: readonly Finding[]): ReadonlyMap<number, readonly Finding[]> {
  const map = new Map<number, Finding[]>();
  for (const finding of findings) {
    const seq = finding.places[0]?.seq;
    if (seq !== undefined) map.set(seq, [...(map.get(seq) ?? []), finding]);
  }
  return map;
}

/** Did the call fail: a JSON-RPC error, a result with `isError`, no answer, or no clear one? */
export function isFailed(exchange: Exchange): boolean {
  const { outcome } = exchange;
  if (outcome.kind === 'unanswered' || outcome.kind === 'ambiguous' || outcome.kind === 'late')
    return true;
  const answer = answerOf(exchange);
  return answer !== undefined && (answer.message.kind === 'failure' || isToolError(answer));
}

/** A result that says `isError: true`. */
export function isToolError(answer: Located): boolean {
  if (answer.message.kind !== 'result') return false;
  const flag = at(answer.message.result, 'isError');
  return flag?.kind === 'literal' && flag.value === true;
}
