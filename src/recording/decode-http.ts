import type { Frame, SseFields } from '../model/frame.ts';
import type { HttpClosed, HttpEntry, ProcessEvent } from '../model/recording.ts';
import type { Members } from './migrations.ts';

/** What carried a frame, when it was HTTP. Members of other types are ignored. */
export function httpMembers({ call, sse }: Members): Pick<Frame, 'call' | 'sse'> {
  if (!isCount(call)) return {};
  return typeof sse === 'object' && sse !== null ? { call, sse: sseOf({ ...sse }) } : { call };
}

function sseOf({ event, id, dispatched }: Members): SseFields {
  return {
    ...(isText(event) && { event }),
    ...(isText(id) && { id }),
    ...(dispatched === false && { dispatched }),
  };
}

/** An `http` entry from its members; undefined when one is missing. */
export function httpOf(
  placed: { readonly seq: number; readonly at: number },
  { call, from, start, headers }: Members,
): HttpEntry | undefined {
  if (!isCount(call) || (from !== 'client' && from !== 'server') || !isText(start))
    return undefined;
  if (!Array.isArray(headers) || !headers.every(isPair)) return undefined;
  return { type: 'http', ...placed, call, from, start, headers };
}

function isPair(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every(isText);
}

/** The events that belong to one HTTP exchange; undefined for any other. */
export function httpEventOf(members: Members): ProcessEvent | undefined {
  const { event, call, code, text } = members;
  if (!isCount(call)) return undefined;
  if (event === 'http-closed') return closedOf(call, members);
  if (event === 'not-captured') return { event, call };
  return event === 'upstream-failed' && isText(code) && isText(text)
    ? { event, call, code, text }
    : undefined;
}

function closedOf(call: number, { by, complete, bytes, events, answers }: Members) {
  if (by !== 'client' && by !== 'server' && by !== 'sadap') return undefined;
  if (typeof complete !== 'boolean' || !isCount(bytes)) return undefined;
  const closed: HttpClosed = {
    event: 'http-closed',
    call,
    by,
    complete,
    bytes,
    ...(isCount(events) && { events }),
    ...(isCount(answers) && { answers }),
  };
  return closed;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
