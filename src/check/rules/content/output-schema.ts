import type { Place } from '../../../model/finding.ts';
import { member, stringMember } from '../../../model/json.ts';
import type { Session } from '../../../model/session.ts';
import { addTo } from '../../evidence/add-to.ts';
import { count, jsonPath, plainText, requestName } from '../../evidence/text.ts';
import { type ToolResult, toolResultsOf } from '../../evidence/tool-results.ts';
import { schemasOf, type ToolSchema, toolOfCall } from '../../evidence/tool-schemas.ts';
import { defineRule, type Found } from '../../rule.ts';
import type { SchemaChecker } from '../../schemas/checker.ts';

/** A failed call owes nothing; one that became a question or a task owes it later. */
export const outputSchema = defineRule({
  id: 'content/output-schema',
  severity: 'problem',
  side: 'server',
  summary: 'a tool with an outputSchema answers without structuredContent, or with another shape',
  spec: {
    section: 'server/tools#output-schema',
    revision: '2025-06-18',
    says: 'A server whose tool has an outputSchema provides structured results that conform to it; clients should validate them.',
  },
  hosts:
    'Clients on the TypeScript SDKs throw away the result and report -32600 or -32602 instead, although the wire shows a success.',
  fix: 'Return structuredContent that keeps the outputSchema, or leave the outputSchema out.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"weather","description":"Says how warm it is.","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"temp":{"type":"number"}}}}]}
→ 2 tools/call {"name":"weather","arguments":{}}
← 2 result {"content":[{"type":"text","text":"warm"}],"structuredContent":{"temp":"warm"}}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"weather","description":"Says how warm it is.","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"temp":{"type":"number"}}}}]}
→ 2 tools/call {"name":"weather","arguments":{}}
← 2 result {"content":[{"type":"text","text":"{\\"temp\\":21}"}],"structuredContent":{"temp":21}}
`,
  },
  find: (session, { schemas }) => (schemas ? findBroken(session, schemas) : []),
});

function findBroken(session: Session, schemas: SchemaChecker): Found[] {
  const unchecked = new Map<string, Place[]>();
  const found = toolResultsOf(session).flatMap((each) => judge(session, each, schemas, unchecked));
  const notes = [...unchecked].map(([why, places]) => ({
    severity: 'note' as const,
    title: `${count(places.length, 'result')} could not be checked against the outputSchema: ${plainText(why, 120)}`,
    places,
  }));
  return [...found, ...notes];
}

function judge(
  session: Session,
  result: ToolResult,
  schemas: SchemaChecker,
  unchecked: Map<string, Place[]>,
): Found[] {
  const { exchange, isError } = result;
  if (isError || isOwedLater(result)) return [];
  const tool = toolOfCall(session, exchange);
  const schema = tool && schemasOf(tool).find(({ which }) => which === 'outputSchema');
  if (!schema) return [];
  return result.structured
    ? mismatch(result, schema, schemas, unchecked)
    : [missing(result, schema)];
}

function isOwedLater({ exchange, answer }: ToolResult): boolean {
  const result = member(answer.message.node, 'result');
  const type = stringMember(result, 'resultType');
  if (type !== undefined && type !== 'complete') return true;
  return (
    member(result, 'task') !== undefined ||
    member(exchange.request.message.params, 'task') !== undefined
  );
}

function missing({ exchange, answer }: ToolResult, { place }: ToolSchema): Found {
  return {
    title: `${requestName(exchange.request)} has an outputSchema, but its result has no structuredContent`,
    places: [{ seq: answer.seq, index: answer.index, pointer: '/result' }, place],
  };
}

function mismatch(
  result: ToolResult,
  schema: ToolSchema,
  schemas: SchemaChecker,
  unchecked: Map<string, Place[]>,
): Found[] {
  const { exchange, answer, structured } = result;
  if (!structured) return [];
  const verdict = schemas.mismatches({ node: structured, bytes: answer.bytes }, schema);
  if (verdict.kind === 'not-checked') {
    addTo(unchecked, verdict.why, { seq: answer.seq, index: answer.index });
    return [];
  }
  const [first] = verdict.found;
  if (!first) return [];
  const pointer = `/result/structuredContent${first.pointer}`;
  return [
    {
      // Many validators, that of the Python SDK among them, do not look at formats.
      severity: first.formatOnly ? 'warning' : 'problem',
      title: `${requestName(exchange.request)} breaks its outputSchema: structuredContent at ${jsonPath(first.pointer)} ${plainText(first.what, 120)}`,
      places: [{ seq: answer.seq, index: answer.index, pointer }, schema.place],
    },
  ];
}
