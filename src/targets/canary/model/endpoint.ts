import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
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
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: { type: 'api_error', message: String(error) } });
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

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks);
  const decode = DECODERS.get(request.headers['content-encoding'] ?? '');
  return decode ? decode(body) : body;
}

const DECODERS: ReadonlyMap<string, (body: Buffer) => Buffer> = new Map([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['deflate', inflateSync],
]);

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
