import { childrenOf, type JsonNode } from '../../model/json.ts';
import { append } from '../../model/lists.ts';
import type { Located } from '../../model/message.ts';
import type { Fate, FateKind } from '../../model/reading.ts';
import type { Found } from '../change.ts';
import { payloadOf } from '../payload.ts';
import { diffValues, type ValueChange } from '../values.ts';
import type { About, Source, Told } from './changes.ts';
import { itemsOf } from './items.ts';
import type { ReadingSide } from './side.ts';

/**
 * What differs between two messages beyond the texts: members that arrive as such (`isError`), members
 * that do not arrive, and those whose text is the same all the same. `told`: what is known already.
 */
export function memberChanges(
  sides: readonly [ReadingSide, ReadingSide],
  messages: readonly [Located, Located],
  about: About,
  told: readonly Told[],
): Found[] {
  const [old, now] = messages;
  const known = { old: sourcesIn(old, told, 'old'), now: sourcesIn(now, told, 'now') };
  const base = `/${now.message.kind === 'failure' ? 'error' : 'result'}`;
  const values = diffValues(payloadOf(old), payloadOf(now), { ...about.comparing, base });
  return values.flatMap((change) => {
    if (change.kind === 'folded') return [];
    const ends = [
      ...(change.after ? [endAt(sides[1], now, change.pointer, change.after, known.now)] : []),
      ...(change.before
        ? [endAt(sides[0], old, change.was ?? change.pointer, change.before, known.old)]
        : []),
    ];
    const verdict = verdictOn(change, ends);
    return verdict ? [foundOf(change, verdict, messages, about)] : [];
  });
}

/** The places in a message whose texts are known to differ. */
function sourcesIn(
  { seq, index }: Located,
  told: readonly Told[],
  which: 'old' | 'now',
): readonly Source[] {
  return told
    .flatMap((each) => each[which] ?? [])
    .filter(({ located }) => located.seq === seq && located.index === index);
}

/** What becomes of one of the two values. */
interface End {
  /** The fate by which it arrives; undefined: it does not. */
  readonly arriving: Fate | undefined;
  readonly first: Fate | undefined;
  /** It is in a text, or a picture, of the model. */
  readonly isText: boolean;
  /** The text that it is in is told of already. */
  readonly isTold: boolean;
}

function endAt(
  side: ReadingSide,
  located: Located,
  pointer: string,
  node: JsonNode,
  known: readonly Source[],
): End {
  const fates = fatesAt(side, located, pointer, node);
  const items = itemsOf(side, located);
  return {
    arriving: fates.find(({ kind }) => ARRIVES.has(kind)),
    first: fates[0],
    isText: items.some((each) => each.pointer !== undefined && touches(each.pointer, pointer)),
    isTold: known.some((each) => each.pointer === undefined || touches(each.pointer, pointer)),
  };
}

interface Verdict {
  readonly rule: 'reading.unseen' | 'reading.other' | 'reading.respelled';
  readonly note: string;
}

/** undefined: it is told already. */
function verdictOn(change: ValueChange, ends: readonly End[]): Verdict | undefined {
  const arriving = ends.flatMap((end) => end.arriving ?? [])[0];
  if (!arriving) return { rule: 'reading.unseen', note: ends[0]?.first?.kind ?? 'unknown' };
  if (ends.some(({ isTold, arriving: arrives }) => isTold && arrives)) return undefined;
  if (ends.every(({ isText, arriving: arrives }) => isText || !arrives))
    return { rule: 'reading.unseen', note: `${arriving.kind}, as the same text` };
  const rule = change.kind === 'spelling' ? 'reading.respelled' : 'reading.other';
  return { rule, note: arriving.note ?? arriving.kind };
}

/** Is one the other, or above it? */
function touches(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** The fate of a value, or those of its parts. */
function fatesAt(side: ReadingSide, located: Located, pointer: string, node: JsonNode): Fate[] {
  const found: Fate[] = [];
  const open: (readonly [string, JsonNode])[] = [[pointer, node]];
  for (let next = open.pop(); next; next = open.pop()) {
    const fate = side.fate(located, next[0]);
    if (fate) found.push(fate);
    else append(open, childrenOf(next[1], next[0]));
  }
  return found;
}

const ARRIVES: ReadonlySet<FateKind> = new Set([
  'reads',
  'renamed',
  'rewritten',
  'inlined',
  'truncated',
  'wrote',
]);

function foundOf(
  { pointer, inner, before, after }: ValueChange,
  { rule, note }: Verdict,
  [a, b]: readonly [Located, Located],
  { subject, question }: About,
): Found {
  return {
    rule,
    subject,
    ...(question && { question }),
    note,
    pointer,
    ...(inner === undefined ? {} : { inner }),
    ...(before && { before }),
    ...(after && { after }),
    a: { seq: a.seq, index: a.index },
    b: { seq: b.seq, index: b.index },
  };
}
