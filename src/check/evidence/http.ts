import type { ParsedFrame } from '../../model/message.ts';
import type { HttpClosed, HttpEntry, TimelineItem } from '../../model/recording.ts';
import type { Exchange, Session } from '../../model/session.ts';
import { perSession } from './per-session.ts';

/** One HTTP exchange of a recording. */
export interface HttpCall {
  readonly request?: HttpEntry;
  readonly response?: HttpEntry;
  readonly closed?: HttpClosed & { readonly at: number };
  /** The system's word for why the upstream gave no answer. */
  readonly failed?: string;
  readonly sent: readonly ParsedFrame[];
  readonly received: readonly ParsedFrame[];
}

type Draft = { -readonly [K in keyof HttpCall]: HttpCall[K] } & {
  readonly sent: ParsedFrame[];
  readonly received: ParsedFrame[];
};

/** The HTTP exchanges of a session by number; none on stdio. */
export const httpCallsOf = perSession((session: Session): ReadonlyMap<number, HttpCall> => {
  const calls = new Map<number, Draft>();
  for (const item of session.recording.items) {
    const number = callOf(item);
    if (number === undefined) continue;
    const call = calls.get(number) ?? { sent: [], received: [] };
    calls.set(number, call);
    enter(call, item);
  }
  return calls;
});

function callOf(item: TimelineItem): number | undefined {
  if (item.type === 'frame') return item.frame.call;
  if (item.type === 'http') return item.call;
  return item.type === 'event' && 'call' in item ? item.call : undefined;
}

function enter(call: Draft, item: TimelineItem): void {
  if (item.type === 'http') {
    if (item.from === 'client') call.request = item;
    else call.response = item;
  } else if (item.type === 'frame')
    (item.frame.from === 'client' ? call.sent : call.received).push(item);
  else if (item.type === 'event' && item.event === 'http-closed') call.closed = item;
  else if (item.type === 'event' && item.event === 'upstream-failed') call.failed = item.code;
}

/** The exchange over which a request was sent. */
export function callOfRequest(session: Session, { request }: Exchange): HttpCall | undefined {
  return request.call === undefined ? undefined : httpCallsOf(session).get(request.call);
}

/**
 * Are the headers of a request or response known? No message of HTTP is without any: where a log that was
 * imported has none, it did not keep them.
 */
export function hasHeaders({ recording }: Session, entry: HttpEntry | undefined): boolean {
  return recording.header.source === undefined || (entry?.headers.length ?? 0) > 0;
}

/** The value of a header, by its name in lower case. */
export function headerOf(entry: HttpEntry | undefined, name: string): string | undefined {
  return entry?.headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

/** The number that a response starts with. */
export function statusOf({ response }: HttpCall): number | undefined {
  return response && Number.parseInt(response.start, 10);
}
