import { type JsonNode, pointerTo } from '../../model/json.ts';
import type { JsonStyle, Spelling } from '../../model/profile.ts';
import { countedMembers } from '../counted.ts';
import type { Piece } from '../pieces.ts';
import { numberText } from './numbers.ts';
import { blockKind, type Spelled, spelledMembers } from './spelling.ts';

/**
 * A value as JSON without white space, as a host writes it into its API request: of duplicate keys
 * the last value, at the place of the first. Numbers keep the spelling of the wire. Iterative,
 * because a hostile peer may nest deeper than the call stack.
 */
export function compactJson(root: JsonNode): string {
  return styledJson(root, 'compact');
}

/** A value as JSON in the way that a host writes it. */
export function styledJson(
  root: JsonNode,
  style: JsonStyle,
  numbers?: Spelling['numbers'],
): string {
  const out: string[] = [];
  const todo: Todo[] = [{ node: root, depth: 0 }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (typeof next === 'string') out.push(next);
    else if (next.node.kind === 'object' || next.node.kind === 'array')
      pushReversed(todo, partsOf(next.node, next.depth, style));
    else out.push(scalar(next.node, numbers));
  }
  return out.join('');
}

/** Says which members are left out, by the path of their keys; `*` for any index. */
export type Omits = (path: readonly string[]) => boolean;

/**
 * A value as JSON, with the member that each piece comes from, down to three levels; brackets and
 * keys come from the value that holds them.
 */
export function jsonPieces(
  root: JsonNode,
  pointer: string,
  style: JsonStyle,
  { omits = () => false, spelling, kind, instead = () => undefined }: Writing = {},
): Piece[] {
  return piecesAt({ node: root, pointer, path: [], kind }, { style, omits, spelling, instead });
}

/** How a part of a result is written; `kind`: what the root is to the spelling. */
export interface Writing {
  readonly omits?: Omits;
  readonly spelling?: Spelling | undefined;
  readonly kind?: Spelled;
  /** What is written in the place of a value. */
  readonly instead?: Instead;
}

/** A piece for a value at a path; undefined: the value itself. */
export type Instead = (node: JsonNode, path: readonly string[]) => Piece | undefined;

/** Patterns such as `_meta` and `content.*.annotations`, as a test for paths. */
export function omitting(patterns: readonly string[] | undefined): Omits {
  const known = new Set(patterns ?? []);
  return (path) => known.has(path.join('.'));
}

interface Place {
  readonly node: JsonNode;
  readonly pointer: string;
  readonly path: readonly string[];
  readonly kind: Spelled;
}

interface Writer {
  readonly style: JsonStyle;
  readonly omits: Omits;
  readonly spelling: Spelling | undefined;
  readonly instead: Instead;
}

/** Finer pieces would tell nothing more, and a hostile value may have millions. */
const FINEST = 4;

function piecesAt(place: Place, writer: Writer): Piece[] {
  const { node, pointer, path } = place;
  const { style, omits, spelling } = writer;
  const instead = writer.instead(node, path);
  if (instead !== undefined) return [instead];
  if ((node.kind !== 'object' && node.kind !== 'array') || path.length >= FINEST)
    return [{ text: styledJson(node, style, spelling?.numbers), from: pointer }];
  const { open, between, close } = marksOf(node, path.length, style);
  const children = childrenOf(place, writer).filter(({ child }) => !omits(child.path));
  if (children.length === 0) return [{ text: node.kind === 'object' ? '{}' : '[]', from: pointer }];
  const pieces = children.flatMap(({ key, child }, index): Piece[] => [
    { text: (index === 0 ? open : between) + key, from: pointer },
    ...piecesAt(child, writer),
  ]);
  return [...pieces, { text: close, from: pointer }];
}

function childrenOf(
  { node, pointer, path, kind }: Place,
  { style, spelling }: Writer,
): { key: string; child: Place }[] {
  if (node.kind === 'array')
    return node.items.map((item, index) => ({
      key: '',
      child: {
        node: item,
        pointer: pointerTo(pointer, index),
        path: [...path, '*'],
        kind: kind === 'content' ? blockKind(item) : undefined,
      },
    }));
  if (node.kind !== 'object') return [];
  const members = spelledMembers(node, kind, spelling);
  if (style === 'sorted') members.sort((a, b) => (a.name < b.name ? -1 : 1));
  return members.map(({ key, name, value, kind: below }) => ({
    key: keyText(name, style),
    child: {
      node: value ?? NULL,
      // A null that the host adds belongs to the object.
      pointer: value ? pointerTo(pointer, key) : pointer,
      path: [...path, key],
      kind: below,
    },
  }));
}

type Container = Extract<JsonNode, { kind: 'object' | 'array' }>;
type Todo = string | { readonly node: JsonNode; readonly depth: number };

/** What an SDK writes for a member that is missing; it has no bytes of its own. */
const NULL: JsonNode = { kind: 'literal', value: null, start: 0, end: 0 };

function partsOf(node: Container, depth: number, style: JsonStyle): Todo[] {
  const { open, between, close } = marksOf(node, depth, style);
  const parts: Todo[] = [];
  const add = (key: string, value: JsonNode) => {
    parts.push((parts.length === 0 ? open : between) + key, { node: value, depth: depth + 1 });
  };
  if (node.kind === 'array') for (const item of node.items) add('', item);
  else for (const [key, value] of membersOf(node, style)) add(keyText(key, style), value);
  if (parts.length === 0) return [node.kind === 'object' ? '{}' : '[]'];
  return [...parts, close];
}

function marksOf(node: Container, depth: number, style: JsonStyle) {
  const [open, close] = node.kind === 'object' ? ['{', '}'] : ['[', ']'];
  if (style === 'pretty') {
    const line = `\n${'  '.repeat(depth + 1)}`;
    return { open: open + line, between: `,${line}`, close: `\n${'  '.repeat(depth)}${close}` };
  }
  return { open, between: style === 'python' ? ', ' : ',', close };
}

function membersOf(
  node: Extract<JsonNode, { kind: 'object' }>,
  style: JsonStyle,
): (readonly [string, JsonNode])[] {
  const members = [...countedMembers(node)];
  if (style !== 'sorted') return members;
  return members.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
}

function keyText(key: string, style: JsonStyle): string {
  return `${JSON.stringify(key)}:${style === 'pretty' || style === 'python' ? ' ' : ''}`;
}

function pushReversed(todo: Todo[], parts: readonly Todo[]): void {
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index];
    if (part !== undefined) todo.push(part);
  }
}

function scalar(node: Exclude<JsonNode, Container>, numbers: Spelling['numbers']): string {
  return node.kind === 'number' ? numberText(node.text, numbers) : JSON.stringify(node.value);
}
