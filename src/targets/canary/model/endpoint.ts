import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { isLocalAuthority } from '../../asrama/http-guard.ts';
import type { JsonMembers } from '../marker.ts';
import { type StreamEvent, textOf } from './api.ts';
import { APIS } from './apis.ts';
import { type CaptureWriter, maskedHeaders, maskedPath, parsed } from './capture.ts';
import type { CallScript } from './script.ts';
import { sideAnswer } from './side-answers.ts';

/**
 * A server that is a model: it writes down what it is asked, and answers as the script says. Requests
 * of no API that it knows get 404, and are written down too.
 */
export function createEndpoint(script: CallScript, capture: CaptureWriter): Server {
  return createServer((request, response) => {
    answer(request, response, script, capture).catch((error: unknown) => {
      if (response.headersSent || request.destroyed) response.destroy();
      else if (error instanceof BodyError)
        sendJson(response, error.status, errorOf('invalid_request_error', error.message));
      else sendJson(response, 500, errorOf('api_error', String(error)));
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  script: CallScript,
  capture: CaptureWriter,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  // A web page that lets its own name resolve to this machine (DNS rebinding) calls it by that name.
  if (!isLocalAuthority(`http://${request.headers.host ?? 'localhost'}`))
    return sendJson(response, 403, errorOf('permission_error', 'Host is not this machine'));
  const path = url.split('?', 1)[0] ?? '/';
  const body = await bodyOf(request);
  const members = membersOf(body);
  const api = method === 'POST' ? APIS.find((each) => each.matches(path)) : undefined;
  const turn = api && script.next(api, members, modelOf(path, members));
  const headers = maskedHeaders(request.rawHeaders);
  capture.request({ method, path: maskedPath(url), api: api?.name, headers, body }, turn);
  if (!api || !turn) {
    const { status, json } = sideAnswer(method, path);
    return sendJson(response, status, json);
  }
  if (!api.wantsStream(path, members)) return sendJson(response, 200, api.answer(turn));
  // Gemini streams a JSON array unless it is asked for events.
  if (api.name === 'gemini' && !url.includes('alt=sse'))
    return sendJson(response, 200, [api.answer(turn)]);
  sendEvents(response, api.events(turn));
}

/** Longer bodies are refused, packed or not: a packed one of a megabyte can hold a thousand. */
const LARGEST_BODY = 64 * 1024 * 1024;

/** A body that is not read. */
class BodyError extends Error {
  readonly status: 400 | 413;

  constructor(status: 400 | 413, message: string) {
    super(message);
    this.status = status;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    // A request without an encoding gives buffers.
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size <= LARGEST_BODY) chunks.push(bytes);
    else chunks.length = 0;
  }
  if (size > LARGEST_BODY) throw new BodyError(413, 'the body is longer than 64 MiB');
  return unpacked(Buffer.concat(chunks), request.headers['content-encoding'] ?? '');
}

function unpacked(body: Buffer, encoding: string): Buffer {
  try {
    return DECODERS.get(encoding)?.(body, { maxOutputLength: LARGEST_BODY }) ?? body;
  } catch (error) {
    // zlib's errors carry a code.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw new BodyError(413, 'the body unpacks to more than 64 MiB');
    throw new BodyError(400, `the body cannot be unpacked: ${code}`);
  }
}

const DECODERS: ReadonlyMap<string, (body: Buffer, limit: { maxOutputLength: number }) => Buffer> =
  new Map([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['deflate', inflateSync],
  ]);

function errorOf(type: string, message: string) {
  return { error: { type, message } };
}

function membersOf(body: Buffer): JsonMembers {
  const value = parsed(body);
  // An array has none of the members that are asked for.
  return typeof value === 'object' && value !== null ? (value as JsonMembers) : {};
}

function modelOf(path: string, body: JsonMembers): string {
  return textOf(body['model']) || (/\/models\/([^/:]+):/.exec(path)?.[1] ?? 'canary-model');
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function sendEvents(response: ServerResponse, events: readonly StreamEvent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const { event, data } of events) {
    if (event !== undefined) response.write(`event: ${event}\n`);
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}
