/** The two ends of an MCP conversation; a frame is `from` one of them. */
export type Side = 'client' | 'server';

/** The side that is not the given one. */
export function otherSide(side: Side): Side {
  return side === 'client' ? 'server' : 'client';
}

/** Microseconds since 1970-01-01T00:00Z. An integer; exact in a double until the year 2255. */
export type Micros = number;

/** How a line ended. Empty: the stream ended, or was cut, before a line feed came. */
export type Eol = '\n' | '\r\n' | '';

/** One line exactly as it crossed the wire, before anyone tried to understand it. */
export interface Line {
  /** Without the line end. May be empty, may be no UTF-8, may hold a bare CR. */
  readonly bytes: Buffer;
  readonly eol: Eol;
}

/** A line with its place in the session. `seq` counts all entries of a recording, from 0. */
export interface Frame extends Line {
  readonly seq: number;
  readonly at: Micros;
  readonly from: Side;
}
