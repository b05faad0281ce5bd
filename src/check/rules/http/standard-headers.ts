import { at, stringMember } from '../../../model/json.ts';
import type { Located, Request } from '../../../model/message.ts';
import { isKind, type Session } from '../../../model/session.ts';
import { type HttpCall, hasHeaders, headerOf, httpCallsOf, statusOf } from '../../evidence/http.ts';
import { count, plainText, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** By the revision that the request itself names: several clients may share one server. */
export const standardHeaders = defineRule({
  id: 'http/standard-headers',
  severity: 'problem',
  side: 'client',
  summary: 'headers of a POST that are missing, or say another thing than its body',
  spec: {
    section: 'basic/transports/streamable-http#standard-headers',
    revision: '2026-07-28',
    says: 'A POST repeats the protocol version, the method, and the tool, prompt or resource it is about in MCP-Protocol-Version, Mcp-Method and Mcp-Name.',
  },
  hosts:
    'Servers on the SDKs answer 400 with -32020; gateways route by the header, to the wrong place.',
  fix: 'Set the headers from the body of each request.',
  example: {
    bad: `
http 1 POST /mcp accept: application/json, text/event-stream; mcp-protocol-version: 2026-07-28; mcp-method: tools/list
(call 1) → 1 tools/call @2026-07-28 {"name":"find","arguments":{}}
http 1 400 Bad Request content-type: application/json
(call 1) ← {"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"Header mismatch"}}
response 1 ended
`,
    good: `
http 1 POST /mcp accept: application/json, text/event-stream; mcp-protocol-version: 2026-07-28; mcp-method: tools/call; mcp-name: find
(call 1) → 1 tools/call @2026-07-28 {"name":"find","arguments":{}}
http 1 200 OK content-type: application/json
(call 1) ← 1 result {"resultType":"complete","content":[]}
response 1 ended
`,
  },
  find: findFlaws,
});

const REVISION = 'io.modelcontextprotocol/protocolVersion';

interface Flaw {
  readonly request: Located<Request>;
  readonly what: string;
  readonly refused: boolean;
}

function findFlaws(session: Session): Found[] {
  const flaws = session.messages.flatMap((each): Flaw[] => {
    if (!isKind(each, 'request') || each.from !== 'client' || each.call === undefined) return [];
    const call = httpCallsOf(session).get(each.call);
    const revision = at(each.message.params, '_meta', REVISION);
    if (!call?.request || revision?.kind !== 'string' || !hasHeaders(session, call.request))
      return [];
    const what = flawOf(each, call, revision.value);
    return what === undefined ? [] : [{ request: each, what, refused: statusOf(call) === 400 }];
  });
  const [first] = flaws;
  if (!first) return [];
  const refused = flaws.filter((each) => each.refused).length;
  const more = flaws.length === 1 ? '' : `; ${count(flaws.length, 'request')} in all`;
  const then = refused === 0 ? '' : `; the server refused ${refused} with 400`;
  return [
    {
      severity: refused > 0 ? 'problem' : 'warning',
      title: `${requestName(first.request)} ${first.what}${more}${then}`,
      places: flaws.map(({ request: { seq, index } }) => ({ seq, index })),
    },
  ];
}

function flawOf({ message }: Located<Request>, call: HttpCall, revision: string) {
  const { method, params } = message;
  const name = stringMember(params, NAMED.get(method) ?? '');
  const wanted: readonly (readonly [string, string | undefined])[] = [
    ['mcp-protocol-version', revision],
    ['mcp-method', method],
    ['mcp-name', name],
  ];
  for (const [header, value] of wanted) {
    if (value === undefined) continue;
    const sent = headerOf(call.request, header);
    if (sent === undefined) return `came without the header ${header}`;
    if (decoded(sent) !== value)
      return `has "${header}: ${plainText(sent, 60)}", and its body says ${plainText(value, 60)}`;
  }
  return undefined;
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/** Values that a header cannot hold come in base64. */
function decoded(value: string): string {
  const [, inner] = /^=\?base64\?(.*)\?=$/.exec(value) ?? [];
  return inner === undefined ? value : Buffer.from(inner, 'base64').toString('utf8');
}
