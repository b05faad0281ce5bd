import { childrenOf, type JsonNode, pointerTo } from '../model/json.ts';
import { foldLeaf, keyOf } from './folds.ts';
import { alignItems } from './items.ts';
import { countingMembers, ignoring, type Normalising, normalise, numberKey } from './normalise.ts';
import type { Match } from './sequence.ts';

/**
 * How two JSON values differ in one place.
 * `changed`: another value of the same kind; `type`: another kind of value; `order`: the same items
 * in another order; `spelling`: the same value, written differently; `folded`: only volatile parts
 * differ.
 */
export type ValueChangeKind =
  | 'added'
  | 'removed'
  | 'changed'
  | 'type'
  | 'order'
  | 'spelling'
  | 'folded';

export interface ValueChange {
  readonly kind: ValueChangeKind;
  /** Where it is in the new value; what is gone: where it was in the old one. */
  readonly pointer: string;
  /** Where it was in the old value, if that is elsewhere: it is in an item that stands otherwise now. */
  readonly was?: string;
  /** The place in the JSON that the string at `pointer` holds as text. */
  readonly inner?: string;
  /** Absent exactly for `added`. */
  readonly before?: JsonNode;
  /** Absent exactly for `removed`. */
  readonly after?: JsonNode;
  /** Of `order`: old and new index of the items that moved. */
  readonly moved?: readonly Match[];
  /** Of `folded`: the names of the rules. */
  readonly rules?: readonly string[];
}

/** What does not count, and what else to look at. */
export interface Comparing extends Normalising {
  /** Reads a text as JSON; where both texts are objects or arrays they are compared as such. */
  readonly readText?: (text: string) => JsonNode | undefined;
}

/**
 * All differences of two values, parents before children, in the order of the new value. Equal values
 * give nothing. Members are matched by key whatever their order; items of arrays by their name, uri
 * or id, else by value (see `alignItems`). Numbers differ by value with all their digits; 1.0 and 1
 * are one `spelling`. Volatile `_meta` and ignored pointers never differ. Never throws; iterative.
 */
export function diffValues(
  before: JsonNode | undefined,
  after: JsonNode | undefined,
  options: Comparing = {},
): ValueChange[] {
  const base = { pointer: options.base ?? '', inner: undefined };
  return new Walk(options).run({ ...base, was: base, before, after });
}

/**
 * Do two values mean the same? Spelling of numbers, order of members and volatile `_meta` do not
 * count; order of array items does.
 */
export function valuesEqual(
  before: JsonNode | undefined,
  after: JsonNode | undefined,
  options: Normalising = {},
): boolean {
  if (before === after) return true;
  return before && after ? normalise(before, options) === normalise(after, options) : false;
}

/** Where a comparison stands. `inner` is set inside the JSON of a text. */
interface Place {
  readonly pointer: string;
  readonly inner: string | undefined;
}

/** The place in the new value; of what is gone: in the old one. */
interface Pair extends Place {
  /** The place in the old value. */
  readonly was: Place;
  readonly before: JsonNode | undefined;
  readonly after: JsonNode | undefined;
}

class Walk {
  readonly #options: Comparing;
  readonly #isIgnored: (pointer: string) => boolean;
  readonly #open: (Pair | ValueChange)[] = [];
  readonly #prints = new Map<JsonNode, string>();

  constructor(options: Comparing) {
    this.#options = options;
    this.#isIgnored = ignoring(options.ignore);
  }

  run(root: Pair): ValueChange[] {
    const found: ValueChange[] = [];
    this.#open.push(root);
    for (let next = this.#open.pop(); next; next = this.#open.pop()) {
      if ('kind' in next) found.push(next);
      else if (!this.#isIgnored(next.pointer + (next.inner ?? ''))) this.#compare(next);
    }
    return found;
  }

  #compare(pair: Pair): void {
    const { before, after } = pair;
    if (!before || !after) {
      if (after) this.#found(pair, { kind: 'added', after });
      else if (before) this.#found(pair, { kind: 'removed', before });
    } else if (before.kind === 'object' && after.kind === 'object')
      this.#later(memberPairs(pair, countingMembers(before), countingMembers(after)));
    else if (before.kind === 'array' && after.kind === 'array')
      this.#compareItems(pair, before.items, after.items);
    else this.#compareLeaves(pair, before, after);
  }

  #compareItems(pair: Pair, before: readonly JsonNode[], after: readonly JsonNode[]): void {
    const { pairs, moved } = alignItems(before, after, (node, _side, index) =>
      this.#print(node, stepped(pair, index)),
    );
    const next: (Pair | ValueChange)[] = pairs.map((each) => ({
      ...(each.after === undefined ? stepped(pair.was, each.before) : stepped(pair, each.after)),
      was: stepped(pair.was, each.before ?? each.after),
      before: each.before === undefined ? undefined : before[each.before],
      after: each.after === undefined ? undefined : after[each.after],
    }));
    if (moved.length > 0 && pair.before && pair.after) {
      const { before: old, after: now } = pair;
      next.unshift({ ...placeOf(pair), kind: 'order', before: old, after: now, moved });
    }
    this.#later(next);
  }

  #compareLeaves(pair: Pair, before: JsonNode, after: JsonNode): void {
    const kind = leafChange(before, after);
    if (kind === undefined) return;
    const texts = kind === 'changed' ? this.#asJson(pair, before, after) : undefined;
    const rules = kind === 'changed' && !texts ? this.#sameKind(pair, before, after) : undefined;
    if (texts) this.#compareTexts(pair, texts);
    else if (rules) this.#found(pair, { kind: 'folded', before, after, rules });
    else this.#found(pair, { kind, before, after });
  }

  #compareTexts(pair: Pair, texts: readonly [JsonNode, JsonNode]): void {
    const { before, after } = pair;
    const [old, now] = texts;
    const inside = { pointer: pair.pointer, inner: '', was: { ...pair.was, inner: '' } };
    // The texts differ. Where their values do not, the difference is white space or order of members.
    const isSame = diffValues(old, now).length === 0;
    if (isSame && before && after) this.#found(pair, { kind: 'spelling', before, after });
    else this.#later([{ ...inside, before: old, after: now }]);
  }

  #asJson(
    pair: Pair,
    before: JsonNode,
    after: JsonNode,
  ): readonly [JsonNode, JsonNode] | undefined {
    const { readText } = this.#options;
    if (!readText || pair.inner !== undefined) return undefined;
    const [old, now] = [before, after].map((each) =>
      each.kind === 'string' && /^\s*[[{]/.test(each.value) ? readText(each.value) : undefined,
    );
    return old && now && isContainer(old) && isContainer(now) ? [old, now] : undefined;
  }

  /** The rules by which the two are the same kind of volatile value, and nothing else differs. */
  #sameKind(place: Place, before: JsonNode, after: JsonNode): readonly string[] | undefined {
    const { folds } = this.#options;
    if (!folds) return undefined;
    const key = keyOf(place.inner ?? place.pointer);
    const [old, now] = [foldLeaf(before, key, folds), foldLeaf(after, key, folds)];
    return old && now && old.text === now.text ? now.rules : undefined;
  }

  #print(node: JsonNode, place: Place): string {
    const known = this.#prints.get(node);
    if (known !== undefined) return known;
    const base = place.pointer + (place.inner ?? '');
    const print = normalise(node, { ...this.#options, base });
    // Texts of leaves are cheap to make again, and many.
    if (childrenOf(node, '').length > 0) this.#prints.set(node, print);
    return print;
  }

  #found(pair: Pair, change: Omit<ValueChange, 'pointer' | 'inner' | 'was'>): void {
    this.#open.push({ ...placeOf(pair), ...change });
  }

  /** The first of the list is looked at first. */
  #later(list: readonly (Pair | ValueChange)[]): void {
    for (const each of list.toReversed()) this.#open.push(each);
  }
}

function memberPairs(
  pair: Pair,
  before: ReadonlyMap<string, JsonNode>,
  after: ReadonlyMap<string, JsonNode>,
): Pair[] {
  const keys = new Set([...after.keys(), ...before.keys()]);
  return [...keys].map((key) => ({
    ...stepped(after.has(key) ? pair : pair.was, key),
    was: stepped(pair.was, key),
    before: before.get(key),
    after: after.get(key),
  }));
}

function stepped({ pointer, inner }: Place, step: string | number): Place {
  return inner === undefined
    ? { pointer: pointerTo(pointer, step), inner }
    : { pointer, inner: pointerTo(inner, step) };
}

function placeOf({ pointer, inner, was, before, after }: Pair) {
  return {
    pointer,
    ...(before && after && was.pointer !== pointer ? { was: was.pointer } : {}),
    ...(inner === undefined ? {} : { inner }),
  };
}

function leafChange(
  before: JsonNode,
  after: JsonNode,
): 'type' | 'changed' | 'spelling' | undefined {
  if (before.kind === 'number' && after.kind === 'number') {
    if (before.text === after.text) return undefined;
    return numberKey(before) === numberKey(after) ? 'spelling' : 'changed';
  }
  if (before.kind !== after.kind) return 'type';
  return valuesEqual(before, after) ? undefined : 'changed';
}

function isContainer(node: JsonNode): boolean {
  return node.kind === 'object' || node.kind === 'array';
}
