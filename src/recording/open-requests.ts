import { otherSide, type Side } from '../model/frame.ts';
import { rpcId } from '../model/ids.ts';
import type { RpcId } from '../model/message.ts';
import { parseJson } from '../wire/json.ts';

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
 */
export class OpenRequests<R extends OpenRequest = OpenRequest> {
  readonly #open = new Map<string, R[]>();

  /** @param id undefined or null: nothing can answer it. */
  ask(request: R, id: RpcId | undefined): void {
    if (!id || id.kind === 'null') return;
    const key = `${request.from} ${id.key}`;
    const waiting = this.#open.get(key);
    if (waiting) waiting.push(request);
    else this.#open.set(key, [request]);
  }

  /** Takes out the request that a message of `side` answers; undefined: nobody asked. */
  answer(side: Side, id: RpcId | undefined, call: number | undefined): R | undefined {
    return this.#take(otherSide(side), id, call);
  }

  /** A side gives up its own request; undefined: it has none of this id. */
  cancel(side: Side, id: RpcId | undefined): R | undefined {
    return this.#take(side, id, undefined);
  }

  /** What came as the answer to an HTTP exchange is not known, so nothing waits for it. */
  hide(call: number): void {
    for (const [key, waiting] of this.#open) {
      const left = waiting.filter((each) => each.call !== call);
      if (left.length === 0) this.#open.delete(key);
      else this.#open.set(key, left);
    }
  }

  /** All that still wait. */
  left(): R[] {
    return [...this.#open.values()].flat();
  }

  #take(asker: Side, id: RpcId | undefined, call: number | undefined): R | undefined {
    if (!id || id.kind === 'null') return undefined;
    const key = `${asker} ${id.key}`;
    const waiting = this.#open.get(key) ?? [];
    const own = waiting.findIndex((each) => call !== undefined && each.call === call);
    const [taken] = waiting.splice(Math.max(0, own), 1);
    if (waiting.length === 0) this.#open.delete(key);
    return taken;
  }
}

/** An id as a hint spells it. */
export function hintedId(text: string): RpcId | undefined {
  if (/^[1-9]\d{0,14}$/.test(text)) return { kind: 'number', key: `n:${text}`, text };
  const parsed = parseJson(Buffer.from(text));
  return parsed.ok ? rpcId(parsed.node) : undefined;
}
