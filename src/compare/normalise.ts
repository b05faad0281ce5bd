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
  const isIgnored = ignoring(options.ignore);
  const out: string[] = [];
  const open: (string | Place)[] = [{ node, pointer: options.base ?? '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') out.push(next);
    else if (next.node.kind === 'object' || next.node.kind === 'array')
      open.push(...partsOf(next, isIgnored).reverse());
    else out.push(leafText(next, options.folds ?? []));
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
  readonly pointer: string;
}

function partsOf({ node, pointer }: Place, isIgnored: (pointer: string) => boolean) {
  const parts: (string | Place)[] = [];
  const put = (label: string, step: string | number, value: JsonNode) => {
    const at = pointerTo(pointer, step);
    if (isIgnored(at)) parts.push(`${label}⟨ignored⟩,`);
    else parts.push(label, { node: value, pointer: at }, ',');
  };
  if (node.kind === 'array') {
    for (const [index, item] of node.items.entries()) put('', index, item);
    return ['[', ...parts, ']'];
  }
  if (node.kind === 'object') {
    const members = [...countingMembers(node)].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [key, value] of members)
      if (!isIgnored(pointerTo(pointer, key))) put(`${JSON.stringify(key)}:`, key, value);
  }
  return ['{', ...parts, '}'];
}

function leafText({ node, pointer }: Place, folds: readonly FoldRule[]): string {
  const folded = foldLeaf(node, keyOf(pointer), folds);
  if (folded) return `~${JSON.stringify(folded.text)}`;
  if (node.kind === 'string') return JSON.stringify(node.value);
  if (node.kind === 'number') return numberKey(node);
  return node.kind === 'literal' ? String(node.value) : '';
}
