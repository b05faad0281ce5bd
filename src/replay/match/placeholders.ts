import { countingMembers, ignoring, numberKey } from '../../compare/normalise.ts';
import { type JsonNode, pointerTo } from '../../model/json.ts';
import { append } from '../../model/lists.ts';
import { aroundPlaceholders, isPlaceholder, textsBetween } from '../../secrets/placeholders.ts';

/** Does this text, or a text in this value, hold a placeholder? */
export function hasPlaceholder(node: JsonNode | undefined): boolean {
  const open: (JsonNode | undefined)[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === 'string' && aroundPlaceholders(next.value).length > 1) return true;
    if (next.kind === 'array') append(open, next.items);
    if (next.kind === 'object')
      append(
        open,
        next.members.map((each) => each.value),
      );
  }
  return false;
}

/** Which secret each placeholder stands for, as far as requests have told. */
export type Bindings = ReadonlyMap<string, string>;

/**
 * Does a request ask what a redacted one asked? Values are equal as in `requestKey`, but a placeholder
 * stands for any text: always for the same one, and no two for one.
 *
 * @returns what the placeholders stand for now; undefined when it asks something else.
 */
export function matchRedacted(
  recorded: JsonNode | undefined,
  asked: JsonNode | undefined,
  known: Bindings,
  ignore: readonly string[] = [],
): Bindings | undefined {
  const isIgnored = ignoring(ignore);
  const binder = new Binder(known);
  const open = [{ recorded, asked, pointer: '/params' }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { pointer } = next;
    if (isIgnored(pointer)) continue;
    const [old, now] = [next.recorded, next.asked];
    if (!old || !now) {
      if (isEmpty(old) && isEmpty(now)) continue;
      return undefined;
    }
    const pairs = partsOf(old, now, pointer);
    if (pairs) append(open, pairs);
    else if (!sameLeaf(old, now, binder)) return undefined;
  }
  return binder.bindings;
}

/** Absent params are empty ones. */
function isEmpty(node: JsonNode | undefined): boolean {
  return !node || (node.kind === 'object' && countingMembers(node).size === 0);
}

function partsOf(old: JsonNode, now: JsonNode, pointer: string) {
  if (old.kind === 'object' && now.kind === 'object') {
    const [before, after] = [countingMembers(old), countingMembers(now)];
    return [...new Set([...before.keys(), ...after.keys()])].map((key) => ({
      recorded: before.get(key),
      asked: after.get(key),
      pointer: pointerTo(pointer, key),
    }));
  }
  if (old.kind !== 'array' || now.kind !== 'array') return undefined;
  const length = Math.max(old.items.length, now.items.length);
  return Array.from({ length }, (_, index) => ({
    recorded: old.items[index],
    asked: now.items[index],
    pointer: pointerTo(pointer, index),
  }));
}

function sameLeaf(old: JsonNode, now: JsonNode, binder: Binder): boolean {
  if (old.kind === 'string' && now.kind === 'string') return binder.fits(old.value, now.value);
  // Redaction makes a text of a number, or of true and false.
  if (old.kind === 'string' && isPlaceholder(old.value)) return binder.fits(old.value, textOf(now));
  if (old.kind === 'number' && now.kind === 'number') return numberKey(old) === numberKey(now);
  return old.kind === 'literal' && now.kind === 'literal' && old.value === now.value;
}

function textOf(leaf: JsonNode): string {
  if (leaf.kind === 'number') return numberKey(leaf);
  return leaf.kind === 'literal' ? String(leaf.value) : '';
}

class Binder {
  readonly #secrets: Map<string, string>;
  readonly #names: Map<string, string>;

  constructor(known: Bindings) {
    this.#secrets = new Map(known);
    this.#names = new Map([...known].map(([name, secret]) => [secret, name]));
  }

  get bindings(): Bindings {
    return this.#secrets;
  }

  /** Does the text fit the recorded one, whose placeholders stand for something? */
  fits(recorded: string, asked: string): boolean {
    // What came from the recording itself, such as a cursor, comes back as it was given.
    if (recorded === asked) return true;
    const pieces = aroundPlaceholders(recorded);
    const names = pieces.filter((_, nth) => nth % 2 === 1);
    const found = textsBetween(pieces, asked);
    return found ? names.every((name, nth) => this.#bind(name, found[nth] ?? '')) : false;
  }

  #bind(name: string, secret: string): boolean {
    const [bound, owner] = [this.#secrets.get(name), this.#names.get(secret)];
    if ((bound ?? secret) !== secret || (owner ?? name) !== name) return false;
    this.#secrets.set(name, secret);
    this.#names.set(secret, name);
    return true;
  }
}
