import type { HttpEntry, Recording, TimelineItem } from '../model/recording.ts';

/** What the heads of a recording's HTTP exchanges tell about the messages in their bodies. */
export interface HttpCalls {
  /** A name for the MCP session that the exchange belongs to; empty when it has none. */
  threadOf(call: number | undefined): string;
  /** May an answer to what this exchange asked still come on another one? */
  isAnsweredElsewhere(call: number): boolean;
}

interface Call {
  /** By `Mcp-Session-Id`, as masked in the recording: equal exactly for equal ids. */
  session?: string;
  /** Where the request went, as a URL whose host means nothing. */
  target?: string;
  /** What the server's `endpoint` event says, resolved against the target. */
  endpoint?: string;
  accepted?: boolean;
  resumable?: boolean;
  /** Frames of it came already. */
  isUsed?: boolean;
}

/**
 * A session has an id in the headers of its requests, and of the response that begins it (2025-03-26 to
 * 2025-11-25, "Session Management"). In the transport with two endpoints it is what the stream's
 * `endpoint` event names, and the requests that go there (2024-11-05, "HTTP with SSE").
 */
export function httpCallsOf({ items }: Recording): HttpCalls {
  const calls = new CallBook();
  for (const item of items) calls.add(item);
  return calls;
}

/** The same while items still come. */
export class CallBook implements HttpCalls {
  readonly #calls = new Map<number, Call>();
  readonly #endpoints = new Set<string>();

  /** True when messages that came before may belong to another session than was known then. */
  add(item: TimelineItem): boolean {
    if (item.type !== 'http' && item.type !== 'frame') return false;
    const number = item.type === 'http' ? item.call : item.frame.call;
    if (number === undefined) return false;
    const before = this.threadOf(number);
    const call = this.#callOf(number);
    if (item.type === 'http') head(call, item);
    else event(call, item);
    const { endpoint, isUsed } = call;
    const isNews = endpoint !== undefined && !this.#endpoints.has(endpoint);
    if (endpoint !== undefined) this.#endpoints.add(endpoint);
    if (item.type === 'frame') call.isUsed = true;
    return isNews || (isUsed === true && this.threadOf(number) !== before);
  }

  threadOf(number: number | undefined): string {
    const call = this.#calls.get(number ?? 0);
    if (call?.session !== undefined) return `session ${call.session}`;
    const { endpoint, target } = call ?? {};
    if (endpoint !== undefined) return `endpoint ${endpoint}`;
    return target !== undefined && this.#endpoints.has(target) ? `endpoint ${target}` : '';
  }

  isAnsweredElsewhere(number: number): boolean {
    const { accepted = false, resumable = false } = this.#calls.get(number) ?? {};
    return accepted || resumable;
  }

  #callOf(number: number): Call {
    const known = this.#calls.get(number) ?? {};
    this.#calls.set(number, known);
    return known;
  }
}

function head(call: Call, { from, start, headers }: HttpEntry): void {
  const session = headers.find(([name]) => name.toLowerCase() === 'mcp-session-id')?.[1];
  if (session !== undefined) call.session = session;
  if (from === 'client') {
    const target = resolved(start.slice(start.indexOf(' ') + 1), 'http://x');
    if (target !== undefined) call.target = target;
  } else call.accepted = start.startsWith('202');
}

function event(call: Call, { frame }: Extract<TimelineItem, { type: 'frame' }>): void {
  if (frame.sse?.id !== undefined) call.resumable = true;
  if (frame.sse?.event !== 'endpoint') return;
  const endpoint = resolved(frame.bytes.toString('utf8').trim(), `http://x${call.target ?? ''}`);
  if (endpoint !== undefined) call.endpoint = endpoint;
}

/** Path and query of a URL; undefined when it is none. */
function resolved(url: string, base: string): string | undefined {
  if (!URL.canParse(url, base)) return undefined;
  const { pathname, search } = new URL(url, base);
  return pathname + search;
}
