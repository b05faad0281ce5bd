import type { Profile } from '../../model/profile.ts';
import type { FateKind } from '../../model/reading.ts';
import type { MemberComparison, MessageComparison } from '../../reading/compare-hosts.ts';
import { type ColourLevel, type Palette, paletteOf } from './colour.ts';
import { escapeText } from './escape.ts';
import { bytes, count } from './format.ts';
import { cutMiddle, pad } from './width.ts';
import { wrapWords } from './words.ts';

export interface CompareOptions {
  readonly width: number;
  readonly colour: ColourLevel;
}

/**
 * Each message under all hosts: the members on which they differ, with the hosts grouped by fate;
 * then what each host's model reads of all of it. Messages on which all agree are left out.
 */
export function* renderComparison(
  comparisons: Iterable<MessageComparison>,
  profiles: readonly Profile[],
  { width, colour }: CompareOptions,
): Generator<string> {
  const palette = paletteOf(colour);
  const read = profiles.map(() => ({ bytes: 0, media: 0 }));
  const shown = new Map<string, string>();
  for (const comparison of comparisons) {
    for (const [index, reading] of comparison.readings.entries()) {
      const sum = read[index];
      if (!sum) continue;
      sum.bytes += reading.bytes.read;
      sum.media += reading.media.length;
    }
    if (comparison.members.length === 0) continue;
    const key = keyOf(comparison);
    const like = shown.get(key);
    if (like !== undefined) {
      yield palette.strong(headline(comparison)) + palette.dim(`  as ${like}`);
      yield '';
      continue;
    }
    shown.set(key, placeOf(comparison));
    yield palette.strong(headline(comparison));
    for (const member of comparison.members) yield* memberLines(member, profiles, width, palette);
    yield '';
  }
  yield* totals(profiles, read, palette);
}

/** Equal for messages that say the same about the hosts. */
function keyOf({ located, members }: MessageComparison): string {
  const { message, from } = located;
  const what = 'method' in message ? message.method : message.kind;
  const rows = members.map(({ pattern, count, kinds }) => `${pattern} ${count} ${kinds.join()}`);
  return [from, what, ...rows].join('\n');
}

function placeOf({ located: { seq, index } }: MessageComparison): string {
  return index === undefined ? `#${seq}` : `#${seq}.${index}`;
}

function headline(comparison: MessageComparison): string {
  const { message, from } = comparison.located;
  const place = placeOf(comparison);
  const what = 'method' in message ? escapeText(message.method) : message.kind;
  return `${place}  ${from === 'client' ? '→' : '←'} ${what}`;
}

const WORD = 11;

function* memberLines(
  { pattern, count: found, kinds }: MemberComparison,
  profiles: readonly Profile[],
  width: number,
  palette: Palette,
): Generator<string> {
  const times = found > 1 ? ` (${found} times)` : '';
  yield `  ${cutMiddle(escapeText(pattern), width - 2 - times.length)}${times}`;
  for (const [kind, hosts] of byKind(kinds, profiles)) {
    const lines = wrapWords(hosts.join(', '), Math.max(20, width - 4 - WORD));
    for (const [index, line] of lines.entries()) {
      const word = index === 0 ? palette.fate(kind)(pad(kind, WORD)) : ' '.repeat(WORD);
      yield `    ${word}${line}`;
    }
  }
}

/** The fate that most hosts share comes first, what is not known last. */
function byKind(
  kinds: readonly FateKind[],
  profiles: readonly Profile[],
): (readonly [FateKind, readonly string[]])[] {
  const groups = new Map<FateKind, string[]>();
  for (const [index, kind] of kinds.entries()) {
    const known = groups.get(kind) ?? [];
    known.push(profiles[index]?.id ?? '');
    groups.set(kind, known);
  }
  const weight = ([kind, hosts]: readonly [FateKind, readonly string[]]) =>
    kind === 'unknown' ? 0 : hosts.length;
  return [...groups].sort((one, other) => weight(other) - weight(one));
}

function* totals(
  profiles: readonly Profile[],
  read: readonly { readonly bytes: number; readonly media: number }[],
  palette: Palette,
): Generator<string> {
  const longest = Math.max(...profiles.map((each) => each.id.length));
  yield palette.strong('what the model reads of all this');
  for (const [index, { id }] of profiles.entries()) {
    const sum = read[index] ?? { bytes: 0, media: 0 };
    const images =
      sum.media === 0 ? '' : ` and ${count(sum.media, 'image or sound', 'images or sounds')}`;
    yield `  ${pad(id, longest)}  ${pad(bytes(sum.bytes), 10, 'right')}${images}`;
  }
}
