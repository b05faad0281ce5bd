import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  type InformationEvent,
  request as requestPlain,
  type ServerResponse,
} from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Socket } from 'node:net';
import type { Upstream } from './addresses.ts';
import type { CallRecorder } from './call.ts';
import type { Names } from './guard.ts';
import {
  earlyHints,
  has,
  headerOf,
  type RawHeaders,
  requestHeaders,
  responseHeaders,
} from './headers.ts';

/** Longest head of a message, in bytes; Node's own 16 KiB are too few for some cookies. */
export const MOST_HEADERS = 256 * 1024;

/** One exchange: what came in, where it goes, who looks on. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly upstream: Upstream;
  readonly names: Names;
  readonly agent: Agent;
  readonly recorder: CallRecorder;
}

/**
 * Passes one request to the upstream and its response back, chunk by chunk as they come, each as fast as
 * its receiver takes it. Either end's leaving is passed on. The recorder is told after each step.
 */
export function forward(exchange: Exchange): void {
  const { request, response, recorder } = exchange;
  recorder.request(request.method ?? '', request.url ?? '', request.rawHeaders);
  // The response's 'close' tells the same.
  request.on('error', () => {});
  response.on('error', () => {});
  const out = sendable(exchange, () => openRequest(exchange));
  response.on('close', () => {
    if (response.writableFinished) return;
    recorder.closed('client', false);
    out?.destroy();
  });
  // Whatever of the request is still to come after its answer must not block the connection.
  response.on('finish', () => request.resume());
  if (!out) return;
  passBody(out, exchange);
  passAnswer(out, exchange);
}

function passBody(out: ClientRequest, exchange: Exchange): void {
  const { request, recorder } = exchange;
  request.on('data', (chunk: Buffer) => {
    const isTaken = sendable(exchange, () => out.destroyed || out.write(chunk), out);
    if (isTaken === false) waitFor(out, request);
    recorder.requestChunk(chunk);
    // Node tells the end of a short body a turn later than it knows it.
    if (request.complete && request.readableLength === 0) recorder.requestEnd();
  });
  request.on('end', () => {
    const end = () => {
      if (request.rawTrailers.length > 0) out.addTrailers(pairsOf(request.rawTrailers));
      out.end();
    };
    sendable(exchange, () => out.destroyed || end(), out);
    recorder.requestEnd();
  });
}

function passAnswer(out: ClientRequest, exchange: Exchange): void {
  const { request, response } = exchange;
  let isReused = false;
  out.on('socket', (socket) => {
    isReused = used.has(socket);
    used.add(socket);
  });
  // A client of HTTP/1.0 knows no answers before the answer (RFC 9110 section 15.2).
  if (request.httpVersion !== '1.0') {
    out.on('continue', () => response.writeContinue());
    out.on('information', (info) => inform(info, response));
  }
  out.on('response', (incoming) => {
    // Node sends no status below 100, and no reason with control characters, though it reads them.
    if (sendable(exchange, () => answer(incoming, exchange)) === undefined) incoming.destroy();
  });
  // Upgrades are not passed on, so no upstream has a reason for one.
  out.on('upgrade', (_, socket) => {
    socket.destroy();
    failed(new Error('the upstream switched protocols unasked'), false, exchange);
  });
  out.on('error', (error: NodeJS.ErrnoException) => failed(error, isReused, exchange));
}

/**
 * Does what Node may refuse to do: it reads heads that it throws over when it is to send them. Then the
 * exchange has failed, and nothing else.
 */
function sendable<T>(exchange: Exchange, send: () => T, out?: ClientRequest): T | undefined {
  try {
    return send();
  } catch (error) {
    failed(error instanceof Error ? error : new Error(String(error)), false, exchange);
    out?.destroy();
    return undefined;
  }
}

/** Status 103 and 102; a hint that Node refuses is left out, as the client can do without. */
function inform({ statusCode, rawHeaders }: InformationEvent, response: ServerResponse): void {
  if (response.headersSent || response.destroyed) return;
  if (statusCode === 102) response.writeProcessing();
  if (statusCode !== 103) return;
  try {
    response.writeEarlyHints(earlyHints(rawHeaders));
  } catch {
    // The answer itself is still to come.
  }
}

/** Sockets to the upstream that have carried a request. */
const used = new WeakSet<Socket>();

/** The head goes out with the first bytes of the body, or its end. */
function openRequest({ request, upstream, names, agent }: Exchange): ClientRequest {
  const { hostname, port } = upstream;
  const headers = requestHeaders(request.rawHeaders, upstream, names);
  const options = {
    host: hostname,
    port,
    method: request.method,
    path: request.url,
    agent,
    setHost: false,
    maxHeaderSize: MOST_HEADERS,
    ...(isGrouped(headers) ? {} : { headers }),
  };
  const out = upstream.secure ? requestSecure(options) : requestPlain(options);
  out.maxHeadersCount = 0;
  try {
    if (isGrouped(headers)) setHeaders(out, headers);
    if (has(headers, 'expect')) out.flushHeaders();
  } catch (error) {
    // It has a connection by now, whose end it would tell to nobody.
    out.on('error', () => {}).destroy();
    throw error;
  }
  return out;
}

/** Do headers that are repeated stand together, spelled alike? Then Node can set them one by one. */
function isGrouped(headers: RawHeaders): boolean {
  const seen = new Set<string>();
  let before: string | undefined;
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    if (name !== before && seen.has(name.toLowerCase())) return false;
    seen.add(name.toLowerCase());
    before = name;
  }
  return true;
}

/** Sets exactly these headers: Node adds its own ones unless they are removed first. */
function setHeaders(out: ClientRequest | ServerResponse, headers: RawHeaders): void {
  for (const name of ['connection', 'content-length', 'transfer-encoding', 'date'])
    out.removeHeader(name);
  const values = new Map<string, string[]>();
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    const value = headers[at + 1] ?? '';
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  for (const [name, all] of values) out.setHeader(name, all.length === 1 ? (all[0] ?? '') : all);
}

function answer(incoming: IncomingMessage, exchange: Exchange): true {
  const { request, response, recorder } = exchange;
  const { statusCode = 502, statusMessage = '', rawHeaders } = incoming;
  for (const name of ['connection', 'content-length', 'transfer-encoding', 'date'])
    response.removeHeader(name);
  const headers = responseHeaders(rawHeaders, request.httpVersion);
  response.writeHead(statusCode, statusMessage, headers);
  // A stream may stay silent for long; any other head leaves with its body, in one packet.
  if (isStream(rawHeaders)) response.flushHeaders();
  else setImmediate(() => response.destroyed || response.flushHeaders());
  recorder.response(statusCode, statusMessage, rawHeaders);
  incoming.on('data', (chunk: Buffer) => {
    if (!response.write(chunk)) waitFor(response, incoming);
    recorder.responseChunk(chunk);
  });
  incoming.on('end', () => {
    if (!incoming.complete) return;
    if (incoming.rawTrailers.length > 0) response.addTrailers(pairsOf(incoming.rawTrailers));
    response.end();
    recorder.closed('server', true);
  });
  incoming.on('error', () => {});
  incoming.on('close', () => {
    if (incoming.complete) return;
    recorder.closed('server', false);
    response.destroy();
  });
  return true;
}

function isStream(headers: RawHeaders): boolean {
  return headerOf(headers, 'content-type')?.toLowerCase().startsWith('text/event-stream') === true;
}

/** No answer came. When one had begun, the answer's own end tells. */
function failed(error: NodeJS.ErrnoException, isReused: boolean, exchange: Exchange): void {
  const { request, response, recorder, upstream } = exchange;
  if (response.headersSent || response.destroyed) return;
  const code = error.code ?? 'failed';
  recorder.upstreamFailed(code, error.message);
  recorder.closed('server', false);
  // A server may close an idle connection just when it is used again; its client would see the same.
  if (isReused && code === 'ECONNRESET') {
    response.destroy();
    return;
  }
  request.resume();
  const text = `sadap: no answer from the upstream ${upstream.origin}: ${code}\n`;
  response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}

/** Stops the sender until the receiver has room. */
function waitFor(receiver: ClientRequest | ServerResponse, sender: IncomingMessage): void {
  sender.pause();
  receiver.once('drain', () => sender.resume());
}

function pairsOf(raw: RawHeaders): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}
