import { maxOf } from '../model/lists.ts';
import { type Draft, isSettled, type Slot } from './draft.ts';

/**
 * The requests that a client sent over HTTP. Many clients may use the same ids at the same time, but the
 * answer to a POST comes as its response (MCP, Streamable HTTP), so each exchange has slots of its own.
 */
export class CallSlots {
  readonly #byCall = new Map<number, Map<string, Slot>>();
  /** By id, oldest first: an answer may come on another stream, after the own one broke. */
  readonly #byId = new Map<string, Set<Slot>>();

  ask(call: number, key: string, draft: Draft, generation: number): Slot {
    const before = this.own(call, key);
    if (before) {
      before.drafts.push(draft);
      return before;
    }
    const slot: Slot = { drafts: [draft], answers: [], generation };
    const slots = this.#byCall.get(call) ?? new Map<string, Slot>();
    this.#byCall.set(call, slots.set(key, slot));
    this.#byId.set(key, (this.#byId.get(key) ?? new Set()).add(slot));
    return slot;
  }

  /** What was asked under this id in this very exchange. */
  own(call: number, key: string): Slot | undefined {
    return this.#byCall.get(call)?.get(key);
  }

  /** What an exchange asked, when that is one thing. */
  only(call: number): Slot | undefined {
    const slots = this.#byCall.get(call);
    const [only] = slots?.size === 1 ? slots.values() : [];
    return only;
  }

  draftsOf(call: number): Draft[] {
    return [...(this.#byCall.get(call)?.values() ?? [])].flatMap((slot) => slot.drafts);
  }

  /** What a message of another exchange names by this id: the only open one, else the newest. */
  named(key: string): Slot | undefined {
    const [only, another] = this.#open(key);
    return another ? undefined : (only ?? [...(this.#byId.get(key) ?? [])].at(-1));
  }

  has(key: string): boolean {
    return this.#byId.has(key);
  }

  /**
   * The same for an answer. Several open ones become one slot, since nobody can say which of them is
   * meant.
   */
  elsewhere(key: string): Slot | undefined {
    const open = this.#open(key);
    return open.length > 1 ? this.#merge(key, open) : this.named(key);
  }

  clear(): void {
    this.#byCall.clear();
    this.#byId.clear();
  }

  /** Forgets the settled ones but for the newest on the way, so that the set stays small. */
  #open(key: string): readonly Slot[] {
    const all = [...(this.#byId.get(key) ?? [])];
    const open = all.filter((slot) => !isSettled(slot));
    if (all.length > open.length + 1) this.#byId.set(key, new Set([...open, ...all.slice(-1)]));
    return open;
  }

  #merge(key: string, all: readonly Slot[]): Slot {
    const drafts = all.flatMap((slot) => slot.drafts);
    const generation = maxOf(all.map((slot) => slot.generation));
    const merged: Slot = { drafts, answers: all.flatMap((slot) => slot.answers), generation };
    for (const draft of drafts) {
      draft.slot = merged;
      if (draft.request.call !== undefined) this.#byCall.get(draft.request.call)?.set(key, merged);
    }
    this.#byId.set(key, new Set([merged]));
    return merged;
  }
}
