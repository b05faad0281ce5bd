import { stringMember } from '../../model/json.ts';
import type { Located, Request } from '../../model/message.ts';

/** What goes wrong with an answer. One of the last five, or none. */
export interface AnswerFault {
  /** Milliseconds more. */
  readonly delay?: number;
  /** The answer is this error instead: JSON text of the `error` member. */
  readonly error?: string;
  /** There is no answer. */
  readonly drop?: true;
  /** The line is no JSON: it is cut in its middle. */
  readonly malformed?: true;
  /** The connection ends: before the answer, or in the middle of it. */
  readonly disconnect?: 'before' | 'during';
  /** So many bytes at a time, with so many milliseconds between. */
  readonly slow?: { readonly bytes: number; readonly every: number };
}

/** A fault, and the requests that meet it. */
export interface Fault extends AnswerFault {
  /** Method; `*` stands for any text. */
  readonly on: string;
  /** Name or URI that the request asks for; absent: any. `*` stands for any text. */
  readonly name?: string;
  /** First and last time that it happens, counted from 1 over the requests that fit; absent: always. */
  readonly times?: readonly [first: number, last: number];
}

/** Decides which fault a request meets: the first of the list that fits, as often as that says. */
export class Faults {
  readonly #faults: readonly Fault[];
  readonly #seen: number[];

  constructor(faults: readonly Fault[]) {
    this.#faults = faults;
    this.#seen = faults.map(() => 0);
  }

  /** Asked once for each request, in the order that they come. */
  next({ message }: Located<Request>): Fault | undefined {
    const name = stringMember(message.params, 'name') ?? stringMember(message.params, 'uri') ?? '';
    let met: Fault | undefined;
    for (const [index, fault] of this.#faults.entries()) {
      if (!fits(fault.on, message.method) || !fits(fault.name ?? '*', name)) continue;
      const nth = (this.#seen[index] ?? 0) + 1;
      this.#seen[index] = nth;
      const [first, last] = fault.times ?? [1, Number.POSITIVE_INFINITY];
      if (nth >= first && nth <= last) met ??= fault;
    }
    return met;
  }
}

function fits(pattern: string, text: string): boolean {
  if (!pattern.includes('*')) return pattern === text;
  const parts = pattern.split('*').map((part) => part.replaceAll(/[\\^$.+?()[\]{}|/-]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`, 'u').test(text);
}
