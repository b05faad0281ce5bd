import { at, type JsonNode, member, pointerTo, stringMember } from '../model/json.ts';
import { append } from '../model/lists.ts';
import type { MessageRef } from '../model/message.ts';
import { answerOf, type Exchange, type Session } from '../model/session.ts';

/** A kind of thing that servers list. */
export interface ListKind {
  readonly method: string;
  /** Member of the result that holds the items. */
  readonly member: string;
  /** Member by which an item is known. */
  readonly key: string;
  readonly what: 'tool' | 'resource' | 'template' | 'prompt';
}

export const LIST_KINDS: readonly ListKind[] = [
  { method: 'tools/list', member: 'tools', key: 'name', what: 'tool' },
  { method: 'resources/list', member: 'resources', key: 'uri', what: 'resource' },
  {
    method: 'resources/templates/list',
    member: 'resourceTemplates',
    key: 'uriTemplate',
    what: 'template',
  },
  { method: 'prompts/list', member: 'prompts', key: 'name', what: 'prompt' },
];

export interface ListedItem {
  readonly name: string;
  readonly node: JsonNode;
  /** Where it is in its message. */
  readonly pointer: string;
  readonly ref: MessageRef;
}

/** All pages that were read from one beginning. */
export type Listing = readonly ListedItem[];

/** Listings of one kind, in order. A request without a cursor begins one. Failed ones are none. */
export function listingsOf(session: Session, kind: ListKind): Listing[] {
  const listings: ListedItem[][] = [];
  for (const each of session.exchanges) {
    const { from, message } = each.request;
    if (from !== 'client' || message.method !== kind.method) continue;
    const items = itemsOf(each, kind);
    if (!items) continue;
    const open = member(message.params, 'cursor') ? listings.at(-1) : undefined;
    if (open) append(open, items);
    else listings.push(items);
  }
  return listings;
}

/**
 * Listings that answer each other, the last of both sessions first: a list that changed on the way
 * is complete at the end.
 */
export function pairListings(a: readonly Listing[], b: readonly Listing[]): [Listing, Listing][] {
  const pairs: [Listing, Listing][] = [];
  for (let nth = 1; nth <= Math.min(a.length, b.length); nth++) {
    const [old, now] = [a.at(-nth), b.at(-nth)];
    if (old && now) pairs.push([old, now]);
  }
  return pairs;
}

function itemsOf(exchange: Exchange, kind: ListKind): ListedItem[] | undefined {
  const answer = answerOf(exchange);
  if (answer?.message.kind !== 'result') return undefined;
  const list = at(answer.message.result, kind.member);
  if (list?.kind !== 'array') return undefined;
  const base = pointerTo('/result', kind.member);
  return list.items.flatMap((node, index) => {
    const name = stringMember(node, kind.key);
    const ref = { seq: answer.seq, index: answer.index };
    return name === undefined ? [] : [{ name, node, pointer: pointerTo(base, index), ref }];
  });
}
