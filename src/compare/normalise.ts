import { rpcId } from '../model/ids.ts';
import { type JsonNode, type JsonObject, pointerSteps, pointerTo } from '../model/json.ts';
import { type FoldRule, foldLeaf, keyOf } from './folds.ts';

/**
 * Members of `_meta` that say how a message travels, not what it asks: they differ from run to run
 * and from client to client (2026-07-28, "Reserved keys"; W3C Trace Context and Baggage).
 */
export const VOLATILE_META: ReadonlySet<string> = new Set([
  'progressToken',
  'io.modelcontextprotocol/protocolVersion',
  'io.modelcontextprotocol/clientInfo',
  'io.modelcontextprotocol/clientCapabilities',
  'io.modelcontextprotocol/serverInfo',
  'traceparent',
  'tracestate',
  'baggage',
]);

/** What does not count when two values are compared. */
export interface Normalising {
  /**
   * JSON pointers whose values do not count, with everything below them; a step `*` stands for any.
   * They start at the message: `/params/arguments/now`, `/result/content/0`.
   */
  readonly ignore?: readonly string[];
  /** Kinds of volatile values that count as their kind alone. None when absent. */
  readonly folds?: readonly FoldRule[];
  /** Where the value stands in its message: `/params`. Default: it is the root. */
  readonly base?: string;
}

/**
 * One text for all spellings of a value that mean the same: members sorted by key, of duplicate keys
 * the last, `_meta` without its volatile members (and absent when nothing is left), numbers by value
 * with all their digits (1.0 is 1; 1915883588174806058 is not …000), no white space. Texts are equal
 * exactly when the values are, so they can be keys of a map. Iterative: values may nest deep.
 */
export function normalise(node: JsonNode, options: Normalising = {}): string {
  const { ignore = [], folds = [], base = '' } = options;
  const isIgnored = ignore.length > 0 ? ignoring(ignore) : undefined;
  const out: string[] = [];
  const open: (string | Place)[] = [{ node, pointer: isIgnored && base, key: keyOf(base) }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') out.push(next);
    else if (next.node.kind === 'object' || next.node.kind === 'array')
      for (const part of partsOf(next, isIgnored).reverse()) open.push(part);
    else out.push(leafText(next, folds));
  }
  return out.join('');
}

/**
 * What a request asks, as a key: method and normalised params. Absent params are empty ones.
 * Two requests with equal keys are the same question.
 */
export function requestKey(
  method: string,
  params: JsonNode | undefined,
  options: Normalising = {},
): string {
  const text = params ? normalise(params, { ...options, base: '/params' }) : '{}';
  return `${JSON.stringify(method)} ${text}`;
}

/** The normalised text of a value; undefined stays undefined. */
export function valueOrAbsent(node: JsonNode | undefined): string | undefined {
  return node && normalise(node);
}

/** The members of an object that count: of duplicate keys the last, volatile `_meta` left out. */
export function countingMembers(node: JsonObject): ReadonlyMap<string, JsonNode> {
  const members = new Map(node.members.map((each) => [each.key, each.value]));
  const meta = members.get('_meta');
  if (meta?.kind === 'object') {
    const kept = meta.members.filter((each) => !VOLATILE_META.has(each.key));
    if (kept.length === 0) members.delete('_meta');
    else if (kept.length < meta.members.length) members.set('_meta', { ...meta, members: kept });
  }
  return members;
}

/** A test for pointers: does one of these cover it? See `Normalising.ignore`. */
export function ignoring(pointers: readonly string[] = []): (pointer: string) => boolean {
  const ignored = pointers
    .map((each) => pointerSteps(each) ?? [])
    .filter((each) => each.length > 0);
  if (ignored.length === 0) return () => false;
  return (pointer) => {
    const steps = pointerSteps(pointer) ?? [];
    return ignored.some(
      (each) =>
        each.length <= steps.length &&
        each.every((step, nth) => step === '*' || step === steps[nth]),
    );
  };
}

/** Equal exactly for numbers of the same value, whatever their spelling and length. */
export function numberKey(node: Extract<JsonNode, { kind: 'number' }>): string {
  const id = rpcId(node);
  return id?.kind === 'number' ? id.key : node.text;
}

interface Place {
  readonly node: JsonNode;
  /** Kept only where something is ignored: of deep values the pointers are long. */
  readonly pointer: string | undefined;
  /** Name of the member that holds it. */
  readonly key: string | undefined;
}

type Test = ((pointer: string) => boolean) | undefined;

function partsOf({ node, pointer }: Place, isIgnored: Test): (string | Place)[] {
  const parts: (string | Place)[] = [];
  const below = (step: string | number) =>
    pointer === undefined ? undefined : pointerTo(pointer, step);
  const covers = (place: string | undefined) => place !== undefined && isIgnored?.(place) === true;
  if (node.kind === 'array') {
    for (const [index, item] of node.items.entries()) {
      const place = below(index);
      // An item that does not count still takes its place.
      if (covers(place)) parts.push('⟨ignored⟩,');
      else parts.push({ node: item, pointer: place, key: undefined }, ',');
    }
    return ['[', ...parts, ']'];
  }
  if (node.kind !== 'object') return parts;
  for (const [key, value] of [...countingMembers(node)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const place = below(key);
    if (covers(place)) continue;
    parts.push(`${JSON.stringify(key)}:`, { node: value, pointer: place, key }, ',');
  }
  return ['{', ...parts, '}'];
}

function leafText({ node, key }: Place, folds: readonly FoldRule[]): string {
  const folded = foldLeaf(node, key, folds);
  if (folded) return `~${JSON.stringify(folded.text)}`;
  if (node.kind === 'string') return JSON.stringify(node.value);
  if (node.kind === 'number') return numberKey(node);
  return node.kind === 'literal' ? String(node.value) : '';
}
