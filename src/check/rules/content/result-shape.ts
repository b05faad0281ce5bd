import { member, stringMember } from '../../../model/json.ts';
import { answerOf, type Exchange, type Session } from '../../../model/session.ts';
import { methodInfo } from '../../../protocol/revisions.ts';
import { revisionAt } from '../../evidence/revision-of.ts';
import { requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Tool calls have a rule of their own, and so have the members that 2026-07-28 added to all results. */
export const resultShape = defineRule({
  id: 'content/result-shape',
  severity: 'problem',
  summary: 'a result that lacks a member which its method must have',
  spec: {
    section: 'schema',
    revision: '2025-11-25',
    says: 'Each method has a result with required members: tools for tools/list, contents for resources/read, messages for prompts/get.',
  },
  hosts: 'Clients on the SDKs check results and report an error instead of an empty list.',
  fix: 'Send the member, as an empty list where there is nothing.',
  example: {
    bad: `
handshake
→ 1 prompts/list
← 1 result {"items":[]}
`,
    good: `
handshake 2025-06-18 server {"capabilities":{"prompts":{}}}
→ 1 prompts/list
← 1 result {"prompts":[]}
`,
  },
  find: (session) => session.exchanges.flatMap((each) => judge(session, each)),
});

/** Told by rules of their own: those of the modern era, and the revision of an opening. */
const ELSEWHERE = new Set(['resultType', 'ttlMs', 'cacheScope', '_meta', 'protocolVersion']);

function judge(session: Session, exchange: Exchange): Found[] {
  const { request } = exchange;
  const { method } = request.message;
  const answer = answerOf(exchange);
  if (method === 'tools/call' || answer?.message.kind !== 'result') return [];
  const { result } = answer.message;
  const revision = revisionAt(session, answer);
  const info = revision && methodInfo(revision, method, request.from);
  // What is no object, and what is another kind of result, is told elsewhere.
  if (!info || result.kind !== 'object' || isOther(stringMember(result, 'resultType'))) return [];
  if (member(result, 'task')) return [];
  const wanted = (info.results.complete ?? []).filter((each) => !ELSEWHERE.has(each));
  const missing = wanted.filter((each) => !member(result, each));
  const lists = wanted.filter((each) => isListOf(method, each));
  const wrong = lists.filter((each) => {
    const value = member(result, each);
    return value !== undefined && value.kind !== 'array';
  });
  if (missing.length === 0 && wrong.length === 0) return [];
  const flaw =
    missing.length > 0 ? `without ${missing.join(' and ')}` : `whose ${wrong.join()} is no list`;
  return [
    {
      side: answer.from,
      title: `${requestName(request)} was answered with a result ${flaw}: clients that check results refuse it`,
      places: [
        {
          seq: answer.seq,
          index: answer.index,
          pointer: missing.length > 0 ? '/result' : `/result/${wrong[0] ?? ''}`,
        },
      ],
    },
  ];
}

function isOther(type: string | undefined): boolean {
  return type !== undefined && type !== 'complete';
}

function isListOf(method: string, key: string): boolean {
  return /\/list$|^resources\/read$|^prompts\/get$/.test(method) && key !== 'nextCursor';
}
