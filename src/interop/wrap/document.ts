/**
 * A configuration file as a tree whose nodes know where they stand in the text, the same for JSON
 * with comments and for TOML. Offsets are UTF-16 units, as in JavaScript strings; `end` is exclusive.
 */

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface StringNode extends Span {
  readonly kind: 'string';
  readonly value: string;
}

export interface ArrayNode extends Span {
  readonly kind: 'array';
  readonly items: readonly ConfigNode[];
}

/** Numbers, booleans, null, dates: nothing here looks into them. */
export interface OtherNode extends Span {
  readonly kind: 'other';
  readonly text: string;
}

export interface TableNode {
  readonly kind: 'table';
  readonly members: readonly Member[];
  /** Absent for a TOML table, whose members are lines that may stand anywhere. */
  readonly span?: Span;
}

export type ConfigNode = StringNode | ArrayNode | OtherNode | TableNode;

export interface Member {
  readonly key: string;
  readonly value: ConfigNode;
  /** Where the key starts as written, with its dotted prefix. */
  readonly start: number;
  /** The written key up to its last part: `mcp_servers.x.` in TOML, else empty. */
  readonly prefix: string;
  /** What separates it from its neighbours: a comma, or the line that it has for itself. */
  readonly style: 'comma' | 'line';
}

/** A tree, or the place and reason of the first thing that is wrong. */
export type ParseResult =
  | { readonly ok: true; readonly root: TableNode }
  | { readonly ok: false; readonly offset: number; readonly detail: string };

/** The member that counts: of equal keys, parsers take the last. */
export function memberOf(table: TableNode, key: string): Member | undefined {
  return table.members.findLast((member) => member.key === key);
}

/** The members that count, one for each key. */
export function membersOf(table: TableNode): Member[] {
  return [...new Map(table.members.map((member) => [member.key, member])).values()];
}

/** The table at a path of keys; undefined when there is none. */
export function tableAt(root: TableNode, path: readonly string[]): TableNode | undefined {
  let table: TableNode = root;
  for (const key of path) {
    const value = memberOf(table, key)?.value;
    if (value?.kind !== 'table') return undefined;
    table = value;
  }
  return table;
}

/** Where a node stands; undefined for a TOML table made of lines. */
export function spanOf(node: ConfigNode): Span | undefined {
  return node.kind === 'table' ? node.span : node;
}

/** Line and column, both from 1, of an offset. */
export function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
