import { type JsonMember, type JsonNode, pointerTo } from '../model/json.ts';
import type { Defect } from '../model/message.ts';

/** An object or array whose end has not come yet. */
interface Open {
  readonly start: number;
  readonly isObject: boolean;
  /** Sizes of the two piles when it was opened: its children lie above. */
  readonly membersFrom: number;
  readonly itemsFrom: number;
  /** Key of the value that is being read, and where it stands. */
  key: string;
  keyStart: number;
  /** Keys so far, once there are too many to look through one by one. */
  keys: Set<string> | undefined;
  /** JSON pointer of this container, once somebody needed it. */
  pointer: string | undefined;
}

/** Objects of up to this many members are searched for a key without an index. */
const FEW = 8;

/** The containers that are open while a text is read, outermost first, and their children so far. */
export class Nest {
  readonly repeated: Defect[] = [];
  readonly #open: Open[] = [];
  readonly #members = new Pile<JsonMember>();
  readonly #items = new Pile<JsonNode>();
  #top: Open | undefined;

  get depth(): number {
    return this.#open.length;
  }

  /** undefined: nothing is open. */
  get inObject(): boolean | undefined {
    return this.#top?.isObject;
  }

  /** Enters a container whose bracket stands at `start`. */
  enter(start: number, isObject: boolean): void {
    this.#top = {
      start,
      isObject,
      membersFrom: this.#members.size,
      itemsFrom: this.#items.size,
      key: '',
      keyStart: 0,
      keys: undefined,
      pointer: undefined,
    };
    this.#open.push(this.#top);
  }

  /** Sets the key of the next value, and notes it when the object has it already. */
  key(key: string, keyStart: number): void {
    const top = this.#top;
    if (!top) return;
    top.key = key;
    top.keyStart = keyStart;
    if (!this.#isKnown(top, key)) return;
    const pointer = pointerTo(this.#pointerOfTop(), key);
    this.repeated.push({ kind: 'duplicate-key', pointer, offset: keyStart });
  }

  /** Gives a value to the innermost container; false when nothing is open. */
  add(value: JsonNode): boolean {
    const top = this.#top;
    if (!top) return false;
    if (top.isObject) this.#members.push({ key: top.key, start: top.keyStart, value });
    else this.#items.push(value);
    return true;
  }

  /** Leaves the innermost container, which ends before `end`; undefined when nothing is open. */
  leave(end: number): JsonNode | undefined {
    const left = this.#open.pop();
    if (!left) return undefined;
    this.#top = this.#open[this.#open.length - 1];
    const { start } = left;
    return left.isObject
      ? { kind: 'object', start, end, members: this.#members.take(left.membersFrom) }
      : { kind: 'array', start, end, items: this.#items.take(left.itemsFrom) };
  }

  #isKnown(top: Open, key: string): boolean {
    if (top.keys) return top.keys.has(key) || !top.keys.add(key);
    const { membersFrom } = top;
    for (let index = membersFrom; index < this.#members.size; index += 1) {
      if (this.#members.at(index)?.key === key) return true;
    }
    if (this.#members.size - membersFrom >= FEW) {
      top.keys = new Set(this.#members.from(membersFrom).map((each) => each.key)).add(key);
    }
    return false;
  }

  /** Kept in the containers, so that many repeated keys far down cost no walk from the root each. */
  #pointerOfTop(): string {
    let known = this.#open.length - 1;
    while (known > 0 && this.#open[known]?.pointer === undefined) known -= 1;
    let pointer = this.#open[known]?.pointer ?? '';
    for (const [index, here] of this.#open.slice(known + 1).entries()) {
      const parent = this.#open[known + index];
      if (parent) pointer = pointerTo(pointer, stepTo(here, parent));
      here.pointer = pointer;
    }
    return pointer;
  }
}

function stepTo(child: Open, parent: Open): string | number {
  return parent.isObject ? parent.key : child.itemsFrom - parent.itemsFrom;
}

/**
 * A stack that many containers share. Each takes its own part off the top as an array of just the
 * right length; an array per container would be grown while it fills, at four times the memory.
 */
class Pile<T> {
  size = 0;
  readonly #all: T[] = [];

  push(value: T): void {
    this.#all[this.size] = value;
    this.size += 1;
  }

  at(index: number): T | undefined {
    return this.#all[index];
  }

  from(index: number): T[] {
    return this.#all.slice(index, this.size);
  }

  take(index: number): T[] {
    const taken = this.from(index);
    this.size = index;
    return taken;
  }
}
