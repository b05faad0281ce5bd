import { stringMember } from '../../../model/json.ts';
import type { Answer, Located } from '../../../model/message.ts';
import { answerOf, type Exchange, type Session } from '../../../model/session.ts';
import { addTo } from '../../evidence/add-to.ts';
import { listedTools } from '../../evidence/listed-tools.ts';
import { count, plainText, quote } from '../../evidence/text.ts';
import { toolListsOf } from '../../evidence/tool-lists.ts';
import { defineRule, type Found } from '../../rule.ts';

export const pagination = defineRule({
  id: 'content/pagination',
  severity: 'problem',
  summary: 'a list whose further pages were never asked for, or whose cursor does not advance',
  spec: {
    section: 'server/utilities/pagination',
    revision: '2025-06-18',
    says: 'A result with nextCursor has more pages; the client asks for them with that cursor, until there is none.',
  },
  hosts:
    'Gemini CLI, ADK, crush and others read the first page alone: tools on later pages do not exist for their models. A cursor that leads to itself is followed for ever.',
  fix: 'Client: ask with the cursor until there is none. Server: leave nextCursor out on the last page.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"a","description":"Finds a room.","inputSchema":{"type":"object"}}],"nextCursor":"c2"}
→ 2 tools/call {"name":"a","arguments":{}}
← 2 result {"content":[]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"a","description":"Finds a room.","inputSchema":{"type":"object"}}],"nextCursor":"c2"}
→ 2 tools/list {"cursor":"c2"}
← 2 result {"tools":[{"name":"b","description":"Finds a child.","inputSchema":{"type":"object"}}]}
`,
  },
  find: (session) => [...unfollowed(session), ...loops(session)],
});

interface Page {
  readonly exchange: Exchange;
  readonly answer: Located<Answer>;
  readonly method: string;
  readonly asked: string | undefined;
  readonly next: string | undefined;
}

const LIST = /^(tools|prompts|resources|resources\/templates)\/list$/;

function pagesOf(session: Session): Page[] {
  return session.exchanges.flatMap((exchange) => {
    const answer = answerOf(exchange);
    const { method, params } = exchange.request.message;
    if (!LIST.test(method) || answer?.message.kind !== 'result') return [];
    const asked = stringMember(params, 'cursor');
    const next = stringMember(answer.message.result, 'nextCursor');
    return [{ exchange, answer, method, asked, next }];
  });
}

/** While a recording is open, or was stopped, the next page may still be asked for. */
function unfollowed(session: Session): Found[] {
  const { end } = session.recording;
  if (!end || (end.reason ?? '').startsWith('SIG')) return [];
  const pages = pagesOf(session);
  const asked = new Set(pages.map(({ method, asked: cursor }) => `${method} ${cursor ?? ''}`));
  for (const { request } of session.exchanges)
    asked.add(`${request.message.method} ${stringMember(request.message.params, 'cursor') ?? ''}`);
  return pages.flatMap(({ method, next, answer }) => {
    if (next === undefined || asked.has(`${method} ${next}`)) return [];
    return [
      {
        severity: 'warning',
        side: 'client',
        title: `${method} has more pages, and the client never asked for them: the cursor ${quote(next, 40)} was not sent back${missed(session, method)}`,
        places: [{ seq: answer.seq, index: answer.index, pointer: '/result/nextCursor' }],
      },
    ];
  });
}

/** What came of it, for tools. */
function missed(session: Session, method: string): string {
  if (method !== 'tools/list') return '';
  const listed = listedTools(session);
  const called = session.exchanges.flatMap(({ request }) =>
    request.message.method === 'tools/call'
      ? (stringMember(request.message.params, 'name') ?? [])
      : [],
  );
  const unknown = [...new Set(called)].filter((name) => !listed.has(name));
  const seen = `; it knows ${count(listed.size, 'tool')}, there are more`;
  return unknown.length === 0
    ? seen
    : `${seen}; it called ${unknown
        .slice(0, 3)
        .map((each) => plainText(each, 40))
        .join(', ')}, which is on no page that it read`;
}

/** A page that names itself as the next one. */
function loops(session: Session): Found[] {
  const byCursor = new Map<string, Page[]>();
  for (const page of pagesOf(session)) {
    if (page.asked === undefined || page.asked !== page.next) continue;
    const key = `${page.method} ${page.asked}`;
    addTo(byCursor, key, page);
  }
  return [...byCursor.values()].flatMap((pages) => {
    const [first] = pages;
    if (!first) return [];
    return [
      {
        severity: 'problem',
        side: 'server',
        title: `${first.method} answers the cursor ${quote(first.asked ?? '', 40)} with the same cursor (${count(pages.length, 'time')})${unique(session, first.method)}: a client that follows it never ends`,
        places: pages.map(({ answer }) => ({
          seq: answer.seq,
          index: answer.index,
          pointer: '/result/nextCursor',
        })),
      },
    ];
  });
}

function unique(session: Session, method: string): string {
  if (method !== 'tools/list') return '';
  const names = new Set(
    toolListsOf(session)
      .flat()
      .map(({ name }) => name),
  );
  return `; ${count(names.size, 'tool')} in all`;
}
