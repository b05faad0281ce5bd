import { type JsonValue, pointerTo } from '../model/json.ts';

export type JsonMembers = { readonly [key: string]: JsonValue };

/** A value without children (empty lists and objects are such) and where it is. */
export type Leaf = readonly [pointer: string, value: JsonValue];

/** All leaves of a value in order. Bodies come from `JSON.parse`, which bounds their depth. */
export function leavesOf(value: JsonValue, pointer = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [[pointer, value]];
  const children = Object.entries(value);
  if (children.length === 0) return [[pointer, value]];
  return children.flatMap(([key, child]) => leavesOf(child, pointerTo(pointer, key)));
}

/** The last step of a pointer, `''` for the root. */
export function lastStep(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

/** Are they the same JSON value? Leaves only, so their texts decide. */
export function sameLeaf(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}
