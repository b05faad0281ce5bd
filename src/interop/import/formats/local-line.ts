import type { Micros } from '../../../model/frame.ts';
import { isLevel } from '../host-lines.ts';
import { localTime } from '../stamp.ts';

/** What a line of a VS Code log starts with; Cursor has the same. */
export interface LocalHead {
  readonly at: Micros;
  readonly level: string;
  /** Offset of the text behind it. */
  readonly end: number;
}

const HEAD = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}) \[([a-z]{1,12})\] /;

/** `2025-08-03 19:18:56.856 [info] text`; undefined for any other line. */
export function localHead(line: string): LocalHead | undefined {
  const [head, stamp, level] = HEAD.exec(line.slice(0, 60)) ?? [];
  const at = stamp === undefined ? undefined : localTime(stamp);
  if (head === undefined || level === undefined || at === undefined || !isLevel(level))
    return undefined;
  return { at, level, end: head.length };
}
