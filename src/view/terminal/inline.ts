import type { JsonArray, JsonNode, JsonObject } from '../../model/json.ts';
import { escapeJsonString } from './escape.ts';
import { type JsonString, media, type Spelling, shortString, wrappedString } from './strings.ts';
import { cut, fits, widthOf } from './width.ts';

/** Where a value stands in its parent; what tells binary data from text. */
export interface Owner {
  readonly key?: string;
  readonly object?: JsonObject;
}

/** The whole value on one line when it fits into that many columns, nothing left out. */
export function wholeValue(
  node: JsonNode,
  columns: number,
  spelling: Spelling,
  owner: Owner = {},
): string | undefined {
  return within(node, columns, ANY_DEPTH, spelling, owner);
}

/**
 * The value on one line of at most that many columns. What does not fit is left out in the way that
 * loses least: deep levels first (`{…}`), then members at the end (`… 3 more`).
 */
export function oneLine(
  node: JsonNode,
  columns: number,
  spelling: Spelling,
  owner: Owner = {},
): string {
  if (node.kind === 'string')
    return (
      binary(node, columns, spelling, owner) ??
      wrappedString(node, columns, 1, 1, spelling)[0] ??
      ''
    );
  if (node.kind === 'number' || node.kind === 'literal') return cut(scalar(node), columns);
  for (const depth of [ANY_DEPTH, 3, 2, 1]) {
    const text = within(node, columns, depth, spelling, owner);
    if (text !== undefined) return text;
  }
  return startOf(node, columns, spelling);
}

/** A key as printed before its value. Hostile keys may be long too. */
export function keyText(key: string, columns: number): string {
  const text = escapeJsonString(key.slice(0, 16 * columns + 64));
  return `${cut(text, Math.max(3, columns), '…"')}: `;
}

/** Inline text is never nested deeper than this. */
const ANY_DEPTH = 12;

function within(
  node: JsonNode,
  columns: number,
  depth: number,
  spelling: Spelling,
  owner: Owner,
): string | undefined {
  if (columns <= 0) return undefined;
  if (node.kind === 'string')
    return binary(node, columns, spelling, owner) ?? shortString(node, columns, spelling);
  if (node.kind === 'number' || node.kind === 'literal') {
    const text = scalar(node);
    return text.length <= columns ? text : undefined;
  }
  if (sizeOf(node) === 0) return node.kind === 'object' ? '{}' : '[]';
  if (depth === 0) return node.kind === 'object' ? '{…}' : '[…]';
  return compound(node, columns, depth, spelling);
}

function binary(
  node: JsonString,
  columns: number,
  { whole }: Spelling,
  owner: Owner,
): string | undefined {
  return whole ? undefined : media(node, columns, owner.key, owner.object);
}

/** Every part is measured against what is left, so that a long value stops early. */
function compound(
  node: JsonObject | JsonArray,
  columns: number,
  depth: number,
  spelling: Spelling,
): string | undefined {
  const [open, close] = bracketsOf(node);
  let text = open;
  for (let index = 0; index < sizeOf(node); index++) {
    const part = partAt(node, index, columns - text.length, depth, spelling);
    if (part === undefined) return undefined;
    text += (index === 0 ? ' ' : ', ') + part;
    if (text.length > 16 * columns + 64) return undefined;
  }
  text += ` ${close}`;
  return fits(text, columns) ? text : undefined;
}

function partAt(
  node: JsonObject | JsonArray,
  index: number,
  columns: number,
  depth: number,
  spelling: Spelling,
): string | undefined {
  if (node.kind === 'array') {
    const item = node.items[index];
    return item && within(item, columns, depth - 1, spelling, {});
  }
  const member = node.members[index];
  if (!member) return undefined;
  const { key } = member;
  const start = `${escapeJsonString(key)}: `;
  const room = columns - widthOf(start);
  const text = within(member.value, room, depth - 1, spelling, { key, object: node });
  return text === undefined ? undefined : start + text;
}

/** As many members as fit, then how many are left. */
function startOf(node: JsonObject | JsonArray, columns: number, spelling: Spelling): string {
  const [open, close] = bracketsOf(node);
  const size = sizeOf(node);
  const tail = (left: number) => `… ${left} more ${close}`;
  let text = `${open} `;
  let index = 0;
  for (; index < size; index++) {
    const room = columns - widthOf(text) - widthOf(tail(size)) - 2;
    const part =
      partAt(node, index, room, 2, spelling) ??
      partAt(node, index, room, 1, spelling) ??
      (index === 0 ? longPart(node, room, spelling) : undefined);
    if (part === undefined || !fits(part, room)) break;
    text += `${part}, `;
  }
  if (index === size) return cut(`${text.slice(0, -2)} ${close}`, columns);
  const shown = text + tail(size - index);
  return fits(shown, columns) ? shown : cut(`${open}…${close}`, columns);
}

/** A first member that is a long text shows its start rather than nothing. */
function longPart(
  node: JsonObject | JsonArray,
  columns: number,
  spelling: Spelling,
): string | undefined {
  const member = node.kind === 'object' ? node.members[0] : undefined;
  if (member?.value.kind !== 'string') return undefined;
  const key = `${escapeJsonString(member.key)}: `;
  const room = columns - widthOf(key);
  return room < SHORTEST_TEXT ? undefined : key + oneLine(member.value, room, spelling);
}

/** Columns: a few letters and the size. */
const SHORTEST_TEXT = 16;

function sizeOf(node: JsonObject | JsonArray): number {
  return node.kind === 'object' ? node.members.length : node.items.length;
}

function bracketsOf(node: JsonObject | JsonArray): readonly [string, string] {
  return node.kind === 'object' ? ['{', '}'] : ['[', ']'];
}

function scalar(node: Extract<JsonNode, { kind: 'number' | 'literal' }>): string {
  return node.kind === 'number' ? node.text : String(node.value);
}
