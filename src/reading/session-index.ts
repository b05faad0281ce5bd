import { at, type JsonNode, member, stringMember } from '../model/json.ts';
import type { Answer, Located, Request } from '../model/message.ts';
import { answerOf, type Exchange, refKey, type Session } from '../model/session.ts';

/** How an answer stands to the requests of its session. */
export interface Asked {
  readonly standing: 'answer' | 'late' | 'duplicate' | 'ambiguous';
  /** The request that it answers; each that it may answer when it is ambiguous. */
  readonly requests: readonly Located<Request>[];
}

/** A page among the pages of its list. */
export interface PageFacts {
  /** Number of tools on the pages before. */
  readonly first: number;
  /** Names of the tools of all pages. */
  readonly names: readonly string[];
}

/** A tool as it was listed. */
export interface ListedTool {
  readonly definition: JsonNode;
  /** Its page was the last one of the list. */
  readonly onLastPage: boolean;
  readonly onFirstPage: boolean;
}

/** What a reading needs to find in a session, by message key. */
export interface SessionIndex {
  readonly asked: ReadonlyMap<string, Asked>;
  /** For a request that repeats an earlier one with answers: the exchange of the round before. */
  readonly roundBefore: ReadonlyMap<string, Exchange>;
  /** For a `tools/list` request: its place in the list. */
  readonly pages: ReadonlyMap<string, PageFacts>;
  /** The newest definition of each tool, by the server's name for it. */
  readonly tools: ReadonlyMap<string, ListedTool>;
}

/** The index of a session, built once for each session object. */
export function indexOf(session: Session): SessionIndex {
  const known = built.get(session);
  if (known) return known;
  const index = {
    asked: askedBy(session),
    roundBefore: roundsOf(session),
    ...listsOf(session.exchanges),
  };
  built.set(session, index);
  return index;
}

const built = new WeakMap<Session, SessionIndex>();

function askedBy(session: Session): ReadonlyMap<string, Asked> {
  const asked = new Map<string, Growing>();
  for (const { request, outcome, duplicates } of session.exchanges) {
    if (outcome.kind === 'answered') note(asked, outcome.answer, 'answer', request);
    if (outcome.kind === 'late') note(asked, outcome.answer, 'late', request);
    if (outcome.kind === 'ambiguous')
      for (const answer of outcome.answers) note(asked, answer, 'ambiguous', request);
    for (const answer of duplicates) note(asked, answer, 'duplicate', request);
  }
  return asked;
}

interface Growing extends Asked {
  readonly requests: Located<Request>[];
}

/** An ambiguous answer is noted by each exchange that it may belong to. */
function note(
  asked: Map<string, Growing>,
  answer: Located<Answer>,
  standing: Asked['standing'],
  request: Located<Request>,
): void {
  const key = refKey(answer);
  const before = asked.get(key);
  if (before) before.requests.push(request);
  asked.set(key, { standing, requests: before?.requests ?? [request] });
}

function roundsOf(session: Session): Map<string, Exchange> {
  const rounds = new Map<string, Exchange>();
  for (const { exchanges } of session.operations) {
    let before: Exchange | undefined;
    for (const exchange of exchanges) {
      if (before) rounds.set(refKey(exchange.request), before);
      before = exchange;
    }
  }
  return rounds;
}

interface Page {
  readonly key: string;
  readonly first: number;
  readonly tools: readonly JsonNode[];
}

interface List {
  readonly pages: Page[];
  /** By the cursor that they were asked for with; of a page that was asked for again the first. */
  readonly byCursor: Map<string | undefined, Page>;
}

/** Follows the cursors: a page begins where the one that named its cursor ended. */
function listsOf(exchanges: readonly Exchange[]): Pick<SessionIndex, 'pages' | 'tools'> {
  const pages = new Map<string, PageFacts>();
  const tools = new Map<string, ListedTool>();
  for (const list of chains(exchanges)) {
    const names: string[] = [];
    for (const page of list.pages)
      for (const [index, each] of page.tools.entries())
        names[page.first + index] = stringMember(each, 'name') ?? '';
    for (const [index, page] of list.pages.entries()) {
      pages.set(page.key, { first: page.first, names });
      for (const definition of page.tools)
        tools.set(stringMember(definition, 'name') ?? '', {
          definition,
          onLastPage: index === list.pages.length - 1,
          onFirstPage: index === 0,
        });
    }
  }
  return { pages, tools };
}

/** Pages in lists, each from its first page on. */
function chains(exchanges: readonly Exchange[]): List[] {
  const lists: List[] = [];
  const waiting = new Map<string, List>();
  for (const exchange of exchanges) {
    const { message } = exchange.request;
    if (message.method !== 'tools/list') continue;
    const cursor = stringMember(message.params, 'cursor');
    const known = cursor === undefined ? undefined : waiting.get(cursor);
    const result = resultOf(exchange);
    const found = member(result, 'tools');
    const page: Page = {
      key: refKey(exchange.request),
      first: placeIn(known, cursor),
      tools: found?.kind === 'array' ? found.items : [],
    };
    const list: List = known ?? { pages: [], byCursor: new Map() };
    list.pages.push(page);
    if (!list.byCursor.has(cursor)) list.byCursor.set(cursor, page);
    if (!known) lists.push(list);
    const next = stringMember(result, 'nextCursor');
    if (next !== undefined) waiting.set(next, list);
  }
  return lists;
}

/** Number of tools before a page: a page that was asked for before stands where it stood then. */
function placeIn(list: List | undefined, cursor: string | undefined): number {
  const again = list?.byCursor.get(cursor);
  const last = list?.pages.at(-1);
  return again?.first ?? (last ? last.first + last.tools.length : 0);
}

function resultOf(exchange: Exchange): JsonNode | undefined {
  const answer = answerOf(exchange)?.message;
  return answer?.kind === 'result' ? answer.result : undefined;
}

/** The method that a server asked for under `key` in the result of this exchange. */
export function inputAsked(exchange: Exchange | undefined, key: string): string | undefined {
  const answer = exchange && answerOf(exchange)?.message;
  if (answer?.kind !== 'result') return undefined;
  return stringMember(at(answer.result, 'inputRequests', key), 'method');
}
