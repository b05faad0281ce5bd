import type { Paint } from './colour.ts';
import { cutMiddle, pad, widthOf } from './width.ts';

/** One column of a table. Cells are printable. */
export interface TableColumn<Row> {
  readonly title: string;
  readonly side: 'left' | 'right';
  /** The higher, the longer it stays on a narrow terminal; the first column always stays. */
  readonly weight: number;
  readonly cell: (row: Row) => string;
  readonly paint?: (row: Row) => Paint | undefined;
}

const GAP = '  ';
/** A name of up to so many columns is worth more than a column below `MATTERS`. */
const LONG_NAME = 40;
const SHORTEST_NAME = 16;
/** Columns of this weight stay until even the shortest name has no room. */
const MATTERS = 6;

/**
 * A table in lines of at most `width` columns, the titles first. Empty columns are left out, then those of
 * the least weight, until the first one has room; what is left of it is cut in the middle.
 */
export function* tableLines<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  width: number,
  titles: Paint,
): Generator<string> {
  const fitting = sized(rows, columns, width);
  yield titles(
    fitting
      .map(({ column, size }) => pad(column.title, size, column.side))
      .join(GAP)
      .trimEnd(),
  );
  for (const row of rows) {
    const cells = fitting.map(({ column, size }, nth) => {
      const text = column.cell(row);
      const cell = pad(nth === 0 ? cutMiddle(text, size) : text, size, column.side);
      return column.paint?.(row)?.(cell) ?? cell;
    });
    yield cells.join(GAP).trimEnd();
  }
}

interface Sized<Row> {
  readonly column: TableColumn<Row>;
  readonly size: number;
}

function sized<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  width: number,
): Sized<Row>[] {
  const all = columns
    .filter(({ cell }, nth) => nth === 0 || rows.some((row) => cell(row) !== ''))
    .map((column) => ({
      column,
      size: Math.max(widthOf(column.title), ...rows.map((row) => widthOf(column.cell(row)))),
    }));
  const [first, ...others] = all;
  if (!first) return [];
  let left = others;
  const room = () => width - left.reduce((sum, { size }) => sum + size + GAP.length, 0);
  const drop = (below: number, wanted: number) => {
    while (room() < Math.min(first.size, wanted)) {
      const least = Math.min(...left.map(({ column }) => column.weight));
      if (left.length === 0 || least >= below) return;
      left = left.filter(({ column }) => column.weight !== least);
    }
  };
  drop(MATTERS, LONG_NAME);
  drop(Number.POSITIVE_INFINITY, SHORTEST_NAME);
  return [{ ...first, size: Math.max(1, Math.min(first.size, room())) }, ...left];
}
