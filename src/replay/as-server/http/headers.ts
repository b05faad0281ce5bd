import type { IncomingHttpHeaders } from 'node:http';
import { at, stringMember } from '../../../model/json.ts';
import type { Request } from '../../../model/message.ts';
import { idText } from '../rewrite.ts';
import type { Refusal } from './replies.ts';

/** Member of `params` that the header `Mcp-Name` repeats (2026-07-28, "Streamable HTTP"). */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

const HEADER_MISMATCH = -32020;

/**
 * In the modern era headers repeat what the body says, and a server refuses a request where the two
 * differ (2026-07-28, "Streamable HTTP": header validation). Undefined when all is well.
 */
export function headerMismatch(
  { id, method, params }: Request,
  headers: IncomingHttpHeaders,
): Refusal | undefined {
  const named = NAMED_BY[method];
  const expected: [string, string | undefined][] = [
    [
      'mcp-protocol-version',
      stringMember(at(params, '_meta'), 'io.modelcontextprotocol/protocolVersion'),
    ],
    ['mcp-method', method],
    ...(named === undefined
      ? []
      : [['mcp-name', stringMember(params, named)] satisfies [string, string | undefined]]),
  ];
  const wrong = expected.find(
    ([name, value]) => value !== undefined && decoded(headers[name]) !== value,
  );
  if (!wrong) return undefined;
  const [name, value] = wrong;
  const found = headers[name];
  const what = found === undefined ? 'is missing' : `says ${JSON.stringify(found)}`;
  return {
    status: 400,
    code: HEADER_MISMATCH,
    message: `Header mismatch: ${name} ${what}, the body ${JSON.stringify(value)}`,
    id: idText(id) ?? 'null',
  };
}

/** Values that a header cannot hold as they are stand in it as `=?base64?…?=`. */
function decoded(value: string | string[] | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [, base64] = /^=\?base64\?([\w+/=]*)\?=$/.exec(value) ?? [];
  return base64 === undefined ? value : Buffer.from(base64, 'base64').toString('utf8');
}
