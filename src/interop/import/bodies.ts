import type { Micros, Side } from '../../model/frame.ts';
import { parseFrame } from '../../wire/parse.ts';
import { type SseEvent, SseSplitter } from '../../wire/sse.ts';
import type { Observation } from './observation.ts';

/** The body of an HTTP request or response, as a log kept it. */
export interface Body {
  readonly key?: string;
  readonly call: number;
  readonly from: Side;
  readonly at: Micros;
  readonly bytes: Buffer;
  /** Value of its Content-Type; absent when it is not known. */
  readonly type: string | undefined;
}

/** What a body holds: one frame, or one for each event of a stream; nothing when it is empty. */
export function framesOf({ type, bytes, ...place }: Body): Observation[] {
  if (bytes.length === 0) return [];
  if (!isEventStream(type)) return [{ kind: 'frame', ...place, bytes, eol: '', isWhole: true }];
  return eventsOf(bytes).map(({ sse, bytes: data }) => ({
    kind: 'frame',
    ...place,
    bytes: data,
    eol: '',
    sse,
    isWhole: true,
  }));
}

/** How the exchange ended, for those who ask whether an answer may still come. */
export function closedOf(
  { key, call, at }: Pick<Body, 'key' | 'call' | 'at'>,
  bytes: Buffer | undefined,
  type: string | undefined,
): Observation {
  const events = bytes && isEventStream(type) ? eventsOf(bytes) : undefined;
  const dispatched = events?.filter(({ sse }) => sse.dispatched !== false) ?? [];
  const stream = events && {
    events: dispatched.length,
    answers: dispatched.filter(isAnswer).length,
  };
  const size = bytes?.length ?? 0;
  const event = { event: 'http-closed', call, by: 'server', complete: true, bytes: size } as const;
  return { kind: 'event', ...(key !== undefined && { key }), at, event: { ...event, ...stream } };
}

/** The value of a header in a flat list of names and values; undefined when it is not there. */
export function headerIn(headers: readonly string[], name: string): string | undefined {
  const at = headers.findIndex((each, index) => index % 2 === 0 && each.toLowerCase() === name);
  return at === -1 ? undefined : headers[at + 1];
}

export function isEventStream(type: string | undefined): boolean {
  return /^\s{0,9}text\/event-stream\b/i.test(type ?? '');
}

/** Does a body hold JSON-RPC? */
export function holdsMessages(bytes: Buffer, type: string | undefined): boolean {
  if (isEventStream(type)) return eventsOf(bytes).some(({ bytes: data }) => isMessage(data));
  return isMessage(bytes);
}

function eventsOf(bytes: Buffer): SseEvent[] {
  const splitter = new SseSplitter();
  const events = splitter.push(bytes);
  const rest = splitter.end();
  return rest ? [...events, rest] : events;
}

function contentOf(bytes: Buffer) {
  return parseFrame({ seq: 0, at: 0, from: 'server', bytes, eol: '', call: 0 }).content;
}

function isAnswer({ bytes }: SseEvent): boolean {
  const { kind } = contentOf(bytes);
  return kind === 'result' || kind === 'failure';
}

function isMessage(bytes: Buffer): boolean {
  if (!bytes.includes('"jsonrpc"')) return false;
  const content = contentOf(bytes);
  return content.kind === 'batch'
    ? content.members.some(({ kind }) => kind !== 'stray')
    : content.kind !== 'stray';
}
