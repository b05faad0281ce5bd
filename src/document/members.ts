import type { JsonNode } from '../model/json.ts';
import { type Declared, declaredMembers } from './declared.ts';
import { observe, type Shape } from './shape.ts';

/** One member: what was declared beside what was seen. */
export interface MemberRow {
  readonly path: string;
  readonly declared: Declared | undefined;
  /** In how many of how many objects that could have held it. Absent: there was none. */
  readonly seen: { readonly times: number; readonly of: number } | undefined;
  /** Kinds seen, the commonest first: `string`, `integer | null`. */
  readonly kinds: string;
  /** Scalars seen, as spelled; `isAll` when there were no others. */
  readonly values: readonly string[];
  readonly isAll: boolean;
}

/** What stands at a path and is described in a place of its own. */
export type Closed = (path: string) => boolean;

const DEEPEST = 8;
const MOST_ROWS = 60;

/** Declared members first, in the order of the schema; then those that were seen undeclared. */
export function memberRows(
  schema: JsonNode | undefined,
  values: readonly JsonNode[],
  isClosed: Closed = () => false,
): MemberRow[] {
  const seen = new Map(
    observedRows(observe(values), isClosed).map((row) => [row.path, row] as const),
  );
  const declared = declaredMembers(schema);
  const known = declared.map((each) => {
    const row = seen.get(each.path);
    seen.delete(each.path);
    const never = values.length === 0 ? undefined : { times: 0, of: values.length };
    return row
      ? { ...row, declared: each }
      : { path: each.path, declared: each, seen: never, kinds: '', values: [], isAll: true };
  });
  return [...known, ...seen.values()].slice(0, MOST_ROWS);
}

function observedRows(shape: Shape, isClosed: Closed): MemberRow[] {
  const rows: MemberRow[] = [];
  collect(shape, '', 0, rows, isClosed);
  return rows;
}

function collect(
  shape: Shape,
  path: string,
  depth: number,
  rows: MemberRow[],
  isClosed: Closed,
): void {
  if (depth >= DEEPEST) return;
  const objects = shape.kinds.get('object') ?? 0;
  for (const [key, child] of shape.members) {
    const below = path === '' ? key : `${path}.${key}`;
    rows.push(rowOf(below, child, objects));
    if (!isClosed(below)) collect(child, below, depth + 1, rows, isClosed);
  }
  if (!shape.items) return;
  // Items of arrays are no members; what they hold is told below the array itself.
  if (shape.items.members.size > 0 || shape.items.items)
    collect(shape.items, `${path}[]`, depth + 1, rows, isClosed);
}

function rowOf(path: string, shape: Shape, of: number): MemberRow {
  const items = shape.items;
  const scalars = shape.values.size > 0 ? shape : (items ?? shape);
  const kinds = [...shape.kinds]
    .sort((a, b) => b[1] - a[1])
    .map(([kind]) => (kind === 'array' && items ? `${commonest(items)}[]` : kind));
  return {
    path,
    declared: undefined,
    seen: { times: shape.count, of },
    kinds: kinds.join(' | '),
    values: [...scalars.values.keys()],
    isAll: !scalars.hasMore,
  };
}

function commonest({ kinds }: Shape): string {
  return [...kinds].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'any';
}
