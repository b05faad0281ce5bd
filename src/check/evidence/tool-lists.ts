import type { Place } from '../../model/finding.ts';
import { childrenOf, type JsonNode, member, stringMember } from '../../model/json.ts';
import type { Answer, Located } from '../../model/message.ts';
import { answerOf, type Exchange, type Session } from '../../model/session.ts';
import { conversationAt } from '../../protocol/session.ts';
import type { Found } from '../rule.ts';
import { addTo } from './add-to.ts';
import { perSession } from './per-session.ts';
import { quote } from './text.ts';

/** A tool as a server listed it. */
export interface ListedTool {
  readonly name: string | undefined;
  readonly node: JsonNode;
  /** The frame that `node` stands in. */
  readonly bytes: Buffer;
  /** Its number over all pages from 0, as the errors of model APIs count (`tools.3`). */
  readonly index: number;
  readonly place: Place;
  /** Listed under a revision without a handshake, whose schemas need no type. */
  readonly isModern: boolean;
}

/** The lists of tools that clients got, each with all of its pages; a page that is repeated counts once. */
export const toolListsOf = perSession((session: Session): readonly (readonly ListedTool[])[] => {
  const lists = new Lists();
  for (const exchange of session.exchanges) {
    const answer = answerOf(exchange);
    if (exchange.request.message.method !== 'tools/list' || !answer) continue;
    if (answer.message.kind !== 'result') continue;
    addPage(lists, exchange, answer, conversationAt(session, answer.seq)?.era === 'modern');
  }
  return lists.all.map((each) => each.tools);
});

/** What a rule finds in each list; the same list asked for again is told once. */
export function findInLists(
  session: Session,
  find: (tools: readonly ListedTool[]) => readonly Found[],
): Found[] {
  const found = new Map<string, Found>();
  for (const each of toolListsOf(session).flatMap(find))
    if (!found.has(each.title)) found.set(each.title, each);
  return [...found.values()];
}

/** `tools.3 "x"`. */
export function toolName({ index, name }: ListedTool): string {
  return name === undefined ? `tools.${index}` : `tools.${index} ${quote(name, 60)}`;
}

interface List {
  readonly tools: ListedTool[];
  /** The bytes of each page: a cursor that does not advance brings the same again. */
  readonly pages: Set<string>;
  next: string | undefined;
}

function addPage(
  lists: Lists,
  { request }: Exchange,
  answer: Located<Answer>,
  isModern: boolean,
): void {
  const result = member(answer.message.node, 'result');
  const page = member(result, 'tools');
  if (page?.kind !== 'array') return;
  const list = lists.of(stringMember(request.message.params, 'cursor'));
  lists.goesOn(list, stringMember(result, 'nextCursor'));
  const { bytes } = answer;
  const text = bytes.toString('latin1', page.start, page.end);
  if (list.pages.has(text)) return;
  list.pages.add(text);
  for (const [pointer, node] of childrenOf(page, '/result/tools')) {
    const place = { seq: answer.seq, index: answer.index, pointer };
    const name = stringMember(node, 'name');
    list.tools.push({ name, node, bytes, index: list.tools.length, place, isModern });
  }
}

/** A cursor goes on with the list that gave it last; clients may read several at once. */
class Lists {
  readonly all: List[] = [];
  /** Lists by the cursors that they gave, the last behind; some have gone on since. */
  readonly #gave = new Map<string, List[]>();

  of(cursor: string | undefined): List {
    return (cursor === undefined ? undefined : this.#waitingFor(cursor)) ?? this.#begin();
  }

  goesOn(list: List, next: string | undefined): void {
    list.next = next;
    if (next !== undefined) addTo(this.#gave, next, list);
  }

  #waitingFor(cursor: string): List | undefined {
    const gave = this.#gave.get(cursor) ?? [];
    while (gave.length > 0 && gave.at(-1)?.next !== cursor) gave.pop();
    return gave.at(-1);
  }

  #begin(): List {
    const list: List = { tools: [], pages: new Set(), next: undefined };
    this.all.push(list);
    return list;
  }
}
