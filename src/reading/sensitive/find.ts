import { type JsonNode, pointerSteps, walk } from '../../model/json.ts';
import { append } from '../../model/lists.ts';
import type { Located, MessageRef } from '../../model/message.ts';
import type { TimelineItem } from '../../model/recording.ts';
import type { Session } from '../../model/session.ts';
import { CopyIndex } from './copies.ts';
import { type ReadText, type Spot, spotsIn } from './spots.ts';
import type { Wish } from './wishes.ts';

/** What was looked into: a message, or something else that was recorded. */
export type Source =
  | { readonly kind: 'message'; readonly located: Located }
  | {
      readonly kind: 'stderr' | 'stray' | 'http';
      readonly ref: MessageRef;
      /** Of a stray: a tolerant reader would still see a message. */
      readonly isAlmost?: boolean;
    };

/** How it was found. */
export type How =
  /** A member of the name, or a value at the pointer. */
  | 'member'
  /** A schema or a text of a tool definition names it; no value stands there. */
  | 'declared'
  /** A text that is no JSON names it before a value: `nik: 35…`. */
  | 'text'
  /** A value of the form that was asked for. */
  | 'value'
  /** The name of a member has the form that was asked for. */
  | 'key'
  /** A text elsewhere holds the value that such a member had. */
  | 'copy';

/** One place where something that was asked for stands. */
export interface SensitivePlace {
  readonly wish: Wish;
  readonly how: How;
  readonly source: Source;
  /** JSON pointer in the message, and in the JSON that the text there holds. */
  readonly pointer: string;
  readonly inner?: string;
  /** The values found there, as text; to compare with what a host cuts, not to be shown. */
  readonly values: readonly string[];
}

/** All places, and what was looked into. */
export interface SensitiveFound {
  readonly wishes: readonly Wish[];
  readonly places: readonly SensitivePlace[];
  readonly messages: readonly Located[];
  readonly looked: Looked;
}

/** How much was looked into. */
export interface Looked {
  readonly messages: number;
  /** Texts that were read as JSON. */
  readonly texts: number;
  /** Strays, lines of stderr and heads of HTTP. */
  readonly others: number;
}

/**
 * Looks for what was asked for in the chosen messages and other entries of a session: members by name or
 * pointer, values by form, JSON in texts entered; then for the values of those members in all other texts.
 * What a host makes of the places is not asked here.
 */
export function findSensitive(
  session: Session,
  wishes: readonly Wish[],
  readText: ReadText,
  chosen: Chosen = { message: () => true, item: () => true },
): SensitiveFound {
  const sources = sourcesOf(session, chosen);
  const places: SensitivePlace[] = [];
  const copies = new CopyIndex();
  let texts = 0;
  for (const { source, root } of sources)
    for (const spot of spotsIn(root, readText)) {
      if (spot.isEntered) texts += 1;
      for (const wish of wishes) {
        const hit = matchOf(wish, spot);
        if (!hit) continue;
        places.push(placeOf(wish, source, spot, hit));
        if (hit.how === 'member') copies.add(wish, hit.values);
      }
    }
  append(places, copiesIn(sources, copies, places, readText));
  const messages = sources.flatMap(({ source }) =>
    source.kind === 'message' ? [source.located] : [],
  );
  const others = sources.length - messages.length;
  return { wishes, places, messages, looked: { messages: messages.length, texts, others } };
}

/** Which messages and other entries to look into. */
export interface Chosen {
  readonly message: (located: Located) => boolean;
  readonly item: (item: TimelineItem) => boolean;
}

interface Sourced {
  readonly source: Source;
  readonly root: JsonNode;
}

function sourcesOf(session: Session, chosen: Chosen): Sourced[] {
  const messages = session.messages
    .filter(chosen.message)
    .map(
      (located): Sourced => ({ source: { kind: 'message', located }, root: located.message.node }),
    );
  return [...messages, ...session.recording.items.filter(chosen.item).flatMap(othersOf)];
}

function othersOf(item: TimelineItem): Sourced[] {
  if (item.type === 'stderr') return [other('stderr', item.seq, item.bytes.toString())];
  if (item.type === 'http') {
    const lines = item.headers.map(([name, value]) => `${name}: ${value}`);
    return [other('http', item.seq, [item.start, ...lines].join('\n'))];
  }
  if (item.type !== 'frame') return [];
  const { content, frame } = item;
  const strays = (content.kind === 'batch' ? content.members : [content]).filter(
    (each) => each.kind === 'stray',
  );
  if (strays.length === 0) return [];
  const isAlmost = strays.some((stray) => stray.almost !== undefined);
  return [other('stray', frame.seq, frame.bytes.toString(), isAlmost)];
}

function other(
  kind: 'stderr' | 'stray' | 'http',
  seq: number,
  value: string,
  isAlmost = false,
): Sourced {
  return {
    source: { kind, ref: { seq, index: undefined }, isAlmost },
    root: { kind: 'string', value, start: 0, end: 0 },
  };
}

interface Hit {
  readonly how: How;
  readonly values: readonly string[];
}

function matchOf(wish: Wish, spot: Spot): Hit | undefined {
  switch (wish.kind) {
    case 'member':
      return namedHit(wish, spot);
    case 'pointer':
      return isAt(spot, wish.steps) ? { how: 'member', values: leavesOf(spot.node) } : undefined;
    case 'pattern':
      return formHit(wish, spot);
  }
}

function namedHit(wish: Extract<Wish, { kind: 'member' }>, spot: Spot): Hit | undefined {
  if (spot.name !== undefined && wish.isName(spot.name))
    return spot.isDeclared
      ? { how: 'declared', values: [spot.name] }
      : { how: 'member', values: leavesOf(spot.node) };
  if (spot.node.kind !== 'string' || spot.isEntered) return undefined;
  const values = [...spot.node.value.matchAll(wish.inText)].map(([match]) => match);
  if (values.length === 0) return undefined;
  return { how: TOOL.test(spot.pointer) ? 'declared' : 'text', values };
}

/** In the definition of a tool. */
const TOOL = /^\/result\/tools\/\d+\//;

function formHit(wish: Extract<Wish, { kind: 'pattern' }>, spot: Spot): Hit | undefined {
  const text = spot.isEntered ? undefined : textOf(spot.node);
  const values = text === undefined ? [] : wish.find(text);
  if (values.length > 0) return { how: 'value', values };
  const keys = spot.name === undefined ? [] : wish.find(spot.name);
  return keys.length > 0 ? { how: 'key', values: keys } : undefined;
}

function isAt({ pointer, inner }: Spot, steps: readonly string[]): boolean {
  const own = [...(pointerSteps(pointer) ?? []), ...(pointerSteps(inner ?? '') ?? [])];
  return (
    own.length === steps.length && steps.every((step, index) => step === '*' || step === own[index])
  );
}

/** Values below, and the value itself, as text. */
function leavesOf(node: JsonNode): string[] {
  return [...walk(node)].flatMap(([, each]) => textOf(each) ?? []);
}

function textOf(node: JsonNode): string | undefined {
  if (node.kind === 'string') return node.value;
  return node.kind === 'number' ? node.text : undefined;
}

function placeOf(wish: Wish, source: Source, spot: Spot, { how, values }: Hit): SensitivePlace {
  const { pointer, inner } = spot;
  return { wish, how, source, pointer, ...(inner === undefined ? {} : { inner }), values };
}

/** Places that hold the value of a member, apart from where it was found by its name. */
function* copiesIn(
  sources: readonly Sourced[],
  copies: CopyIndex,
  places: readonly SensitivePlace[],
  readText: ReadText,
): Generator<SensitivePlace> {
  if (copies.isEmpty) return;
  const bySource = new Map(sources.map(({ source }): [Source, SensitivePlace[]] => [source, []]));
  for (const place of places) bySource.get(place.source)?.push(place);
  for (const { source, root } of sources) {
    const known = [...(bySource.get(source) ?? [])];
    for (const spot of spotsIn(root, readText)) {
      const text = spot.isEntered ? undefined : textOf(spot.node);
      if (text === undefined) continue;
      for (const [wish, values] of copies.in(text)) {
        const isKnown = known.some((each) => each.wish === wish && holds(each, spot));
        if (!isKnown) yield placeOf(wish, source, spot, { how: 'copy', values });
      }
    }
  }
}

/** Is the spot the place itself, or below it? */
function holds(place: SensitivePlace, { pointer, inner }: Spot): boolean {
  if (place.inner === undefined) return isWithin(pointer, place.pointer);
  return pointer === place.pointer && inner !== undefined && isWithin(inner, place.inner);
}

function isWithin(pointer: string, above: string): boolean {
  return pointer === above || pointer.startsWith(`${above}/`);
}
