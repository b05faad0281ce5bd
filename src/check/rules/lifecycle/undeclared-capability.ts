import type { Place } from '../../../model/finding.ts';
import { at, childrenOf, type JsonNode, member, stringMember } from '../../../model/json.ts';
import { answerOf, type Exchange, type Session } from '../../../model/session.ts';
import { surelyIn } from '../../evidence/clients.ts';
import { requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Clients answer such requests with an error, or never. */
export const undeclaredCapability = defineRule({
  id: 'lifecycle/undeclared-capability',
  severity: 'warning',
  side: 'server',
  summary: 'the server asks the client for something that the client never said it can do',
  spec: {
    section: 'basic/lifecycle#capability-negotiation',
    revision: '2025-06-18',
    says: 'Both sides use only capabilities that were negotiated.',
  },
  hosts: 'Clients answer with -32601, or never; the tool call that waits for it then hangs.',
  fix: 'Look at the client’s capabilities first, and do without the one that is missing.',
  example: {
    bad: `
handshake
← 0 sampling/createMessage {"messages":[],"maxTokens":10}
→ 0 error -32601 Method not found
`,
    good: `
handshake 2025-06-18 client {"sampling":{}}
← 0 sampling/createMessage {"messages":[],"maxTokens":10}
→ 0 result {"role":"assistant","content":{"type":"text","text":"hi"},"model":"m"}
`,
  },
  find: (session) => [...requests(session), ...session.exchanges.flatMap(questions)],
});

/** What the client must have declared before the server asks. */
const CAPABILITIES: ReadonlyMap<string, string> = new Map([
  ['sampling/createMessage', 'sampling'],
  ['elicitation/create', 'elicitation'],
  ['roots/list', 'roots'],
]);

function requests(session: Session): Found[] {
  return session.exchanges.flatMap(({ request }) => {
    if (request.from !== 'server') return [];
    const client = surelyIn(session, request)?.client;
    const missing = client && missingFor(request.message.method, client.capabilities);
    if (!missing) return [];
    const { seq, index } = request;
    return [describe(requestName(request), missing, { seq, index })];
  });
}

/** Since 2026-07-28 a server asks inside results, and each request says what its client can do. */
function questions(exchange: Exchange): Found[] {
  const answer = answerOf(exchange);
  if (answer?.message.kind !== 'result') return [];
  const { result } = answer.message;
  const declared = at(exchange.request.message.params, '_meta', DECLARED);
  const asked = member(result, 'inputRequests');
  if (!asked || stringMember(result, 'resultType') !== 'input_required') return [];
  return childrenOf(asked, '/result/inputRequests').flatMap(([pointer, each]) => {
    const method = stringMember(each, 'method') ?? '';
    const missing = missingFor(method, declared);
    const { seq, index } = answer;
    return missing
      ? [
          describe(`${method} in the answer to ${requestName(exchange.request)}`, missing, {
            seq,
            index,
            pointer,
          }),
        ]
      : [];
  });
}

const DECLARED = 'io.modelcontextprotocol/clientCapabilities';

function missingFor(method: string, declared: JsonNode | undefined): string | undefined {
  const capability = CAPABILITIES.get(method);
  return capability === undefined || member(declared, capability) ? undefined : capability;
}

function describe(what: string, capability: string, place: Place): Found {
  return {
    title: `the server asks ${what}, but the client did not declare the capability ${capability}`,
    places: [place],
    fix: `Look at the client's capabilities first, and do without ${capability} where it is missing.`,
  };
}
