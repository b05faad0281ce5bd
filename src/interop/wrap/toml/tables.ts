import type { ConfigNode, Member, Span, TableNode } from '../document.ts';
import type { Cursor } from './cursor.ts';

/** One part of a key, and where it is written. */
export interface KeyPart extends Span {
  readonly key: string;
}

/**
 * How a table came to be, which decides who may add to it (TOML 1.0, section Table): a header makes a
 * table once; dotted keys extend only tables of dotted keys; an inline table is complete.
 */
type Origin = 'implied' | 'header' | 'dotted' | 'inline';

interface OpenTable {
  readonly kind: 'table';
  readonly members: Member[];
  span?: Span;
}

/** The tables of a document, or of one inline table, while they are read. */
export class Tables {
  readonly root: OpenTable = { kind: 'table', members: [] };
  readonly #origins = new WeakMap<ConfigNode, Origin>([[this.root, 'header']]);
  readonly #index = new WeakMap<ConfigNode, Map<string, ConfigNode>>();
  /** Tables that `[[name]]` collects; the last one is the open one. */
  readonly #lists = new WeakMap<ConfigNode, OpenTable[]>();
  #current: OpenTable = this.root;

  /** `[a.b]`: the following lines belong to this table. */
  open(key: readonly KeyPart[], cursor: Cursor): void {
    const { table, last } = this.#walk(this.root, key, 'implied', cursor);
    const found = this.#find(table, last.key);
    if (!found) {
      this.#current = this.#create(table, last, key, 'header');
    } else if (found.kind === 'table' && this.#origins.get(found) === 'implied') {
      this.#origins.set(found, 'header');
      this.#current = found as OpenTable; // every table here was made by #create
    } else cursor.fail(`${last.key} is defined twice`, last.start);
  }

  /** `[[a.b]]`: the following lines belong to a new table of this list. */
  append(key: readonly KeyPart[], cursor: Cursor): void {
    const { table, last } = this.#walk(this.root, key, 'implied', cursor);
    const found = this.#find(table, last.key);
    const items: OpenTable[] = (found && this.#lists.get(found)) ?? [];
    if (found && !this.#lists.has(found)) cursor.fail(`${last.key} is defined twice`, last.start);
    const item: OpenTable = { kind: 'table', members: [] };
    this.#origins.set(item, 'header');
    items.push(item);
    if (!found) {
      const list: ConfigNode = { kind: 'array', items, start: last.start, end: last.end };
      this.#lists.set(list, items);
      this.#add(table, last.key, memberOf(key, list, 'line', cursor));
    }
    this.#current = item;
  }

  /** `a.b = value` in the table that is open. */
  assign(
    key: readonly KeyPart[],
    value: ConfigNode,
    style: 'comma' | 'line',
    cursor: Cursor,
  ): void {
    const { table, last } = this.#walk(this.#current, key, 'dotted', cursor);
    if (this.#find(table, last.key)) cursor.fail(`${last.key} is defined twice`, last.start);
    this.#add(table, last.key, memberOf(key, value, style, cursor));
  }

  /** The root as an inline table, to which nothing can be added. */
  sealed(span: Span): TableNode {
    this.root.span = span;
    return this.root;
  }

  /** Goes down to the table that holds the last part, and makes the tables on the way. */
  #walk(from: OpenTable, key: readonly KeyPart[], origin: 'implied' | 'dotted', cursor: Cursor) {
    let table = from;
    const last = key.at(-1) ?? cursor.fail('a key is missing');
    for (const part of key.slice(0, -1)) {
      const found = this.#find(table, part.key);
      table = found
        ? this.#enter(found, part, origin, cursor)
        : this.#create(table, part, key, origin);
    }
    return { table, last };
  }

  #enter(
    found: ConfigNode,
    part: KeyPart,
    origin: 'implied' | 'dotted',
    cursor: Cursor,
  ): OpenTable {
    const open = origin === 'implied' ? this.#lists.get(found)?.at(-1) : undefined;
    if (open) return open;
    const made = this.#origins.get(found) ?? 'inline';
    const allowed = origin === 'dotted' ? made === 'dotted' : made !== 'inline';
    if (found.kind !== 'table' || !allowed)
      cursor.fail(`${part.key} is defined already`, part.start);
    return found as OpenTable; // every table with an origin was made here
  }

  #create(table: OpenTable, part: KeyPart, key: readonly KeyPart[], origin: Origin): OpenTable {
    const made: OpenTable = { kind: 'table', members: [] };
    this.#origins.set(made, origin);
    const start = key[0]?.start ?? part.start;
    this.#add(table, part.key, { key: part.key, value: made, start, prefix: '', style: 'line' });
    return made;
  }

  #find(table: OpenTable, key: string): ConfigNode | undefined {
    return this.#index.get(table)?.get(key);
  }

  #add(table: OpenTable, key: string, member: Member): void {
    const index = this.#index.get(table) ?? new Map<string, ConfigNode>();
    this.#index.set(table, index.set(key, member.value));
    table.members.push(member);
  }
}

function memberOf(
  key: readonly KeyPart[],
  value: ConfigNode,
  style: 'comma' | 'line',
  { text }: Cursor,
): Member {
  const last = key.at(-1);
  const start = key[0]?.start ?? 0;
  return { key: last?.key ?? '', value, start, style, prefix: text.slice(start, last?.start) };
}
