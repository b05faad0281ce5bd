import {
  type JsonArray,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  pointerSteps,
} from '../../model/json.ts';
import { describe, fail, quote, type Source } from './source.ts';
import { nearest } from './suggest.ts';

/**
 * Readers for the parts of a script. Each either returns what was asked for or stops with a
 * `script-invalid` error that says what was found, what was expected, and where.
 */

/** A map whose keys are all among `keys`. Nothing at all counts as an empty map. */
export function mapWith(
  source: Source,
  node: JsonNode,
  what: string,
  keys: readonly string[],
): JsonObject {
  if (node.kind === 'literal' && node.value === null)
    return { kind: 'object', members: [], start: node.start, end: node.end };
  const map = anyMap(source, node, what);
  const stranger = map.members.find((each) => !keys.includes(each.key));
  if (stranger) unknownKey(source, stranger, what, keys);
  return map;
}

function unknownKey(
  source: Source,
  found: JsonMember,
  what: string,
  keys: readonly string[],
): never {
  return fail(
    source,
    found.start,
    `${what} has no ${quote(found.key)}; expected ${oneOf(keys)}`,
    didYouMean(found.key, keys),
  );
}

/** `a hint` when one of the known words is close to the one found. */
export function didYouMean(found: string, known: readonly string[]): string | undefined {
  const near = nearest(found, known);
  return near === undefined ? undefined : `did you mean ${near}?`;
}

export function anyMap(source: Source, node: JsonNode, what: string): JsonObject {
  return node.kind === 'object' ? node : wrong(source, node, what, 'a map');
}

export function list(source: Source, node: JsonNode, what: string): JsonArray {
  return node.kind === 'array' ? node : wrong(source, node, what, 'a list');
}

export function text(source: Source, node: JsonNode, what: string): string {
  return node.kind === 'string' ? node.value : wrong(source, node, what, 'text');
}

/** Text, or a value whose spelling is its text: `7` in a place that wants text, as `"7"`. */
export function scalarText(source: Source, node: JsonNode, what: string): string {
  if (node.kind === 'number') return node.text;
  if (node.kind === 'literal' && node.value !== null) return String(node.value);
  return text(source, node, what);
}

export function boolean(source: Source, node: JsonNode, what: string): boolean {
  if (node.kind === 'literal' && node.value !== null) return node.value;
  return wrong(source, node, what, 'true or false');
}

export function choice<T extends string>(
  source: Source,
  node: JsonNode,
  what: string,
  choices: readonly T[],
): T {
  const found = text(source, node, what);
  const chosen = choices.find((each) => each === found);
  if (chosen !== undefined) return chosen;
  return fail(
    source,
    node,
    `${what} is ${quote(found)}; expected ${oneOf(choices)}`,
    didYouMean(found, choices),
  );
}

const UNITS: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1000, min: 60_000 };
/** The longest that a timer of Node can wait. */
const LONGEST_MS = 2_147_483_647;

/** A duration in milliseconds: `500`, `500 ms`, `2.5 s`, `1 min`. */
export function duration(source: Source, node: JsonNode, what: string): number {
  const [, amount, unit = ''] =
    /^(\d+(?:\.\d+)?)\s*(ms|s|min)?$/.exec(scalarOf(node)) ??
    wrong(source, node, what, 'a time such as 500 (milliseconds), 2.5s or 1min');
  const ms = Math.round(Number(amount) * (UNITS[unit] ?? 1));
  return ms <= LONGEST_MS ? ms : wrong(source, node, what, 'at most 24 days');
}

function scalarOf(node: JsonNode): string {
  if (node.kind === 'number') return node.text;
  return node.kind === 'string' ? node.value.trim() : '';
}

/** A JSON pointer (RFC 6901). */
export function pointer(source: Source, found: string, where: JsonNode | number): string {
  if (pointerSteps(found) !== undefined) return found;
  return fail(
    source,
    where,
    `${quote(found)} is no JSON pointer; expected one such as /result/content/0/text`,
    found.startsWith('/') ? 'write ~ as ~0 and / in a name as ~1' : `did you mean /${found}?`,
  );
}

/** A regular expression in JavaScript's syntax, Unicode-aware. */
export function pattern(source: Source, node: JsonNode, what: string): RegExp {
  const found = text(source, node, what);
  try {
    return new RegExp(found, 'u');
  } catch (error) {
    // The constructor throws SyntaxError alone; its message ends with what is wrong.
    return fail(source, node, `${what}: ${(error as SyntaxError).message}`);
  }
}

function wrong(source: Source, node: JsonNode, what: string, expected: string): never {
  return fail(source, node, `${what} is ${describe(node)}; expected ${expected}`);
}

function oneOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `one of ${words.join(', ')}`;
}
