/**
 * JSON as it was sent: member order, duplicate keys and the spelling of numbers survive, and every
 * value knows where its bytes are. `JSON.parse` keeps none of these.
 */

/** Byte offsets into the frame: `start` is the first byte, `end` the first one after the value. */
interface Span {
  readonly start: number;
  readonly end: number;
}

export type JsonNode =
  | (Span & { readonly kind: 'object'; readonly members: readonly JsonMember[] })
  | (Span & { readonly kind: 'array'; readonly items: readonly JsonNode[] })
  | (Span & { readonly kind: 'string'; readonly value: string })
  /** `text` is the number as spelled: `1.0`, `-0` and 12345678901234567890 stay what they are. */
  | (Span & { readonly kind: 'number'; readonly text: string })
  | (Span & { readonly kind: 'literal'; readonly value: boolean | null });

export type JsonObject = Extract<JsonNode, { kind: 'object' }>;
export type JsonArray = Extract<JsonNode, { kind: 'array' }>;

export interface JsonMember {
  readonly key: string;
  /** Byte offset of the quote that opens the key. */
  readonly start: number;
  readonly value: JsonNode;
}

/** The value of a member; of duplicate keys the last one, as every JavaScript and Python peer reads it. */
export function member(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.kind !== 'object') return undefined;
  return node.members.findLast((each) => each.key === key)?.value;
}

/** The text of a string member, else undefined. */
export function stringMember(node: JsonNode | undefined, key: string): string | undefined {
  const found = member(node, key);
  return found?.kind === 'string' ? found.value : undefined;
}

/** Follows keys and array indexes; undefined where the path leaves the tree. */
export function at(node: JsonNode | undefined, ...path: readonly (string | number)[]) {
  let here = node;
  for (const step of path) {
    here = typeof step === 'number' ? item(here, step) : member(here, step);
    if (!here) return undefined;
  }
  return here;
}

function item(node: JsonNode | undefined, index: number): JsonNode | undefined {
  return node?.kind === 'array' ? node.items[index] : undefined;
}

/** A JSON pointer (RFC 6901) with one more step. The root is the empty string. */
export function pointerTo(parent: string, step: string | number): string {
  return `${parent}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The steps of a JSON pointer, unescaped. `undefined` when it is not one (RFC 6901 section 3). */
export function pointerSteps(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (pointer.startsWith('/') && !pointer.includes('~')) return pointer.slice(1).split('/');
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The node at a JSON pointer; undefined when there is none or the pointer is malformed. */
export function nodeAt(root: JsonNode, pointer: string): JsonNode | undefined {
  let here: JsonNode | undefined = root;
  for (const step of pointerSteps(pointer) ?? [undefined]) {
    if (step === undefined) return undefined;
    here = here?.kind === 'array' ? arrayItem(here, step) : member(here, step);
  }
  return here;
}

function arrayItem(node: JsonArray, step: string): JsonNode | undefined {
  return /^(0|[1-9]\d*)$/.test(step) ? node.items[Number(step)] : undefined;
}

/**
 * Every value below and including `root`, parents first, with its pointer and the last step of it
 * (none for the root). Iterative, because a hostile peer may nest deeper than the call stack.
 * Duplicate keys are visited each. To look into the pointers of all values that are nested deep takes
 * the square of the depth: the step is there for that.
 */
export function* walk(root: JsonNode, pointer = ''): Generator<Walked> {
  const open: Walked[] = [[pointer, root]];
  for (let next = open.pop(); next; next = open.pop()) {
    yield next;
    for (const child of childrenOf(next[1], next[0]).reverse()) open.push(child);
  }
}

/** A value with its pointer and the last step of that: a key, or an index in a list. */
export type Walked = readonly [pointer: string, node: JsonNode, step?: string | number];

/** The direct children of a value with their pointers, in the order sent. */
export function childrenOf(node: JsonNode, pointer: string): Walked[] {
  if (node.kind === 'object')
    return node.members.map(({ key, value }) => [pointerTo(pointer, key), value, key]);
  if (node.kind === 'array')
    return node.items.map((each, index) => [pointerTo(pointer, index), each, index]);
  return [];
}

/** A plain value, as a program that uses `JSON.parse` would see it; what JSON spells finer is lost. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };
