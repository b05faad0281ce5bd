import type { Finding } from '../../model/finding.ts';
import { at } from '../../model/json.ts';
import type { Located, Request } from '../../model/message.ts';
import type { Reading, Tokenizer } from '../../model/reading.ts';
import type { RecordingState } from '../../model/recording.ts';
import {
  answerOf,
  type Exchange,
  type Orphan,
  type Role,
  refKey,
  type Session,
} from '../../model/session.ts';
import type { LiveSession, Lookup } from '../../protocol/live.ts';
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
  /** Of a recording without an end: can it still grow? Absent: unknown. */
  readonly state?: RecordingState | undefined;
}

/** A session with everything that a view looks up by message. */
export interface Timeline extends ViewInput {
  readonly roles: Lookup<Role>;
  readonly messages: Lookup<Located>;
  readonly orphans: Lookup<Orphan>;
  /** By the `seq` of their first place. */
  readonly findingsAt: ReadonlyMap<number, readonly Finding[]>;
  /** Tokens of a text, counted once for each text; absent when tokens are not counted. */
  readonly countTokens: ((text: string) => number) | undefined;
  /** More comes: that a request has no answer yet is nothing to tell. */
  readonly isLive?: boolean;
}

/** What a view of a session is made from while it is recorded. */
export interface LiveInput extends Pick<ViewInput, 'tokenizer' | 'profile'> {
  readonly live: LiveSession;
  /** As in `ViewInput`, by as much of the session as the message needs. */
  readonly reading: (located: Located, session: Session) => Reading;
}

export function liveTimelineOf({ live, reading, profile, tokenizer }: LiveInput): Timeline {
  const { roles, messages, orphans } = live;
  return {
    session: live.opening(),
    reading: (located) => reading(located, live.around(located)),
    findings: [],
    profile,
    tokenizer,
    roles,
    messages,
    orphans,
    findingsAt: new Map(),
    countTokens: tokenizer && remembering(tokenizer),
    isLive: true,
  };
}

export function timelineOf(input: ViewInput): Timeline {
  const { session, findings, tokenizer } = input;
  return {
    ...input,
    roles: rolesOf(session),
    messages: new Map(session.messages.map((message) => [refKey(message), message])),
    orphans: new Map(session.orphans.map((orphan) => [refKey(orphan.answer), orphan])),
    findingsAt: bySeq(findings),
    countTokens: tokenizer && remembering(tokenizer),
  };
}

/** The same text is asked for as part of a message and of its sum, and calls repeat each other. */
function remembering(tokenizer: Tokenizer): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const tokens = known.get(text) ?? tokenizer.count(text);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(text, tokens);
    return tokens;
  };
}

const MOST_REMEMBERED = 1_000;

function bySeq(findings: readonly Finding[]): ReadonlyMap<number, readonly Finding[]> {
  const map = new Map<number, Finding[]>();
  for (const finding of findings) {
    const seq = finding.places[0]?.seq;
    if (seq !== undefined) map.set(seq, [...(map.get(seq) ?? []), finding]);
  }
  return map;
}

/**
 * Did the call fail: a JSON-RPC error, a result with `isError`, no answer, or no clear one? A probe
 * that gets no good answer did its work: the client learns which era the server speaks.
 */
export function isFailed(exchange: Exchange): boolean {
  const { outcome, request } = exchange;
  if (isProbe(request)) return false;
  if (outcome.kind === 'unanswered' || outcome.kind === 'ambiguous' || outcome.kind === 'late')
    return true;
  const answer = answerOf(exchange);
  return answer !== undefined && (answer.message.kind === 'failure' || isToolError(answer));
}

/** `server/discover`, by which a client of both eras asks what the server speaks (2026-07-28). */
export function isProbe({ from, message }: Located<Request>): boolean {
  return from === 'client' && message.method === 'server/discover';
}

/** A result that says `isError: true`. */
export function isToolError(answer: Located): boolean {
  if (answer.message.kind !== 'result') return false;
  const flag = at(answer.message.result, 'isError');
  return flag?.kind === 'literal' && flag.value === true;
}
