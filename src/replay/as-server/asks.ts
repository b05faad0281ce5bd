import { payloadOf } from '../../compare/payload.ts';
import { diffValues } from '../../compare/values.ts';
import type { Located } from '../../model/message.ts';
import { answerOf, type Exchange } from '../../model/session.ts';
import { seqText } from './places.ts';
import { idText } from './rewrite.ts';
import type { Playing } from './scene.ts';

interface Ask<C> {
  readonly playing: Playing<C>;
  readonly exchange: Exchange;
}

/** What became of an answer of the client. */
export interface Settled<C> {
  readonly playing: Playing<C>;
  /** Set when it is another answer than recorded: what to tell. */
  readonly differs: string | undefined;
}

/** The requests that the server made in this play, and what its client answered. */
export class Asks<C> {
  readonly #ignore: readonly string[];
  readonly #open = new Map<string, Ask<C>>();
  readonly #taken = new Set<string>();
  #lastOwn = 0;

  constructor(ignore: readonly string[] = []) {
    this.#ignore = ignore;
  }

  /** The id to ask with: the recorded one, unless it was used in this play already. As JSON. */
  ask(exchange: Exchange, playing: Playing<C>): string {
    const { id } = exchange.request.message;
    const recorded = id.kind === 'null' ? undefined : id;
    let [key, text] = [recorded?.key ?? '', idText(recorded) ?? ''];
    while (key === '' || this.#taken.has(key)) {
      this.#lastOwn += 1;
      text = JSON.stringify(`sadap-${this.#lastOwn}`);
      key = `s:sadap-${this.#lastOwn}`;
    }
    this.#taken.add(key);
    this.#open.set(key, { playing, exchange });
    playing.asked.set(exchange, text);
    return text;
  }

  /** Takes the client's answer; undefined when nobody asked. */
  settle(answer: Located): Settled<C> | undefined {
    const { message } = answer;
    const id = 'id' in message ? message.id : undefined;
    const key = id && id.kind !== 'null' ? id.key : undefined;
    const ask = key === undefined ? undefined : this.#open.get(key);
    if (!ask || key === undefined) return undefined;
    this.#open.delete(key);
    ask.playing.got.add(ask.exchange);
    return { playing: ask.playing, differs: this.#difference(ask.exchange, answer) };
  }

  /** Is a request with this id open? Its key. */
  has(key: string): boolean {
    return this.#open.has(key);
  }

  /** Others that write to the client may not use these ids. */
  isTaken(key: string): boolean {
    return this.#taken.has(key);
  }

  #difference(exchange: Exchange, answer: Located): string | undefined {
    const recorded = answerOf(exchange);
    if (!recorded) return undefined;
    const { method } = exchange.request.message;
    const what = `the client answers ${method} otherwise than recorded (${seqText(recorded)})`;
    const [old, now] = [recorded.message.kind, answer.message.kind];
    if (old !== now) return `${what}: with ${nameOf(now)}, not ${nameOf(old)}`;
    const base = now === 'result' ? '/result' : '/error';
    const options = { base, ignore: this.#ignore };
    const changes = diffValues(payloadOf(recorded), payloadOf(answer), options).filter(
      ({ kind }) => kind !== 'spelling',
    );
    if (changes.length === 0) return undefined;
    return `${what}: ${changes
      .map(({ pointer }) => pointer)
      .slice(0, 3)
      .join(', ')}`;
  }
}

function nameOf(kind: string): string {
  return kind === 'result' ? 'a result' : 'an error';
}
