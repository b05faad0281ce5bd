import { at, stringMember } from '../../../model/json.ts';
import { answerOf, type Exchange, type Session } from '../../../model/session.ts';
import { listedTools } from '../../evidence/listed-tools.ts';
import { quote, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

export const rpcError = defineRule({
  id: 'content/rpc-error',
  severity: 'note',
  side: 'server',
  summary: 'a tool call failed with a JSON-RPC error, which hosts often hide from the model',
  spec: {
    section: 'server/tools#error-handling',
    revision: '2025-06-18',
    says: 'JSON-RPC errors are for unknown tools, arguments that cannot be read and faults of the server; what goes wrong in a tool is a result with isError true.',
  },
  hosts:
    'Some hosts show a fixed sentence or nothing instead of the text, so the model cannot correct itself.',
  fix: 'Report failures of the tool as a result with isError true.',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"room","arguments":{}}
← 1 error -32603 service answered 503
`,
    good: `
handshake
→ 1 tools/call {"name":"room","arguments":{}}
← 1 result {"content":[{"type":"text","text":"B2"}]}
`,
  },
  find: (session) => findErrors(session),
});

function findErrors(session: Session): Found[] {
  return session.exchanges.flatMap((exchange) => {
    const answer = answerOf(exchange);
    const isCall = exchange.request.message.method === 'tools/call';
    if (!isCall || answer?.message.kind !== 'failure') return [];
    const code = at(answer.message.error, 'code');
    const text = stringMember(answer.message.error, 'message') ?? '';
    return [
      {
        title: `${requestName(exchange.request)} failed with the JSON-RPC error ${code?.kind === 'number' ? code.text.slice(0, 20) : 'without code'}; the model probably did not see its text ${quote(text)}`,
        places: [{ seq: answer.seq, index: answer.index, pointer: '/error' }],
        ...adviceOn(exchange, session, code?.kind === 'number' ? code.text : undefined),
      },
    ];
  });
}

const UNKNOWN_METHOD = '-32601';

function adviceOn({ request }: Exchange, session: Session, code: string | undefined) {
  const name = stringMember(request.message.params, 'name');
  const listed = listedTools(session);
  if (name === undefined || listed.size === 0) return FAILED;
  if (!listed.has(name)) return UNLISTED;
  return code === UNKNOWN_METHOD ? UNHANDLED : FAILED;
}

const FAILED = {
  fix: 'Report failures of the tool as a result with isError true; keep JSON-RPC errors for unknown tools and broken requests.',
};

/** For a tool that is not there this is the answer that the specification asks for. */
const UNLISTED = {
  side: 'client',
  fix: 'Call a tool that the server lists; for one that it does not list, a JSON-RPC error is right.',
} as const;

/** The name is in the list, and the code says that there is nothing behind it. */
const UNHANDLED = {
  fix: 'The server lists a tool that it does not handle: add its handler, or take it out of the list.',
} as const;
