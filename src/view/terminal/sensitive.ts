import type { Micros } from '../../model/frame.ts';
import { append } from '../../model/lists.ts';
import type { Session } from '../../model/session.ts';
import type { How } from '../../reading/sensitive/find.ts';
import {
  isExposed,
  REACHES,
  type Reach,
  type SensitiveReach,
  type WishReach,
} from '../../reading/sensitive/reach.ts';
import { type ColourLevel, type Paint, type Palette, paletteOf } from './colour.ts';
import { geometryOf } from './columns.ts';
import { escapeText } from './escape.ts';
import { count } from './format.ts';
import { groupPlaces, type PlaceGroup } from './sensitive-groups.ts';
import { sessionHeader } from './session-header.ts';
import { cutMiddle, fits, pad, widthOf } from './width.ts';
import { wrapWords } from './words.ts';

export interface SensitiveStyle {
  readonly width: number;
  readonly colour: ColourLevel;
  /** The present time, for the age of the profile. */
  readonly now: Micros;
}

/**
 * How far what was asked for gets with one host: a line for each wish, its places below, then how much was
 * looked into and the verdict. Values are never shown: this goes into logs.
 */
export function* renderSensitive(
  report: SensitiveReach,
  session: Session,
  style: SensitiveStyle,
): Generator<string> {
  const width = Math.max(1, Math.floor(style.width));
  const palette = paletteOf(style.colour);
  const { profile, wishes } = report;
  yield* sessionHeader({ session, profile }, geometryOf(width), palette, style.now);
  const column = Math.min(
    24,
    Math.max(...wishes.map(({ wish }) => widthOf(escapeText(wish.text)))),
  );
  let isApart = false;
  for (const each of wishes) {
    // What was not found needs no room of its own.
    if (!isApart || each.places.length > 0) yield '';
    isApart = each.places.length === 0;
    yield* wishLines(each, column, width, palette);
    for (const group of groupPlaces(each.places, session)) yield* groupLines(group, width, palette);
  }
  yield '';
  for (const line of wrapWords(lookedText(report), width)) yield palette.dim(line);
  yield* verdict(wishes, width, palette);
}

/** The same for several hosts: for each wish, which hosts let it go how far. */
export function* renderSensitiveHosts(
  reports: readonly SensitiveReach[],
  { width, colour }: Omit<SensitiveStyle, 'now'>,
): Generator<string> {
  const palette = paletteOf(colour);
  const [first] = reports;
  for (const [index, { wish }] of (first?.wishes ?? []).entries()) {
    yield palette.strong(cutMiddle(escapeText(wish.text), width));
    for (const reach of [...REACHES, undefined]) {
      const hosts = reports.filter((each) => each.wishes[index]?.reach === reach);
      if (hosts.length === 0) continue;
      const names = hosts.map(({ profile }) => profile.id).join(', ');
      const word = reach ?? 'nowhere';
      for (const [nth, line] of wrapWords(names, Math.max(20, width - 11)).entries())
        yield `  ${nth === 0 ? paintOf(reach, palette)(pad(word, 9)) : ' '.repeat(9)}${line}`;
    }
    yield '';
  }
  if (first) for (const line of wrapWords(lookedText(first), width)) yield palette.dim(line);
}

const VERDICTS: Record<Reach, string> = {
  model: 'reaches the model',
  unknown: 'may reach the model: nobody knows',
  host: 'stays with the host',
  wire: 'goes no further than the wire',
};

function paintOf(reach: Reach | undefined, palette: Palette): Paint {
  if (reach === 'model') return palette.bad;
  if (reach === 'unknown') return palette.caution;
  return reach === undefined ? palette.dim : palette.good;
}

function* wishLines(
  { wish, reach, places }: WishReach,
  column: number,
  width: number,
  palette: Palette,
): Generator<string> {
  const name = escapeText(wish.text);
  const absent =
    places.length > 0 ? 'only named, no value stands anywhere' : 'not in this recording';
  const verdict = reach ? `${VERDICTS[reach]} (${placesText(places, reach)})` : absent;
  const paint = paintOf(reach, palette);
  const line = `${pad(name, Math.max(column, widthOf(name)))}  ${verdict}`;
  if (fits(line, width)) {
    yield palette.strong(line.slice(0, line.length - verdict.length)) + paint(verdict);
    return;
  }
  yield palette.strong(cutMiddle(name, width));
  for (const text of wrapWords(verdict, width - 2)) yield `  ${paint(text)}`;
}

/** `3 places`, or `1 of 3 places` when the others get less far. */
function placesText(places: WishReach['places'], reach: Reach): string {
  const holding = places.filter(({ how }) => how !== 'declared');
  const far = holding.filter((each) => each.reach === reach).length;
  const all = count(holding.length, 'place');
  return far === holding.length ? all : `${far} of ${all}`;
}

const HOWS: Record<How, string> = {
  member: '',
  value: '',
  declared: 'named, no value',
  text: 'named in a text',
  key: 'as the name of a member',
  copy: 'the same value',
};

function* groupLines(group: PlaceGroup, width: number, palette: Palette): Generator<string> {
  const { reach, fate, how, refs, where, pointer, count: number } = group;
  const words = `${pad(reach, 9)}${pad(fate?.kind ?? '', 11)}`;
  const indent = width < NARROW ? 0 : 2;
  const times = number > refs.length ? ` (${number} times)` : '';
  const said = [HOWS[how], times.trim()].filter(Boolean).join(' ');
  const start = `${' '.repeat(indent)}${words}`;
  const painted =
    ' '.repeat(indent) +
    (how === 'declared' ? palette.dim : paintOf(reach, palette))(pad(reach, 9)) +
    (fate ? palette.fate(fate.kind) : palette.dim)(pad(fate?.kind ?? '', 11));
  const parts = [`${refsText(refs)} ${where}`, pointer, said].filter(Boolean);
  const line = parts.join('  ');
  if (fits(start + line, width)) {
    yield painted + line;
    return;
  }
  const hang = width - widthOf(start) < 20 ? indent + 2 : widthOf(start);
  const isUnder = hang < widthOf(start);
  if (isUnder) yield painted.trimEnd();
  for (const [nth, text] of filled(parts, width - hang).entries())
    yield (nth === 0 && !isUnder ? painted : ' '.repeat(hang)) + text;
}

/** Parts in as few lines as they fit into whole; a longer one is broken. */
function filled(parts: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const joined = `${lines.at(-1) ?? ''}  ${part}`;
    if (lines.length > 0 && fits(joined, columns)) lines[lines.length - 1] = joined;
    else append(lines, wrapWords(part, columns));
  }
  return lines;
}

const NARROW = 40;
const MOST_REFS = 4;

function refsText(refs: readonly string[]): string {
  const more = refs.length - MOST_REFS;
  const shown = refs.slice(0, MOST_REFS).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** Absence proves as much as was looked into. */
function lookedText({ looked, media }: SensitiveReach): string {
  const { messages, texts, others } = looked;
  const parts = [
    count(messages, 'message'),
    `${count(texts, 'text')} in them as JSON`,
    count(others, 'other entry', 'other entries'),
  ];
  const gets = media === 1 ? '1 image or sound' : `${media} images or sounds`;
  const blind = media === 0 ? '' : `; not into ${gets} that the model gets`;
  return `looked into ${parts.join(', ')}${blind}`;
}

function* verdict(
  wishes: readonly WishReach[],
  width: number,
  palette: Palette,
): Generator<string> {
  const exposed = wishes.filter(isExposed);
  const says = (reach: Reach, words: string, paint: Paint) => {
    const names = exposed.filter((each) => each.reach === reach).map(({ wish }) => wish.text);
    const text = `${words}: ${escapeText(names.join(', '))}`;
    return names.length === 0 ? [] : wrapWords(text, width).map((line) => paint(line));
  };
  yield* says('model', 'reaches the model', palette.bad);
  yield* says('unknown', 'may reach the model', palette.caution);
  if (exposed.length === 0) yield palette.good('nothing of this reaches the model');
}
