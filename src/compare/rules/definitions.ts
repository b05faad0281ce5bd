import type { Found } from '../change.ts';
import { textNode } from '../change.ts';
import type { Context } from '../context.ts';
import {
  LIST_KINDS,
  type ListedItem,
  type Listing,
  type ListKind,
  listingsOf,
  pairListings,
} from '../listings.ts';
import { normalise } from '../normalise.ts';
import { movedMatches, nthWithNth } from '../sequence.ts';
import { promptChanges } from './prompts.ts';
import { resourceChanges } from './resources.ts';
import { toolChanges } from './tools.ts';

/** An item that both sessions list. */
export interface ItemPair {
  readonly before: ListedItem;
  readonly after: ListedItem;
  readonly subject: string;
}

/** Tools, resources, templates and prompts: gone, new, changed. */
export function definitionChanges({ a, b }: Context): Found[] {
  return LIST_KINDS.flatMap((kind) => {
    const pairs = pairListings(listingsOf(a, kind), listingsOf(b, kind));
    return withoutRepeats(pairs.flatMap(([old, now]) => listingChanges(kind, old, now)));
  });
}

function listingChanges(kind: ListKind, old: Listing, now: Listing): Found[] {
  const matches = nthWithNth(names(old), names(now));
  const [gone, known] = [new Set(matches.map(([x]) => x)), new Set(matches.map(([, y]) => y))];
  const fresh = now.filter((_, index) => !known.has(index));
  const found: Found[] = [
    ...old.filter((_, index) => !gone.has(index)).map((item) => goneChange(kind, item, fresh)),
    ...fresh.map((item) => addedChange(kind, item)),
  ];
  for (const [x, y] of matches) {
    const [before, after] = [old[x], now[y]];
    if (!before || !after || normalise(before.node) === normalise(after.node)) continue;
    const pair = { before, after, subject: `${kind.what} ${after.name}` };
    for (const each of itemChanges(kind, pair))
      found.push({ a: before.ref, b: after.ref, ...each });
  }
  return [...found, ...orderChange(kind, old, now, movedMatches(matches).length)];
}

function itemChanges(kind: ListKind, pair: ItemPair): Found[] {
  if (kind.what === 'tool') return toolChanges(pair);
  return kind.what === 'prompt' ? promptChanges(pair) : resourceChanges(pair, kind.what);
}

function goneChange(kind: ListKind, item: ListedItem, fresh: Listing): Found {
  const { node: before, pointer, ref: a } = item;
  const respelled = fresh.find(({ name }) => squashed(name) === squashed(item.name));
  const note = respelled && { note: `${respelled.name} is new` };
  const subject = `${kind.what} ${item.name}`;
  return { rule: `${kind.what}.gone`, subject, pointer, before, a, ...note };
}

/** Names that differ in case and separators alone were most likely one: getSum and get-sum. */
function squashed(name: string): string {
  return name.toLowerCase().replaceAll(/[-_. ]/g, '');
}

function addedChange(kind: ListKind, item: ListedItem): Found {
  const { node: after, pointer, ref: b } = item;
  return { rule: `${kind.what}.added`, subject: `${kind.what} ${item.name}`, pointer, after, b };
}

function orderChange(kind: ListKind, old: Listing, now: Listing, moved: number): Found[] {
  const [first, other] = [old[0], now[0]];
  if (moved === 0 || !first || !other) return [];
  const order = (listing: Listing) => textNode(listing.map(({ name }) => name).join(', '));
  return [
    {
      rule: `${kind.what}.order`,
      subject: `${kind.what}s`,
      pointer: `/result/${kind.member}`,
      before: order(old),
      after: order(now),
      a: first.ref,
      b: other.ref,
    },
  ];
}

function names(listing: Listing): (readonly [number, string])[] {
  return listing.map(({ name }, index) => [index, name] as const);
}

/** A difference that several listings show is one. */
function withoutRepeats(found: readonly Found[]): Found[] {
  const seen = new Set<string>();
  return found.filter((each) => {
    const values = [each.before, each.after].map((node) => node && normalise(node));
    const key = JSON.stringify([
      each.rule,
      each.subject,
      each.pointer?.replace(/^\/result\/\w+\/\d+/, ''),
      values,
    ]);
    return !seen.has(key) && seen.add(key);
  });
}
