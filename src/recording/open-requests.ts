import { otherSide, type Side } from '../model/frame.ts';
import { rpcId } from '../model/ids.ts';
import type { RpcId } from '../model/message.ts';
import { parseJson } from '../wire/json.ts';
import { BySide } from './by-side.ts';

/** What is remembered of a request until it is answered. */
export interface OpenRequest {
  readonly from: Side;
  readonly method: string;
  /** The HTTP exchange that carried it. */
  readonly call: number | undefined;
}

/**
 * The requests that wait for an answer, by asking side and typed id; memory grows with those alone.
 * With one id in use twice an answer goes to the request of its own HTTP exchange, else to the first.
 * Ids that are whole numbers, as nearly all are, are looked up as numbers: that takes no text.
 */
export class OpenRequests<R extends OpenRequest = OpenRequest> {
  readonly #sides = new BySide(() => new Waiting<R>());

  /** @param id undefined or null: nothing can answer it. */
  ask(request: R, id: RpcId | number | undefined): void {
    const key = keyOf(id);
    if (key !== undefined) this.#sides.of(request.from).add(key, request);
  }

  /** Takes out the request that a message of `side` answers; undefined: nobody asked. */
  answer(side: Side, id: RpcId | number | undefined, call: number | undefined): R | undefined {
    const key = keyOf(id);
    return key === undefined ? undefined : this.#sides.of(otherSide(side)).take(key, call);
  }

  /** A side gives up its own request; undefined: it has none of this id. */
  cancel(side: Side, id: RpcId | number | undefined): R | undefined {
    const key = keyOf(id);
    return key === undefined ? undefined : this.#sides.of(side).take(key, undefined);
  }

  /** What came as the answer to an HTTP exchange is not known, so nothing waits for it. */
  hide(call: number): void {
    this.#sides.client.hide(call);
    this.#sides.server.hide(call);
  }

  /** All that still wait. */
  left(): R[] {
    return [...this.#sides.client.left(), ...this.#sides.server.left()];
  }
}

/** Requests that wait at once are few, and their ids count up: they find room by the last bits of those. */
const NEAR = 1024;

/** The same for one side. */
class Waiting<R extends OpenRequest> {
  /** Whole numbers, each in a place of its own; a key is here or in `first`, never in both. */
  readonly #nearKeys = new Float64Array(NEAR).fill(-1);
  readonly #near: (R | undefined)[] = Array.from({ length: NEAR });
  readonly #first = new Map<string | number, R>();
  /** Those behind the first of the same id, in the order asked. */
  readonly #more = new Map<string | number, R[]>();

  add(key: string | number, request: R): void {
    const place = placeOf(key);
    const near = place < 0 ? undefined : this.#near[place];
    if (near && this.#nearKeys[place] === key) this.#toFirst(place);
    if (this.#first.size > 0 && this.#first.has(key))
      this.#more.set(key, [...(this.#more.get(key) ?? []), request]);
    else if (place < 0 || this.#near[place]) this.#first.set(key, request);
    else {
      this.#nearKeys[place] = Number(key);
      this.#near[place] = request;
    }
  }

  take(key: string | number, call: number | undefined): R | undefined {
    const place = placeOf(key);
    const near = place < 0 ? undefined : this.#near[place];
    if (near && this.#nearKeys[place] === key) {
      this.#near[place] = undefined;
      return near;
    }
    const first = this.#first.size === 0 ? undefined : this.#first.get(key);
    if (first === undefined) return undefined;
    const more = this.#more.size === 0 ? undefined : this.#more.get(key);
    if (!more) {
      this.#first.delete(key);
      return first;
    }
    const all = [first, ...more];
    const own = all.findIndex((each) => call !== undefined && each.call === call);
    const [taken] = all.splice(Math.max(0, own), 1);
    this.#keep(key, all);
    return taken;
  }

  hide(call: number): void {
    for (let place = 0; place < NEAR; place += 1)
      if (this.#near[place]?.call === call) this.#near[place] = undefined;
    for (const [key, first] of this.#first) {
      const all = [first, ...(this.#more.get(key) ?? [])];
      this.#keep(
        key,
        all.filter((each) => each.call !== call),
      );
    }
  }

  left(): R[] {
    const near = this.#near.filter((each) => each !== undefined);
    return [...near, ...this.#first.values(), ...[...this.#more.values()].flat()];
  }

  /** Its key is in use a second time. */
  #toFirst(place: number): void {
    const request = this.#near[place];
    if (request) this.#first.set(this.#nearKeys[place] ?? -1, request);
    this.#near[place] = undefined;
  }

  #keep(key: string | number, [first, ...more]: readonly R[]): void {
    if (first) this.#first.set(key, first);
    else this.#first.delete(key);
    if (more.length > 0) this.#more.set(key, more);
    else this.#more.delete(key);
  }
}

/** -1 for a key that is no number. */
function placeOf(key: string | number): number {
  return typeof key === 'number' ? key % NEAR : -1;
}

/** A number for a whole number that is not negative and has at most 15 digits. */
function keyOf(id: RpcId | number | undefined): string | number | undefined {
  if (typeof id === 'number' || id === undefined) return id;
  if (id.kind === 'null') return undefined;
  return /^n:\d{1,15}$/.test(id.key) ? Number(id.key.slice(2)) : id.key;
}

/** An id as a hint spells it. */
export function hintedId(text: string): RpcId | undefined {
  if (/^[1-9]\d{0,14}$/.test(text)) return { kind: 'number', key: `n:${text}`, text };
  const parsed = parseJson(Buffer.from(text));
  return parsed.ok ? rpcId(parsed.node) : undefined;
}
