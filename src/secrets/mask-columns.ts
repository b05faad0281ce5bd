import { isExpression, isNoPassword, looksTyped } from './mask-passwords.ts';
import type { Mask } from './mask-text.ts';
import { isSecretName } from './names.ts';
import { replacePlaces } from './replace-places.ts';

/**
 * Values below a heading that is the name of a secret: in a table of Markdown, whose heading is underlined,
 * and in columns with tabs between, whose first line names them.
 */
export function maskColumns(text: string, mask: Mask): string {
  if (!text.includes('\n') || !/[|\t]/.test(text)) return text;
  const places: Cell[] = [];
  const table = new Table();
  for (const line of linesOf(text))
    for (const cell of table.secretCells(line))
      if (looksTyped(cell.value) && !isNoPassword(cell.value) && !isExpression(cell.value))
        places.push(cell);
  return replacePlaces(text, places, (value) => mask(value));
}

interface Line {
  readonly start: number;
  readonly text: string;
}

/** `value` is what is in it, without room and stars around. */
interface Cell {
  readonly start: number;
  readonly value: string;
}

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const found = { start, text: line };
    start += line.length + 1;
    return found;
  });
}

/** The table that a text is in, line by line. */
class Table {
  /** The columns that hold secrets, once it is sure that this is a table. */
  #columns: readonly number[] = [];
  /** A line that may be its heading. */
  #heading: readonly Cell[] = [];
  #sign = '';
  #isInside = false;

  secretCells(line: Line): Cell[] {
    const sign = line.text.includes('|') ? '|' : '\t';
    const cells = line.text.includes(sign) ? cellsOf(line, sign) : [];
    const isNext = cells.length > 1 && sign === this.#sign && cells.length === this.#heading.length;
    if (!isNext) this.#begin(cells, sign);
    else if (isRule(line.text)) this.#isInside = true;
    else if (this.#isInside) return this.#columns.flatMap((nth) => cells[nth] ?? []);
    else this.#begin(cells, sign);
    return [];
  }

  #begin(cells: readonly Cell[], sign: string): void {
    // Lines without any sign stand between two tables.
    const isFirst = this.#heading.length === 0;
    this.#heading = cells;
    this.#sign = sign;
    this.#columns = cells.flatMap(({ value }, nth) => (isSecretName(value) ? [nth] : []));
    this.#isInside = sign === '\t' && isFirst && cells.every(({ value }) => NAME.test(value));
  }
}

function isRule(line: string): boolean {
  return line.includes('-') && /^[\s|:-]+$/.test(line);
}

const NAME = /^[A-Za-z_][\w .-]{0,40}$/;

function cellsOf({ start, text }: Line, sign: string): Cell[] {
  let at = start;
  return text.split(sign).map((cell) => {
    const [, before = '', value = ''] = (cell.length <= LONGEST && INSIDE.exec(cell)) || [];
    const found = { start: at + before.length, value };
    at += cell.length + 1;
    return found;
  });
}

/** A longer cell is no value of that kind. */
const LONGEST = 200;
const INSIDE = /^([\s`*]*)(.*?)[\s`*]*$/;
