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
}

/**
 * A session has an id in the headers of its requests, and of the response that begins it (2025-03-26 to
 * 2025-11-25, "Session Management"). In the transport with two endpoints it is what the stream's
 * `endpoint` event names, and the requests that go there (2024-11-05, "HTTP with SSE").
 */
export function httpCallsOf({ items }: Recording): HttpCalls {
  const calls = new Map<number, Call>();
  const callOf = (number: number): Call => {
    const known = calls.get(number) ?? {};
    calls.set(number, known);
    return known;
  };
  for (const item of items) {
    if (item.type === 'http') head(callOf(item.call), item);
    else if (item.type === 'frame' && item.frame.sse && item.frame.call !== undefined)
      event(callOf(item.frame.call), item);
  }
  const endpoints = new Set([...calls.values()].flatMap(({ endpoint }) => endpoint ?? []));
  return {
    threadOf: (call) => threadOf(calls.get(call ?? 0), endpoints),
    isAnsweredElsewhere: (call) => {
      const { accepted = false, resumable = false } = calls.get(call) ?? {};
      return accepted || resumable;
    },
  };
}

function threadOf(call: Call | undefined, endpoints: ReadonlySet<string>): string {
  if (call?.session !== undefined) return `session ${call.session}`;
  const { endpoint, target } = call ?? {};
  if (endpoint !== undefined) return `endpoint ${endpoint}`;
  return target !== undefined && endpoints.has(target) ? `endpoint ${target}` : '';
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
