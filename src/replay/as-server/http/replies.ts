import type { ServerResponse } from 'node:http';
import { at } from '../../../model/json.ts';
import type { Message, ParsedFrame } from '../../../model/message.ts';
import { parseJson } from '../../../wire/json.ts';

/** Why a request is not played: status, and the JSON-RPC error that tells it. */
export interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  /** The id that the error answers, as JSON; `null` when it refuses the HTTP request itself. */
  readonly id?: string;
}

/** Errors that have no number of their own. */
export const BAD_REQUEST = { status: 400, code: -32000 } as const;

/** Answers an HTTP request with an error that refuses it. */
export function refuse(
  response: ServerResponse,
  { status, code, message, id = 'null' }: Refusal,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...JSON_TYPE, ...headers });
  response.end(`{"jsonrpc":"2.0","error":${JSON.stringify({ code, message })},"id":${id}}`);
}

/** Answers with a line of text: nobody who speaks MCP is meant. */
export function refuseText(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  response.end(`sadap: refused: ${why}\n`);
}

export const JSON_TYPE = { 'content-type': 'application/json' } as const;

/** Errors that a modern server sends with 400 (2026-07-28, "Streamable HTTP"). */
const WITH_400: ReadonlySet<string> = new Set([
  '-32020',
  '-32021',
  '-32022',
  '-32602',
  '-32700',
  '-32600',
]);

/** The status that an answer of the modern era has, by its error; 200 for results. */
export function modernStatus(answer: Buffer): number {
  const parsed = parseJson(answer);
  const code = parsed.ok ? at(parsed.node, 'error', 'code') : undefined;
  if (code?.kind !== 'number') return 200;
  if (code.text === '-32601') return 404;
  return WITH_400.has(code.text) ? 400 : 200;
}

/** Is it JSON, to be labelled so? */
export function isJsonText(bytes: Buffer): boolean {
  return bytes.length > 0 && parseJson(bytes).ok;
}

/** The messages of a body, members of a batch each; what is none is left out. */
export function messagesIn({ content }: ParsedFrame): readonly Message[] {
  const members = content.kind === 'batch' ? content.members : [content];
  return members.filter((each): each is Message => each.kind !== 'stray');
}
