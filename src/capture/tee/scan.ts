import type { MessageHints } from '../../recording/message-head.ts';
import { MAX_DEPTH } from '../../wire/scanner.ts';
import type { TextRuns } from '../../wire/text-runs.ts';
import { ACTION, FIRST_ACTION, NUMBER_MAY_END, STATE, TABLE } from './grammar.ts';
import { TopMembers } from './top-members.ts';

/**
 * Reads a stream of lines piece by piece and keeps nothing of them but where it is: whether the line is
 * JSON so far, how deep, and its top-level method and id. Nothing is decoded, joined or built.
 */
export class LineScanner {
  #state: number = STATE.value;
  /** The state after a value, by the container that it is in. */
  #after: number = STATE.done;
  #depth = 0;
  /** 1 for an object, 0 for an array; the innermost last. */
  #stack = new Uint8Array(64);
  #high = false;
  readonly #top = new TopMembers();

  /**
   * Reads from `start` on to the end of the line or of the chunk.
   * @returns the offset of the line feed, or the length of the chunk when there is none.
   */
  read(chunk: Buffer, start: number, runs: TextRuns): number {
    const { length } = chunk;
    const table = TABLE;
    let state = this.#state;
    this.#top.enter(chunk, start);
    // A string that the chunks cut goes on.
    for (let at = state === STATE.text ? runs.text(start) : start; at < length; at += 1) {
      const next = table[(state << 8) | (chunk[at] ?? 0)] ?? 0;
      if (next < FIRST_ACTION) state = next;
      else if (next === ACTION.text || next === ACTION.high) {
        // Most bytes are in strings, and most of those stand for themselves.
        if (next === ACTION.high) this.#high = true;
        if (state === STATE.keyText) continue;
        state = STATE.text;
        at = runs.text(at + 1) - 1;
      } else if (next === ACTION.line) {
        return this.#stop(state, at, runs);
      } else if (next === ACTION.bad) {
        at = skipLine(chunk, at) - 1;
        state = STATE.bad;
      } else {
        state = this.#act(next, at);
        if (next === ACTION.openKey) at = runs.plain(at + 1) - 1;
        else if (next === ACTION.endNumber) at -= 1;
      }
    }
    return this.#stop(state, length, runs);
  }

  /** The same as `hintsOf`, from `end` until `reset`. */
  get hints(): MessageHints {
    return this.#top;
  }

  /** There are bytes from 0x80 in the line, whose UTF-8 was not looked at. */
  get high(): boolean {
    return this.#high;
  }

  /** Whatever comes, the line is no JSON. */
  get isBad(): boolean {
    return this.#state === STATE.bad;
  }

  /** Call when the line is over: whether it is one JSON text, if it is UTF-8. As `isJson` says. */
  end(): boolean {
    const ended = NUMBER_MAY_END.has(this.#state) ? this.#after : this.#state;
    const json = ended === STATE.done;
    this.#top.settle(json);
    return json;
  }

  /** Before the next line. */
  reset(): void {
    this.#state = STATE.value;
    this.#after = STATE.done;
    this.#depth = 0;
    this.#high = false;
    this.#top.reset();
  }

  #stop(state: number, at: number, runs: TextRuns): number {
    this.#state = state;
    if (runs.sawHigh) this.#high = true;
    runs.sawHigh = false;
    this.#top.leave(at);
    return at;
  }

  #act(action: number, at: number): number {
    const top = this.#depth === 1;
    switch (action) {
      case ACTION.openObject:
        return this.#open(1);
      case ACTION.openArray:
        return this.#open(0);
      case ACTION.close:
        if (top) this.#top.endMember(at);
        return this.#close();
      case ACTION.openKey:
        if (top) this.#top.openKey(at + 1);
        return STATE.keyText;
      case ACTION.escapeKey:
        if (top) this.#top.sawEscape();
        return STATE.keyEscape;
      case ACTION.closeKey:
        if (top) this.#top.closeKey(at);
        return STATE.colon;
      case ACTION.colon:
        if (top) this.#top.openValue(at + 1);
        return STATE.value;
      case ACTION.comma:
        if (top) this.#top.endMember(at);
        return STATE.key;
      default:
        return this.#after;
    }
  }

  #open(isObject: 0 | 1): number {
    if (this.#depth >= MAX_DEPTH) return STATE.bad;
    if (this.#depth === this.#stack.length) this.#stack = doubled(this.#stack);
    this.#stack[this.#depth] = isObject;
    this.#depth += 1;
    this.#after = isObject === 1 ? STATE.afterInObject : STATE.afterInArray;
    return isObject === 1 ? STATE.firstKey : STATE.firstItem;
  }

  #close(): number {
    this.#depth -= 1;
    const outer = this.#depth === 0 ? undefined : this.#stack[this.#depth - 1];
    this.#after =
      outer === undefined ? STATE.done : outer === 1 ? STATE.afterInObject : STATE.afterInArray;
    return this.#after;
  }
}

function skipLine(chunk: Buffer, from: number): number {
  const end = chunk.indexOf(0x0a, from);
  return end === -1 ? chunk.length : end;
}

function doubled(stack: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(stack.length * 2);
  larger.set(stack);
  return larger;
}
