import type { JsonNode } from '../model/json.ts';

/** What values of one place looked like, over all recordings. */
export interface Shape {
  /** How many values were seen. */
  readonly count: number;
  /** `string`, `integer`, `number`, `boolean`, `null`, `object`, `array`, and how often each. */
  readonly kinds: ReadonlyMap<string, number>;
  /** Scalars as spelled, the first few that differ, each with how often. */
  readonly values: ReadonlyMap<string, number>;
  /** More scalars differ than are kept in `values`. */
  readonly hasMore: boolean;
  readonly members: ReadonlyMap<string, Shape>;
  readonly items: Shape | undefined;
}

const MOST_VALUES = 6;
/** A hostile peer may nest without end. */
const DEEPEST = 24;

/** The shape of all these values. Deterministic: members stand in the order in which they were first seen. */
export function observe(nodes: Iterable<JsonNode>): Shape {
  const shape = new Growing();
  for (const node of nodes) shape.add(node, 0);
  return shape;
}

class Growing implements Shape {
  count = 0;
  readonly kinds = new Map<string, number>();
  readonly values = new Map<string, number>();
  hasMore = false;
  readonly members = new Map<string, Growing>();
  items: Growing | undefined;

  add(node: JsonNode, depth: number): void {
    this.count += 1;
    bump(this.kinds, kindOf(node));
    if (node.kind === 'object') {
      if (depth >= DEEPEST) return;
      // Of repeated keys every reader keeps the last.
      const last = new Map(node.members.map(({ key, value }) => [key, value]));
      for (const [key, value] of last) {
        const child = this.members.get(key) ?? new Growing();
        this.members.set(key, child);
        child.add(value, depth + 1);
      }
    } else if (node.kind === 'array') {
      if (depth >= DEEPEST) return;
      for (const item of node.items) {
        this.items ??= new Growing();
        this.items.add(item, depth + 1);
      }
    } else this.#addScalar(scalarText(node));
  }

  #addScalar(text: string): void {
    if (this.values.has(text) || this.values.size < MOST_VALUES) bump(this.values, text);
    else this.hasMore = true;
  }
}

/** A scalar as JSON spells it. */
export function scalarText(node: JsonNode): string {
  if (node.kind === 'string') return JSON.stringify(node.value);
  if (node.kind === 'number') return node.text;
  return node.kind === 'literal' ? String(node.value) : '';
}

function kindOf(node: JsonNode): string {
  if (node.kind === 'number') return /^-?\d+$/.test(node.text) ? 'integer' : 'number';
  if (node.kind === 'literal') return node.value === null ? 'null' : 'boolean';
  return node.kind;
}

function bump(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}
