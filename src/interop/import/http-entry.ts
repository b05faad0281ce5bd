import type { Micros } from '../../model/frame.ts';
import { closedOf, framesOf, holdsMessages, isEventStream } from './bodies.ts';
import type { Observation } from './observation.ts';
import type { TimeOrder } from './order.ts';

/** One HTTP exchange as a log keeps it, request and response together. */
export interface HttpExchange {
  readonly call: number;
  readonly method: string;
  readonly url: string;
  readonly asked: Micros;
  /** When the response began, and when it was complete. */
  readonly responded: Micros;
  readonly answered: Micros;
  /** When each event of a stream came, if the log says so. */
  readonly eventTimes?: readonly Micros[];
  readonly requestHeaders: readonly string[];
  readonly requestBody: Buffer | undefined;
  /** Undefined: no response came, or the log does not have it. */
  readonly status: string | undefined;
  readonly responseHeaders: readonly string[];
  /** Undefined: the log does not hold the body. */
  readonly responseBody: Buffer | undefined;
  readonly responseType: string | undefined;
  /** Why there is no response. */
  readonly error?: string;
}

/** Is this traffic of MCP: JSON-RPC in a body, an event stream, what a client asks before it may begin? */
export function isOfMcp(exchange: HttpExchange): boolean {
  const { requestBody, responseBody, responseType, url } = exchange;
  if (requestBody && holdsMessages(requestBody, undefined)) return true;
  if (responseBody && holdsMessages(responseBody, responseType)) return true;
  return isEventStream(responseType) || /\/\.well-known\/(?:oauth-|openid-)/.test(url);
}

/** The entries of an exchange: those of its request, and those that come when the response is complete. */
export function observationsOf(
  exchange: HttpExchange,
  key: string,
): { readonly request: Observation[]; readonly response: Observation[] } {
  const { call, asked, url, method, requestHeaders, requestBody } = exchange;
  const place = { key, call, at: asked };
  const request: Observation[] = [
    { kind: 'about', key, at: asked, server: { url, label: hostOf(url) } },
    {
      kind: 'http',
      ...place,
      from: 'client',
      start: `${method} ${targetOf(url)}`,
      headers: requestHeaders,
    },
    ...framesOf({
      ...place,
      from: 'client',
      bytes: requestBody ?? Buffer.alloc(0),
      type: undefined,
    }),
  ];
  return { request, response: responseOf(exchange, key) };
}

function responseOf(exchange: HttpExchange, key: string): Observation[] {
  const { call, answered: at, status, responseHeaders, responseBody, responseType } = exchange;
  const place = { key, call, at };
  if (status === undefined) {
    const text = exchange.error ?? 'the log holds no response';
    const event = { event: 'upstream-failed', call, code: 'unknown', text } as const;
    return [{ kind: 'event', key, at, event }];
  }
  const head: Observation = {
    kind: 'http',
    ...place,
    at: exchange.responded,
    from: 'server',
    start: status,
    headers: responseHeaders,
  };
  if (!responseBody) return [head, notCaptured(key, at, call)];
  const frames = framesOf({ ...place, from: 'server', bytes: responseBody, type: responseType });
  const times = exchange.eventTimes?.length === frames.length ? exchange.eventTimes : [];
  const timed = frames.map((frame, index) => ({ ...frame, at: times[index] ?? at }));
  return [head, ...timed, closedOf(place, responseBody, responseType)];
}

/** Puts what a response holds where its times say. */
export function putResponse(order: TimeOrder, response: readonly Observation[]): void {
  for (const each of response) order.put(each.at ?? 0, [each]);
}

/** Nobody can say whether the answer came. */
function notCaptured(key: string, at: Micros, call: number): Observation {
  return { kind: 'event', key, at, event: { event: 'not-captured', call } };
}

/** The path of a URL with its query, as a request has it. */
function targetOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** What of a URL names the server; the whole text when it is none. */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
