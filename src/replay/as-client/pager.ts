import { LIST_KINDS } from '../../compare/listings.ts';
import { rpcId } from '../../model/ids.ts';
import { member, stringMember } from '../../model/json.ts';
import { maxOf } from '../../model/lists.ts';
import type { Answer } from '../../model/message.ts';
import { answerOf, type Exchange } from '../../model/session.ts';
import type { Wait } from './cue-book.ts';
import type { Score } from './score.ts';
import { type Splice, spliced } from './splice.ts';

/** More pages than any honest list has. */
const MOST_PAGES = 1000;

/**
 * Follows a list that has more pages today than it had: the recorded client read it to its end, so its
 * end of today is what it would have read. Such requests are made from the recorded one, under new ids.
 */
export class Pager {
  /** Keys of the ids that were given out. */
  readonly ids = new Set<string>();
  readonly #open = new Map<string, { readonly exchange: Exchange; readonly until: number }>();
  readonly #cursors = new Set<string>();
  #lastId: number;

  constructor({ session }: Score) {
    const used = session.exchanges.flatMap(({ request }) =>
      request.from === 'client' && request.message.id.kind === 'number'
        ? [Number(request.message.id.text)]
        : [],
    );
    this.#lastId = maxOf(used.filter(Number.isSafeInteger), 1_000_000);
  }

  /** The request for the page after today's answer, where the recorded list was at its end. */
  follow(exchange: Exchange, answer: Answer, timeoutMs: number, now: number): Buffer[] {
    const { method } = exchange.request.message;
    const cursor = cursorOf(answer);
    if (cursor === undefined || !LIST_KINDS.some((each) => each.method === method)) return [];
    const then = answerOf(exchange)?.message;
    if (!then || cursorOf(then) !== undefined) return [];
    const known = `${method} ${cursor}`;
    if (this.#cursors.has(known) || this.#cursors.size >= MOST_PAGES) return [];
    this.#cursors.add(known);
    this.#lastId += 1;
    const id = rpcId({ kind: 'number', text: String(this.#lastId), start: 0, end: 0 });
    if (!id || id.kind === 'null') return [];
    this.ids.add(id.key);
    this.#open.set(id.key, { exchange, until: now + timeoutMs });
    return [pageRequest(exchange, id.text, cursor)];
  }

  /** The next request after a page of ours; undefined when the answer is for somebody else. */
  settle(idKey: string, answer: Answer, now: number): Buffer[] | undefined {
    const open = this.#open.get(idKey);
    if (!open) return undefined;
    this.#open.delete(idKey);
    return this.follow(open.exchange, answer, Math.max(0, open.until - now), now);
  }

  wait(now: number): Wait {
    for (const [key, { until }] of this.#open) {
      if (now < until) return { until };
      this.#open.delete(key);
    }
    return undefined;
  }
}

function cursorOf(answer: Answer): string | undefined {
  return answer.kind === 'result' ? stringMember(answer.result, 'nextCursor') : undefined;
}

function pageRequest({ request }: Exchange, id: string, cursor: string): Buffer {
  const { message, bytes } = request;
  const { node, params } = message;
  const line = bytes.subarray(node.start, node.end);
  const old = member(node, 'id');
  const splices: Splice[] = old ? [{ start: old.start, end: old.end, text: id }] : [];
  const text = JSON.stringify(cursor);
  const given = member(params, 'cursor');
  if (given) splices.push({ start: given.start, end: given.end, text });
  else if (params?.kind === 'object') {
    const comma = params.members.length > 0 ? ',' : '';
    splices.push({ start: params.end - 1, end: params.end - 1, text: `${comma}"cursor":${text}` });
  } else {
    const at = node.end - 1;
    splices.push({ start: at, end: at, text: `,"params":{"cursor":${text}}` });
  }
  return spliced(
    line,
    splices.map((each) => ({
      ...each,
      start: each.start - node.start,
      end: each.end - node.start,
    })),
  );
}
