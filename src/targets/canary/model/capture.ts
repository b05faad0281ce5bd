import { appendFileSync, openSync } from 'node:fs';
import { SadapError } from '../../../errors.ts';
import type { JsonValue } from '../../../model/json.ts';
import type { ApiName, Turn } from './api.ts';

/** First line of a capture: requests that hosts sent to the endpoint, one JSON object a line. */
export const CAPTURE_FORMAT = { type: 'header', format: 'sadap-canary', version: 1 } as const;

/** An HTTP request as it came. */
export interface ModelRequest {
  readonly method: string;
  /** With its query; the values of secrets masked. */
  readonly path: string;
  readonly api: ApiName | undefined;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** Writes a capture. Each line is one synchronous append. */
export interface CaptureWriter {
  request(request: ModelRequest, turn: Turn | undefined): void;
}

/**
 * Begins a capture in a new file, or on the descriptor of standard output when there is no `path`.
 * Throws `recording-exists` when the file exists already, and `not-writable`.
 */
export function createCapture(path: string | undefined, force = false): CaptureWriter {
  const target = path === undefined ? 1 : openNew(path, force);
  let seq = 0;
  appendFileSync(target, `${JSON.stringify(CAPTURE_FORMAT)}\n`);
  return {
    request: (request, turn) => {
      appendFileSync(target, lineOf(request, turn, seq));
      seq += 1;
    },
  };
}

function openNew(path: string, force: boolean): number {
  try {
    return openSync(path, force ? 'w' : 'wx', 0o600);
  } catch (error) {
    // Errors of node:fs have a code.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new SadapError('recording-exists', `${path} exists already`, {
        hint: 'choose another name, or add --force',
      });
    throw new SadapError('not-writable', `cannot write ${path}: ${code}`, { cause: error });
  }
}

/** `body` is last and keeps its bytes when it is JSON on one line; else it becomes a text. */
function lineOf({ body, ...request }: ModelRequest, turn: Turn | undefined, seq: number): Buffer {
  const calls = turn?.calls.map(({ tool, id, offered }) => ({ tool, id, name: offered.name }));
  const head = { type: 'request', seq, ...request, ...(calls ? { calls } : {}) };
  const isWhole = !body.includes(0x0a) && !body.includes(0x0d) && parsed(body) !== undefined;
  const text = JSON.stringify(isWhole ? head : { ...head, bodyText: body.toString() });
  if (!isWhole) return Buffer.from(`${text}\n`);
  return Buffer.concat([Buffer.from(`${text.slice(0, -1)},"body":`), body, Buffer.from('}\n')]);
}

/**
 * The JSON value of a body; undefined when it is none, or nested deeper than whoever looks into it can go:
 * no host sends such a request.
 */
export function parsed(body: Buffer): JsonValue | undefined {
  try {
    if (isTooDeep(body)) return undefined;
    // What JSON.parse returns is a JSON value.
    return JSON.parse(body.toString()) as JsonValue;
  } catch {
    return undefined;
  }
}

const DEEPEST = 1000;

/** Brackets in strings open nothing. */
function isTooDeep(body: Buffer): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (isInString && byte === 0x5c) at += 1;
    else if (byte === 0x22) isInString = !isInString;
    else if (isInString) continue;
    else if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** Headers that say something about the host and never hold a secret. */
const OPEN =
  /^(accept|accept-encoding|anthropic-(version|beta)|content-(type|length|encoding)|host|openai-(beta)|user-agent|x-stainless-.*|x-goog-api-client)$/;

/** Name and value pairs of `rawHeaders`; values of names that are not known to be harmless are masked. */
export function maskedHeaders(raw: readonly string[]): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]];
    pairs.push([name, OPEN.test(name.toLowerCase()) ? value : '***']);
  }
  return pairs;
}

/** A request target whose query keeps its names; of the values only those that choose a format. */
export function maskedPath(target: string): string {
  const [path = '', query] = target.split('?', 2);
  if (query === undefined) return path;
  const parts = query.split('&').map((part) => {
    const [name = ''] = part.split('=', 1);
    return /^(alt|beta|limit|after_id|before_id|pageSize|api-version)$/.test(name)
      ? part
      : `${name}=***`;
  });
  return `${path}?${parts.join('&')}`;
}
