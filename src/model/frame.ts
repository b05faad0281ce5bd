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

/** How a Server-Sent Event carried a frame (WHATWG HTML, "Server-sent events"). */
export interface SseFields {
  /** As the event named it; absent means `message`. */
  readonly event?: string;
  /** Present when this very event has one. */
  readonly id?: string;
  /**
   * false: no client gets it, because the stream ended inside the event, or it has no `data`. The
   * frame's bytes are then its lines as they came, not the data.
   */
  readonly dispatched?: false;
}

/**
 * A line with its place in the session. `seq` counts all entries of a recording, from 0. Over HTTP it
 * is a whole body, content coding undone, or the data of one Server-Sent Event; both have no line end.
 */
export interface Frame extends Line {
  readonly seq: number;
  readonly at: Micros;
  readonly from: Side;
  /** The HTTP exchange that carried it, counted from 1; absent on stdio. */
  readonly call?: number;
  /** Present when it came as an event of a stream. */
  readonly sse?: SseFields;
}
