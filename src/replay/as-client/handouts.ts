import { FOLD_RULES, type FoldRule, keyOf } from '../../compare/folds.ts';
import { diffValues } from '../../compare/values.ts';
import { type JsonNode, stringMember, walk } from '../../model/json.ts';
import { placeholdersIn, valuesBehind } from '../../secrets/placeholders.ts';
import { parseJson } from '../../wire/json.ts';
import type { Splice } from './splice.ts';

/** Kinds of values that a server makes up and a client gives back. */
const GIVEN: readonly FoldRule[] = FOLD_RULES.filter(({ name }) =>
  ['cursor', 'uuid', 'id'].includes(name),
);

/** Given back under the name alone, since they may be as short as `2`: see `named`. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['nextCursor', 'cursor'],
  ['taskId', 'taskId'],
]);

/**
 * What the server of the recording gave out, and what the server of today gave in its place: cursors,
 * ids of tasks, UUIDs and other made-up ids, and values that were taken out of the recording. A client
 * that goes on with such a value has to go on with today's.
 */
export class HandOuts {
  /** By the name under which it is given back; '' for any. */
  readonly #today = new Map<string, Map<string, string | undefined>>();
  readonly #behind = new Map<string, string>();
  readonly #spoken = new Set<string>();

  /**
   * Learns from an answer to one question, then and now.
   * @param method of the question: lists count their pages apart.
   */
  learn(method: string, then: JsonNode, now: JsonNode): void {
    for (const { before, after, pointer, inner } of diffValues(then, now, {
      folds: GIVEN,
      readText,
    })) {
      if (before?.kind !== 'string') continue;
      const key = keyOf(inner ?? pointer);
      const name = NAMED.get(key ?? '');
      const value = after?.kind === 'string' ? after.value : undefined;
      if (name !== undefined) this.#put(nameIn(method, name), before.value, value);
      else if (value !== undefined) this.#learnText(before.value, value);
    }
  }

  /** What is to be written in another way in parameters that go on with such values. */
  splices(method: string, params: JsonNode | undefined): Splice[] {
    if (!params || (this.#today.size === 0 && this.#behind.size === 0)) return [];
    const found: Splice[] = [];
    for (const [pointer, node] of walk(params)) {
      if (node.kind !== 'string') continue;
      const text = this.#todayOf(method, keyOf(pointer), node.value);
      if (text === node.value) continue;
      found.push({ start: node.start, end: node.end, text: JSON.stringify(text) });
    }
    return found;
  }

  /** A server that plays a recording says placeholders itself, and takes them back. */
  hear(now: JsonNode): void {
    for (const [, node] of walk(now))
      if (node.kind === 'string')
        for (const name of placeholdersIn(node.value)) this.#spoken.add(name);
  }

  /** Does today's server say this placeholder itself? */
  isSpoken(name: string): boolean {
    return this.#spoken.has(name);
  }

  /** What placeholders of the recording turned out to stand for. */
  get placeholders(): ReadonlyMap<string, string> {
    return this.#behind;
  }

  /** Did today's server give nothing where the recorded one gave this cursor? */
  isWithheld(method: string, cursor: string): boolean {
    const known = this.#today.get(nameIn(method, 'cursor'));
    return known?.has(cursor) === true && known.get(cursor) === undefined;
  }

  /** A question that was left out: the page after its answer cannot be asked for either. */
  withhold(method: string, then: JsonNode): void {
    const cursor = stringMember(then, 'nextCursor');
    if (cursor !== undefined) this.#put(nameIn(method, 'cursor'), cursor, undefined);
  }

  #learnText(then: string, now: string): void {
    // The first one counts: where it stands again, the same value is to be there.
    for (const [name, value] of valuesBehind(then, now) ?? [])
      if (!this.#behind.has(name)) this.#behind.set(name, value);
    if (placeholdersIn(then).length > 0) return;
    for (const { pattern, name } of GIVEN) {
      if (!pattern || (name === 'id' && (then.match(pattern) ?? [])[0] !== then)) continue;
      const [old, today] = [then.match(pattern) ?? [], now.match(pattern) ?? []];
      if (old.length !== today.length) continue;
      for (const [nth, value] of old.entries()) this.#put('', value, today[nth]);
    }
  }

  #put(name: string, then: string, now: string | undefined): void {
    const known = this.#today.get(name) ?? new Map<string, string | undefined>();
    this.#today.set(name, known.set(then, now));
  }

  #todayOf(method: string, key: string | undefined, value: string): string {
    const named = key === undefined ? undefined : this.#today.get(nameIn(method, key));
    const today = named?.get(value) ?? this.#today.get('')?.get(value) ?? value;
    return placeholdersIn(today).reduce(
      (text, name) => text.replaceAll(name, () => this.#behind.get(name) ?? name),
      today,
    );
  }
}

/** Cursors belong to one list, tasks to the session. */
function nameIn(method: string, name: string): string {
  return name === 'cursor' ? `${method} ${name}` : name;
}

function readText(text: string): JsonNode | undefined {
  const parsed = parseJson(Buffer.from(text));
  return parsed.ok ? parsed.node : undefined;
}
