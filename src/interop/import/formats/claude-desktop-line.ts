import { isLevel } from '../host-lines.ts';

/** What a stamped line of Claude Desktop starts with. */
export interface ClaudeHead {
  readonly stamp: string;
  readonly order: 'level-first' | 'name-first' | 'no-name';
  readonly level: string;
  /** Empty where the line names no server. */
  readonly name: string;
  /** Offset of the text behind the head, in characters. */
  readonly end: number;
}

const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \[/;
/** A server's name is not longer. */
const LONGEST_NAME = 200;

/**
 * Takes a line apart: `STAMP [level] [name] text`, `STAMP [name] [level] text` or `STAMP [level] text`.
 * undefined for any other line; looks at the start of it alone.
 */
export function headOf(line: string): ClaudeHead | undefined {
  if (!STAMP.test(line)) return undefined;
  const stamp = line.slice(0, 24);
  const first = bracketed(line, 25);
  if (first !== undefined && isLevel(first)) return levelFirst(line, stamp, first);
  return nameFirst(line, stamp);
}

function levelFirst(line: string, stamp: string, level: string): ClaudeHead {
  const after = 25 + level.length + 2;
  const name = line.startsWith(' [', after) ? bracketed(line, after + 1) : undefined;
  if (name === undefined || name === '')
    return { stamp, order: 'no-name', level, name: '', end: after + 1 };
  const nested = longName(line, after + 1, name);
  return { stamp, order: 'level-first', level, name: nested, end: after + nested.length + 4 };
}

/** The text between `[` at `open` and the next `]`. */
function bracketed(line: string, open: number): string | undefined {
  const close = line.indexOf(']', open);
  return line[open] === '[' && close !== -1 && close - open <= LONGEST_NAME
    ? line.slice(open + 1, close)
    : undefined;
}

/** Names may hold brackets of their own: `[a [b]] text`. */
function longName(line: string, open: number, name: string): string {
  const opened = name.split('[').length - 1;
  let close = open + 1 + name.length;
  for (let left = opened; left > 0 && line[close + 1] === ']'; left -= 1) close += 1;
  return line.slice(open + 1, close);
}

function nameFirst(line: string, stamp: string): ClaudeHead | undefined {
  const open = 24;
  for (
    let close = line.indexOf('] [', open);
    close !== -1 && close - open <= LONGEST_NAME + 2;
    close = line.indexOf('] [', close + 1)
  ) {
    const level = bracketed(line, close + 2);
    if (level !== undefined && isLevel(level))
      return {
        stamp,
        order: 'name-first',
        level,
        name: line.slice(open + 2, close),
        end: close + level.length + 5,
      };
  }
  return undefined;
}
