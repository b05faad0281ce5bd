import type { Place } from '../../../model/finding.ts';
import { member } from '../../../model/json.ts';
import type { Answer } from '../../../model/message.ts';
import { answerOf, type Exchange, type Session } from '../../../model/session.ts';
import { addTo } from '../../evidence/add-to.ts';
import { count, jsonPath, plainText, requestName } from '../../evidence/text.ts';
import { schemasOf, type ToolSchema, toolOfCall } from '../../evidence/tool-schemas.ts';
import { defineRule, type Found } from '../../rule.ts';
import type { Mismatch, SchemaChecker, SchemaText } from '../../schemas/checker.ts';

/** A server that refuses such a call is right, and `content/tool-error` or `content/rpc-error` has its words. */
export const inputSchema = defineRule({
  id: 'content/input-schema',
  severity: 'warning',
  side: 'client',
  summary: 'a call whose arguments break the inputSchema of its tool',
  spec: {
    section: 'server/tools#tool',
    revision: '2025-06-18',
    says: 'The inputSchema of a tool says which arguments it expects; servers validate them.',
  },
  hosts:
    'Most hosts pass on what the model wrote. Servers on the SDKs refuse wrong types, and pass over members that they do not know.',
  fix: 'Send arguments that keep the inputSchema; a model that errs again and again needs a clearer description.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"price","description":"Says the price.","inputSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}}]}
→ 2 tools/call {"name":"price","arguments":{"n":"two"}}
← 2 result {"content":[{"type":"text","text":"4 euros"}]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"price","description":"Says the price.","inputSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}}]}
→ 2 tools/call {"name":"price","arguments":{"n":2}}
← 2 result {"content":[{"type":"text","text":"4 euros"}]}
`,
  },
  find: (session, { schemas }) => (schemas ? findBroken(session, schemas) : []),
});

function findBroken(session: Session, schemas: SchemaChecker): Found[] {
  const unchecked = new Map<string, Place[]>();
  const calls = session.exchanges.filter(({ request }) => request.message.method === 'tools/call');
  const found = calls.flatMap((each) => judge(session, each, schemas, unchecked));
  const notes = [...unchecked].map(([why, places]) => ({
    severity: 'note' as const,
    side: 'nobody' as const,
    title: `the arguments of ${count(places.length, 'call')} could not be checked against the inputSchema: ${plainText(why, 120)}`,
    places,
  }));
  return [...found, ...notes];
}

function judge(
  session: Session,
  exchange: Exchange,
  schemas: SchemaChecker,
  unchecked: Map<string, Place[]>,
): Found[] {
  const { request } = exchange;
  const tool = toolOfCall(session, exchange);
  const schema = tool && schemasOf(tool).find(({ which }) => which === 'inputSchema');
  if (!schema) return [];
  const verdict = schemas.mismatches(argumentsOf(exchange), schema);
  if (verdict.kind === 'not-checked') {
    addTo(unchecked, verdict.why, { seq: request.seq, index: request.index });
    return [];
  }
  const [first] = verdict.found;
  return first ? broken(exchange, schema, first) : [];
}

const NONE: SchemaText = {
  node: { kind: 'object', members: [], start: 0, end: 2 },
  bytes: Buffer.from('{}'),
};

/** A call without arguments has none: servers read an empty object. */
function argumentsOf({ request }: Exchange): SchemaText {
  const node = member(request.message.params, 'arguments');
  return node ? { node, bytes: request.bytes } : NONE;
}

function broken(exchange: Exchange, schema: ToolSchema, first: Mismatch): Found[] {
  const { request } = exchange;
  const answer = answerOf(exchange);
  if (answer && isRefusal(answer.message)) return [];
  const then = answer ? ', and the server calls it a success' : '';
  const hasArguments = member(request.message.params, 'arguments') !== undefined;
  return [
    {
      // Many validators do not look at formats.
      severity: first.formatOnly ? 'note' : 'warning',
      title: `${requestName(request)} breaks its inputSchema: arguments at ${jsonPath(first.pointer)} ${plainText(first.what, 120)}${then}`,
      places: [
        {
          seq: request.seq,
          index: request.index,
          pointer: hasArguments ? `/params/arguments${first.pointer}` : '/params',
        },
        schema.place,
      ],
    },
  ];
}

function isRefusal(answer: Answer): boolean {
  if (answer.kind === 'failure') return true;
  const isError = member(answer.result, 'isError');
  return isError?.kind === 'literal' && isError.value === true;
}
