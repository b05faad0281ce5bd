import type { Side } from '../model/frame.ts';
import { IdSet, type Key } from './id-set.ts';
import type { Kept, Spot } from './kept.ts';
import { OpenRequests } from './open-requests.ts';
import { type StderrLine, StderrLines } from './stderr-lines.ts';

/** A request of the client, with its answer when it came. */
export interface Call {
  readonly id: Key;
  readonly token: Key | undefined;
  readonly method: string;
  readonly request: Spot;
  answer: Spot | undefined;
  /** Its lines are kept: somebody may have a word on it. */
  isKept: boolean;
  /** How many sides it is the last line of. */
  holds: number;
  /** Lines of stderr after its request, which are told beside it when it is never answered; undefined for none. */
  stderr: StderrLine[] | undefined;
}

/**
 * The requests of the client: those that are open, the two that hold the last line of each side, and of all
 * that were passed over the ids and tokens.
 */
export class Calls {
  readonly open = new OpenRequests<Call>();
  readonly #kept: Kept;
  readonly #last: { [side in Side]: Call | undefined } = { client: undefined, server: undefined };
  readonly #ids = new IdSet();
  readonly #tokens = new IdSet();
  /** Ids of the requests that are kept: another request with one of them is kept too. */
  readonly #keptIds = new IdSet();
  readonly stderr: StderrLines;
  passedOver = 0;

  constructor(kept: Kept) {
    this.#kept = kept;
    this.stderr = new StderrLines(kept);
  }

  /** Was a request with this id passed over? */
  isGone(id: Key): boolean {
    return this.#ids.has(id);
  }

  /** Was a request with this id seen, kept or passed over? */
  isUsed(id: Key): boolean {
    return this.#ids.has(id) || this.#keptIds.has(id) || this.atHand(id) !== undefined;
  }

  isTokenGone(token: Key): boolean {
    return this.#tokens.has(token);
  }

  ask(call: Call): void {
    this.open.add(call);
    this.stderr.listen(call);
    this.hold('client', call);
    if (!call.isKept) return;
    this.#keptIds.add(call.id);
    this.#kept.add(call.request);
  }

  /** @returns whether its request is kept, and so the answer has to be */
  settle(call: Call, answer: Spot): void {
    this.open.remove(call.id);
    call.answer = answer;
    if (call.isKept) this.#kept.add(answer);
    this.hold('server', call);
  }

  /** The last line of a side is of this call, or of none. */
  hold(side: Side, call: Call | undefined): void {
    const before = this.#last[side];
    this.#last[side] = call;
    if (call) call.holds += 1;
    if (!before) return;
    before.holds -= 1;
    if (before.holds === 0 && before.answer && !before.isKept) this.#passOver(before);
  }

  keep(call: Call): void {
    if (call.isKept) return;
    call.isKept = true;
    this.#keptIds.add(call.id);
    this.#kept.add(call.request);
    if (call.answer) this.#kept.add(call.answer);
    for (const line of call.stderr ?? []) this.stderr.keep(line);
  }

  /** Keeps what the last lines of both sides are of. */
  keepLast(): void {
    for (const call of [this.#last.client, this.#last.server]) if (call) this.keep(call);
  }

  keepOpen(): void {
    for (const call of this.open.all()) this.keep(call);
  }

  /** The call of this id that is still at hand. */
  atHand(id: Key): Call | undefined {
    const { client, server } = this.#last;
    if (client?.id === id) return client;
    return server?.id === id ? server : this.open.get(id);
  }

  /** All calls at hand with this token. */
  withToken(token: Key): Call[] {
    const { client, server } = this.#last;
    const held = [client, server].flatMap((call) => call ?? []);
    return [...this.open.all(), ...held].filter((call) => call.token === token);
  }

  #passOver({ id, token }: Call): void {
    this.passedOver += 1;
    this.#ids.add(id);
    if (token !== undefined) this.#tokens.add(token);
  }
}
