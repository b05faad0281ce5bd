import { stringMember } from '../../model/json.ts';
import type { Located, Request } from '../../model/message.ts';
import { isKind, refKey } from '../../model/session.ts';
import { placeholdersIn } from '../../secrets/placeholders.ts';
import type { Calls } from './calls.ts';
import type { Guard } from './guard.ts';
import type { HandOuts } from './handouts.ts';
import { nextRound, roundsOf } from './rounds.ts';
import type { Score, ScoreLine } from './score.ts';
import { type Splice, sourceOf, spliced } from './splice.ts';

/**
 * Why something that the recorded client said is not said again. `guard`: it may change something;
 * `redacted`: a value was taken out of the recording; `page`: the list has no such page today;
 * `pointless`: it goes on with something that did not happen today; `stopped`: the session could not
 * go on.
 */
export type OmissionWhy = 'guard' | 'redacted' | 'page' | 'pointless' | 'stopped';

export interface Omission {
  readonly why: OmissionWhy;
  /** One line for people. */
  readonly detail: string;
  readonly line: ScoreLine;
  /** The message of the line; absent for a line that is none. */
  readonly message: Located | undefined;
}

export interface Composed {
  /** What to write; undefined when nothing of the line is left. */
  readonly bytes: Buffer | undefined;
  readonly said: readonly Located[];
  readonly omitted: readonly Omission[];
}

/** Writes recorded lines anew for the session of today: exactly as they were, as far as that goes. */
export class Composer {
  readonly #rounds: ReturnType<typeof roundsOf>;
  readonly #calls: Calls;
  readonly #guard: Guard;
  readonly #handOuts: HandOuts;
  readonly #execute: boolean;

  constructor(score: Score, calls: Calls, guard: Guard, handOuts: HandOuts, execute: boolean) {
    this.#rounds = roundsOf(score.session);
    this.#calls = calls;
    this.#guard = guard;
    this.#handOuts = handOuts;
    this.#execute = execute;
  }

  compose(line: ScoreLine): Composed {
    if (line.messages.length === 0) return this.#stray(line);
    const omitted: Omission[] = [];
    const said: { readonly located: Located; readonly splices: readonly Splice[] }[] = [];
    for (const located of line.messages) {
      // Answers are given when the server asks.
      if (!isKind(located, 'request') && !isKind(located, 'notification')) continue;
      const found = this.#splicesFor(located);
      if ('why' in found) omitted.push({ ...found, line, message: located });
      else said.push({ located, splices: found });
    }
    return { bytes: bytesOf(line, said), said: said.map(({ located }) => located), omitted };
  }

  #stray(line: ScoreLine): Composed {
    const { bytes, almost } = line;
    const objection = this.#objection(almost) ?? this.#redaction(bytes.toString());
    if (!objection) return { bytes, said: [], omitted: [] };
    return { bytes: undefined, said: [], omitted: [{ ...objection, line, message: undefined }] };
  }

  #splicesFor(located: Located): readonly Splice[] | Reason {
    const { message, bytes } = located;
    const objection = this.#objection(message);
    if (objection) return objection;
    if (message.kind !== 'request' && message.kind !== 'notification') return [];
    const rounds = isKind(located, 'request') ? this.#round(located) : [];
    if ('why' in rounds) return rounds;
    const given = this.#handOuts.splices(message.method, message.params);
    const splices = [...rounds, ...given.filter((each) => !rounds.some(overlaps(each)))];
    const offset = message.node.start;
    const text = spliced(
      bytes.subarray(offset, message.node.end),
      splices.map((each) => shifted(each, -offset)),
    );
    return this.#redaction(text.toString()) ?? splices;
  }

  #objection(message: Located['message'] | undefined): Reason | undefined {
    if (this.#execute || !message) return undefined;
    const detail = this.#guard.objection(message);
    return detail === undefined ? undefined : { why: 'guard', detail };
  }

  #redaction(text: string): Reason | undefined {
    const first = placeholdersIn(text).find((name) => !this.#handOuts.isSpoken(name));
    if (first === undefined) return undefined;
    return { why: 'redacted', detail: `what ${first} stood for is not in the recording` };
  }

  #round(located: Located<Request>): readonly Splice[] | Reason {
    const { method, params } = located.message;
    const cursor = stringMember(params, 'cursor');
    if (cursor !== undefined && this.#handOuts.isWithheld(method, cursor))
      return { why: 'page', detail: 'the list has no such page today' };
    const before = this.#rounds.get(refKey(located));
    if (!before) return [];
    const key = refKey(before.request);
    if (this.#calls.isOmitted(key))
      return { why: 'pointless', detail: 'the round before was left out' };
    const round = nextRound(located, before, this.#calls.answerTo(key));
    return round.kind === 'splices' ? round.splices : { why: 'pointless', detail: round.why };
  }
}

interface Reason {
  readonly why: OmissionWhy;
  readonly detail: string;
}

/** The whole line with what changed in it; a batch without what is left out. */
function bytesOf(
  { bytes, messages }: ScoreLine,
  said: readonly { readonly located: Located; readonly splices: readonly Splice[] }[],
): Buffer | undefined {
  if (said.length === 0) return undefined;
  const splices = said.flatMap((each) => each.splices);
  if (said.length === messages.length) return spliced(bytes, splices);
  const members = said.map(({ located: { message }, splices: own }) => {
    const { start } = message.node;
    const part = Buffer.from(sourceOf(bytes, message.node));
    return spliced(
      part,
      own.map((each) => shifted(each, -start)),
    ).toString();
  });
  return Buffer.from(`[${members.join(',')}]`);
}

function shifted({ start, end, text }: Splice, by: number): Splice {
  return { start: start + by, end: end + by, text };
}

function overlaps(one: Splice): (other: Splice) => boolean {
  return (other) => one.start < other.end && other.start < one.end;
}
