import type { Side } from '../model/frame.ts';
import type { Answer, Located, RpcId } from '../model/message.ts';
import { CallSlots } from './call-slots.ts';
import { type Draft, isListen, isSettled, type Slot, type Tie } from './draft.ts';
import { TokenIndex } from './tokens.ts';

/**
 * What one side has asked, by typed id (JSON-RPC 2.0 section 5, MCP base protocol "Requests"). Each
 * side numbers its own requests, so there are two ledgers and the same id may be open in both.
 */
export class Ledger {
  readonly asker: Side;
  readonly tokens = new TokenIndex();
  readonly #slots = new Map<string, Slot>();
  /** Requests that came over HTTP, whose answers come in the same exchange first of all. */
  readonly #calls = new CallSlots();
  readonly #listens = new Map<string, Draft>();
  /** Asked and neither answered nor given up; subscriptions, which stay open by design, left out. */
  readonly #busy = new Set<Draft>();
  #generation = 0;

  constructor(asker: Side) {
    this.asker = asker;
  }

  /** Enters a request. Its id may have been used before: see `Slot`. */
  ask(draft: Draft): void {
    const { id } = draft.request.message;
    if (id.kind === 'null') return;
    const { call } = draft.request;
    draft.slot =
      call === undefined || this.asker === 'server'
        ? this.#slotFor(id.key, draft)
        : this.#calls.ask(call, id.key, draft, this.#generation);
    if (isListen(draft.request)) this.#listens.set(id.key, draft);
    else this.#busy.add(draft);
    this.tokens.add(draft);
  }

  /** Enters an answer by the other side. Undefined: nothing was asked under this id. */
  answer(id: RpcId, answer: Located<Answer>): Tie | undefined {
    if (id.kind === 'null') return undefined;
    const own = answer.call === undefined ? undefined : this.#calls.own(answer.call, id.key);
    const slot = own ?? this.#slots.get(id.key) ?? this.#calls.elsewhere(id.key);
    if (!slot) return undefined;
    if (slot !== own && isSettled(slot) && slot.generation < this.#generation) return undefined;
    return isSettled(slot) ? again(slot, answer) : this.#settle(slot, answer);
  }

  /**
   * Enters an error that names no request, which answers the only one of its HTTP exchange: a server
   * that cannot read a body, or will not, does not know its id. Undefined: there is not exactly one.
   */
  answerCall(answer: Located<Answer>): Tie | undefined {
    const slot = answer.call === undefined ? undefined : this.#calls.only(answer.call);
    return !slot || isSettled(slot) ? undefined : this.#settle(slot, answer);
  }

  /** The only request of an HTTP exchange; undefined when it has none, or several. */
  onlyOf(call: number): Draft | undefined {
    const slot = this.#calls.only(call);
    return slot?.drafts.length === 1 ? slot.drafts[0] : undefined;
  }

  /** The HTTP exchange is over: what it asked is answered elsewhere, or not at all. */
  close(call: number): void {
    for (const draft of this.#calls.draftsOf(call)) {
      draft.over = true;
      this.#busy.delete(draft);
    }
  }

  /** The body of the exchange's answer was not kept. */
  hide(call: number): void {
    for (const draft of this.#calls.draftsOf(call)) {
      draft.isHidden = true;
      this.#busy.delete(draft);
    }
  }

  /** The request that this id names: undefined when there is none, or when two open ones share it. */
  find(id: RpcId): Draft | undefined {
    if (id.kind === 'null') return undefined;
    const slot = this.#slots.get(id.key) ?? this.#calls.named(id.key);
    return slot?.drafts.length === 1 ? slot.drafts[0] : undefined;
  }

  /** Was anything asked under this id? */
  knows(id: RpcId): boolean {
    return id.kind !== 'null' && (this.#slots.has(id.key) || this.#calls.has(id.key));
  }

  /** The newest subscription with this id. */
  findListen(id: RpcId): Draft | undefined {
    return id.kind === 'null' ? undefined : this.#listens.get(id.key);
  }

  /** The one request that is being worked on; undefined when there is none or more than one. */
  get onlyBusy(): Draft | undefined {
    const [only] = this.#busy.size === 1 ? this.#busy : [];
    return only;
  }

  /** The asking side no longer waits for an answer. One may still come. */
  giveUp(draft: Draft): void {
    draft.gaveUp = draft.slot !== undefined && !isSettled(draft.slot);
    this.#busy.delete(draft);
  }

  /**
   * The client opens the session anew: ids are counted anew too. What is still open goes unanswered, unless its
   * answer comes before its id is used again; a slow server answers a probe after the time-out.
   */
  renew(): void {
    this.#generation += 1;
    for (const draft of this.#busy) draft.over = true;
    this.#busy.clear();
    this.#listens.clear();
    this.tokens.clear();
  }

  /** Another process begins: nothing that was open can be answered. */
  restart(): void {
    this.renew();
    this.#slots.clear();
    this.#calls.clear();
  }

  #slotFor(key: string, draft: Draft): Slot {
    const before = this.#slots.get(key);
    const inUse = before && !isSettled(before) && before.generation === this.#generation;
    if (inUse) {
      before.drafts.push(draft);
      return before;
    }
    const slot: Slot = { drafts: [draft], answers: [], generation: this.#generation };
    this.#slots.set(key, slot);
    return slot;
  }

  #settle(slot: Slot, answer: Located<Answer>): Tie | undefined {
    slot.answers.push(answer);
    const [draft] = slot.drafts;
    if (isSettled(slot)) {
      for (const each of slot.drafts) {
        this.#busy.delete(each);
        this.tokens.settle(each);
      }
    }
    return draft && { draft, part: 'answer' };
  }
}

function again({ drafts }: Slot, answer: Located<Answer>): Tie | undefined {
  const draft = drafts.at(-1);
  draft?.duplicates.push(answer);
  return draft && { draft, part: 'duplicate' };
}
