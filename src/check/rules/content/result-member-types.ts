import { type JsonNode, member } from '../../../model/json.ts';
import type { Answer, Located } from '../../../model/message.ts';
import { answerOf, type Exchange, type Session } from '../../../model/session.ts';
import { isRevision, revisionTable } from '../../../protocol/revisions.ts';
import { revisionAt } from '../../evidence/revision-of.ts';
import { quote, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Lists and blocks of content have rules of their own: `content/tool-result-shape`, `content/content-block`. */
export const resultMemberTypes = defineRule({
  id: 'content/result-member-types',
  severity: 'problem',
  summary:
    'a result whose isError, structuredContent, nextCursor or _meta has another type than it must',
  spec: {
    section: 'schema',
    revision: '2025-06-18',
    says: 'isError is true or false, structuredContent an object (any value since 2026-07-28), nextCursor a string, _meta an object; what there is nothing to say of is left out, not null.',
  },
  hosts:
    'Clients on the TypeScript SDKs refuse the whole answer; others take isError "true" for a success.',
  fix: 'Send the member with its type, or leave it out.',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"room","arguments":{}}
← 1 result {"content":[{"type":"text","text":"no such room"}],"isError":"true"}
`,
    good: `
handshake
→ 1 tools/call {"name":"room","arguments":{}}
← 1 result {"content":[{"type":"text","text":"no such room"}],"isError":true}
`,
  },
  find: (session) => session.exchanges.flatMap((each) => judge(session, each)),
});

type Kind = 'boolean' | 'object' | 'string';

const NAMES: { readonly [kind in Kind]: string } = {
  boolean: 'true or false',
  object: 'an object',
  string: 'a string',
};

function judge(session: Session, exchange: Exchange): Found[] {
  const answer = answerOf(exchange);
  if (answer?.message.kind !== 'result') return [];
  const { result } = answer.message;
  const { message } = exchange.request;
  return typesOf(session, answer, message.method).flatMap(([key, kind]) => {
    const value = member(result, key);
    if (!value || isOf(value, kind)) return [];
    return [
      {
        side: answer.from,
        title: `${requestName(exchange.request)} was answered with ${key} ${spelled(value)}, which must be ${NAMES[kind]}: clients that check results refuse the answer`,
        places: [{ seq: answer.seq, index: answer.index, pointer: `/result/${key}` }],
      },
    ];
  });
}

/** The members that are known for the answers of a method. */
function typesOf(
  session: Session,
  answer: Located<Answer>,
  method: string,
): (readonly [string, Kind])[] {
  const types: (readonly [string, Kind])[] = [['_meta', 'object']];
  if (method.endsWith('/list')) types.push(['nextCursor', 'string']);
  if (method !== 'tools/call') return types;
  types.push(['isError', 'boolean']);
  const revision = revisionAt(session, answer);
  if (isRevision(revision) && revisionTable(revision).era === 'legacy')
    types.push(['structuredContent', 'object']);
  return types;
}

function isOf(value: JsonNode, kind: Kind): boolean {
  if (value.kind === 'literal') return kind === 'boolean' && value.value !== null;
  return value.kind === kind;
}

function spelled(value: JsonNode): string {
  switch (value.kind) {
    case 'string':
      return quote(value.value, 30);
    case 'number':
      return value.text.slice(0, 30);
    case 'literal':
      return String(value.value);
    case 'object':
    case 'array':
      return `that is an ${value.kind}`;
  }
}
