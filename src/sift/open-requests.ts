import type { Key } from './id-set.ts';

/**
 * Requests without an answer, by their id. Most clients have one at a time, which is asked and answered without
 * the map: one that fills and empties all the time is made anew every few calls.
 */
export class OpenRequests<Request extends { readonly id: Key }> {
  #newest: Request | undefined;
  readonly #others = new Map<Key, Request>();

  get(id: Key): Request | undefined {
    if (this.#newest?.id === id) return this.#newest;
    return this.#others.size > 0 ? this.#others.get(id) : undefined;
  }

  /** In place of the one with the same id, if there is one. */
  add(request: Request): void {
    const before = this.#newest;
    if (before && before.id !== request.id) this.#others.set(before.id, before);
    if (this.#others.size > 0) this.#others.delete(request.id);
    this.#newest = request;
  }

  remove(id: Key): void {
    if (this.#newest?.id === id) this.#newest = undefined;
    else if (this.#others.size > 0) this.#others.delete(id);
  }

  *all(): Generator<Request> {
    if (this.#newest) yield this.#newest;
    yield* this.#others.values();
  }
}
