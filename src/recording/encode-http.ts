import type { SseFields } from '../model/frame.ts';
import type { FrameEntry, HttpClosed, HttpEntry } from '../model/recording.ts';
import { formatTime } from './time.ts';

// Put together by hand: every exchange has two heads and an end, and clients wait meanwhile. It takes a
// fraction of the time of JSON.stringify on an object made for it.

/** The line of a start line with its headers. */
export function encodeHttp({ headers, ...head }: HttpEntry): string {
  return encodeHttpHead(head, JSON.stringify(headers).slice(1, -1));
}

/** The same of headers that are encoded already: a JSON array of name and value each, with commas between. */
export function encodeHttpHead(
  { seq, at, call, from, start }: Omit<HttpEntry, 'type' | 'headers'>,
  headers: string,
): string {
  const place = `"seq":${seq},"at":"${formatTime(at)}","call":${call},"from":"${from}"`;
  return `{"type":"http",${place},"start":${JSON.stringify(start)},"headers":[${headers}]}\n`;
}

/** The line of the end of an exchange. */
export function encodeClosed(entry: HttpClosed & { seq: number; at: number }): string {
  const { seq, at, event, call, by, complete, bytes, events, answers } = entry;
  const place = `"seq":${seq},"at":"${formatTime(at)}","event":"${event}","call":${call}`;
  const stream =
    (events === undefined ? '' : `,"events":${events}`) +
    (answers === undefined ? '' : `,"answers":${answers}`);
  return `{"type":"event",${place},"by":"${by}","complete":${complete},"bytes":${bytes}${stream}}\n`;
}

/** What carried a frame, when it was HTTP: members with a comma before each. */
export function httpMembersText({ call, sse }: Pick<FrameEntry, 'call' | 'sse'>): string {
  if (call === undefined) return '';
  return sse ? `,"call":${call},"sse":{${sseText(sse)}}` : `,"call":${call}`;
}

/** The same as an object. */
export function httpMembersOf({
  call,
  sse,
}: Pick<FrameEntry, 'call' | 'sse'>): Pick<FrameEntry, 'call' | 'sse'> {
  return {
    ...(call !== undefined && { call }),
    ...(sse && { sse: sseMembers(sse) }),
  };
}

function sseText({ event, id, dispatched }: SseFields): string {
  const members: string[] = [];
  if (event !== undefined) members.push(`"event":${JSON.stringify(event)}`);
  if (id !== undefined) members.push(`"id":${JSON.stringify(id)}`);
  if (dispatched === false) members.push('"dispatched":false');
  return members.join(',');
}

function sseMembers({ event, id, dispatched }: SseFields): SseFields {
  return {
    ...(event !== undefined && { event }),
    ...(id !== undefined && { id }),
    ...(dispatched === false && { dispatched }),
  };
}
