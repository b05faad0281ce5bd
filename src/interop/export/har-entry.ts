import { isUtf8 } from 'node:buffer';
import type { FrameEntry, HttpEntry } from '../../model/recording.ts';
import { formatTime } from '../../recording/time.ts';

/** One HTTP exchange while it is put together. */
export interface HarCall {
  readonly request: HttpEntry;
  response: HttpEntry | undefined;
  readonly sent: FrameEntry[];
  readonly received: FrameEntry[];
  closedAt: number | undefined;
  isCaptured: boolean;
  failure: string | undefined;
  isDone: boolean;
}

/** An entry of a HAR (version 1.2). What is not known is -1, as it asks for. */
export function harEntry(call: HarCall, origin: string): object {
  const { request, closedAt, response, received } = call;
  const last = closedAt ?? received.at(-1)?.at ?? response?.at ?? request.at;
  const time = (last - request.at) / 1000;
  const wait = response ? (response.at - request.at) / 1000 : -1;
  return {
    startedDateTime: formatTime(request.at),
    time,
    request: requestOf(call, origin),
    response: responseOf(call),
    cache: {},
    timings: {
      send: 0,
      wait: Math.max(0, wait),
      receive: wait < 0 ? -1 : Math.max(0, time - wait),
    },
    ...(call.failure !== undefined && { _error: call.failure }),
  };
}

function requestOf({ request, sent }: HarCall, origin: string) {
  const [method = '', ...target] = request.start.split(' ');
  const url = target.join(' ');
  const body = Buffer.concat(sent.map(({ bytes }) => bytes));
  return {
    method,
    url: url.startsWith('/') ? `${origin}${url}` : url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersOf(request),
    queryString: [],
    ...(sent.length > 0 && {
      postData: { mimeType: typeOf(request) ?? 'application/json', text: body.toString('utf8') },
    }),
    headersSize: -1,
    bodySize: body.length,
  };
}

function responseOf({ response, received, isCaptured, request }: HarCall) {
  const [, status = '0', statusText = ''] = /^(\d{3}) ?(.*)$/s.exec(response?.start ?? '') ?? [];
  return {
    status: Number(status),
    statusText,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: response ? headersOf(response) : [],
    content: contentOf(response, received, isCaptured, request.at),
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
  };
}

function contentOf(
  response: HttpEntry | undefined,
  received: readonly FrameEntry[],
  isCaptured: boolean,
  start: number,
) {
  const mimeType = (response && typeOf(response)) ?? '';
  if (!isCaptured) return { size: -1, mimeType };
  const isStream = received.some(({ sse }) => sse !== undefined);
  const body = Buffer.concat(received.map((each) => (each.sse ? eventOf(each) : each.bytes)));
  const text = isUtf8(body)
    ? { text: body.toString('utf8') }
    : { encoding: 'base64', text: body.toString('base64') };
  const times = isStream && { _eventTimes: received.map(({ at }) => (at - start) / 1000) };
  return { size: body.length, mimeType, ...(body.length > 0 && text), ...times };
}

/** The lines of an event; those that were never dispatched stand as they came. */
function eventOf({ sse, bytes }: FrameEntry): Buffer {
  if (sse?.dispatched === false) return bytes;
  const text = bytes.toString('latin1');
  const data = text.split('\n').map((line) => `data: ${line}\n`);
  const head = [
    ...(sse?.event === undefined ? [] : [`event: ${sse.event}\n`]),
    ...(sse?.id === undefined ? [] : [`id: ${sse.id}\n`]),
  ];
  return Buffer.concat([Buffer.from(head.join('')), Buffer.from(`${data.join('')}\n`, 'latin1')]);
}

function headersOf({ headers }: HttpEntry) {
  return headers.map(([name, value]) => ({ name, value }));
}

function typeOf({ headers }: HttpEntry): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
}
