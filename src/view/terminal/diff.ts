import { type Change, textNode } from '../../compare/change.ts';
import { type ChangeGroup, groupChanges } from '../../compare/group.ts';
import { RULES, TIERS, type Tier } from '../../compare/rules/table.ts';
import type { SessionDiff } from '../../compare/sessions.ts';
import { stringMember } from '../../model/json.ts';
import { maxOf } from '../../model/lists.ts';
import type { MessageRef } from '../../model/message.ts';
import { refKey, type Session } from '../../model/session.ts';
import { type ColourLevel, type Paint, type Palette, paletteOf } from './colour.ts';
import { markedPair, valueText } from './diff-values.ts';
import { escapeText } from './escape.ts';
import { bytes, count } from './format.ts';
import { cut, pad, widthOf } from './width.ts';

export interface DiffStyle {
  /** Columns to fill. */
  readonly width: number;
  readonly colour: ColourLevel;
}

/**
 * The differences of two sessions for a terminal: who was compared, then the changes by tier, the
 * worst first, with old (`-`) and new (`+`) values, then what was folded and the counts.
 */
export function* renderDiff(diff: SessionDiff, style: DiffStyle): Generator<string> {
  const palette = paletteOf(style.colour);
  yield* header(diff, style.width, palette);
  yield* tierLines(diff.changes, style);
  yield '';
  yield* footer(diff, style.width, palette);
}

/** Changes by tier, the worst first. */
export function* tierLines(all: readonly Change[], style: DiffStyle): Generator<string> {
  const palette = paletteOf(style.colour);
  for (const tier of TIERS) {
    const changes = all.filter((each) => each.tier === tier);
    if (changes.length === 0) continue;
    yield '';
    yield paintOf(tier, palette)(`${tier}  ${changes.length}`);
    yield* groups(changes, style.width, palette);
  }
}

/** What both sessions are: `asrama 1.0.0 · legacy 2025-06-18 · 13 exchanges`. Printable. */
export function sessionWords(session: Session): string {
  const { server, era, revision, exchanges, recording } = session;
  const name = [server?.name ?? recording.header.server.label, server?.version];
  const parts = [name, [era, revision]].map((words) => words.filter(Boolean).join(' '));
  const all = exchanges.length + (recording.passedOver?.calls ?? 0);
  return escapeText([...parts, count(all, 'exchange')].join(' · '));
}

/** `2 breaking, 1 minor`, or `no differences`. */
export function tierCounts(changes: readonly Change[]): string {
  const parts = TIERS.flatMap((tier) => {
    const number = changes.filter((each) => each.tier === tier).length;
    return number === 0 ? [] : [`${number} ${tier}`];
  });
  return parts.join(', ') || 'no differences';
}

/** What a group is about: its one subject, or how many of a kind: `4 tools`. Printable. */
export function subjectWords(group: ChangeGroup): string {
  const [first] = group;
  const { kind, names } = subjectsOf(group);
  if (names.length > 1) return escapeText(severalWords(kind, names.length));
  const times = group.length > 1 ? ` (${group.length} times)` : '';
  const question = first.question ? ` ${valueText(first.question, 200)}` : '';
  return escapeText(first.subject) + times + question;
}

/** What a request asks for. */
const THINGS: { readonly [method: string]: string } = {
  'tools/call': 'tool',
  'prompts/get': 'prompt',
  'resources/read': 'resource',
};

/** `4 tools`, `tools/call of 2 tools`, `the same in 3 places` where they have nothing in common. */
function severalWords(kind: string | undefined, number: number): string {
  if (kind === undefined) return `the same in ${number} places`;
  if (kind === 'notification') return `${number} kinds of notification`;
  if (kind === 'capability') return `${number} capabilities`;
  if (!kind.includes('/')) return count(number, kind);
  return `${kind} of ${count(number, THINGS[kind] ?? 'subject')}`;
}

/** What the values do not say. Printable. */
export function noteWords({ note }: Change): string {
  return note === undefined ? '' : escapeText(note);
}

/** Which they are, when a group has several subjects; else nothing. Printable. */
export function subjectNames(group: ChangeGroup): string {
  const { names } = subjectsOf(group);
  return names.length > 1 ? escapeText(names.join(', ')) : '';
}

/** The first word of a subject says what it is: a tool, a prompt, a method; undefined where they differ in it. */
function subjectsOf(group: ChangeGroup): { kind: string | undefined; names: readonly string[] } {
  const subjects = [...new Set(group.map(({ subject }) => subject))];
  const kinds = new Set(subjects.map((each) => each.split(' ', 1)[0] ?? ''));
  const [kind = ''] = kinds;
  if (kinds.size > 1 || subjects.length === 1) {
    const isNotified = subjects.every((each) => each.startsWith('notifications/'));
    return { kind: isNotified ? 'notification' : undefined, names: subjects };
  }
  return { kind, names: subjects.map((each) => each.slice(kind.length + 1)) };
}

/** Is it a listed thing that came or went? Its name and description say what it is. */
export function isWhole({ rule }: Change): boolean {
  return /^(tool|resource|template|prompt)\.(gone|added)$/.test(rule);
}

/** What a listed thing says about itself; its title, where it has no description. Printable. */
export function descriptionWords({ before, after }: Change): string {
  const node = before ?? after;
  const text = stringMember(node, 'description') ?? stringMember(node, 'title');
  return text === undefined ? '' : valueText(textNode(text), 300);
}

/** Where the first change of a group is: `/result/content/0/text › /data/0/nama`. Printable. */
export function placeWords({ pointer, inner }: Pick<Change, 'pointer' | 'inner'>): string {
  if (pointer === undefined) return '';
  return escapeText(inner === undefined ? pointer : `${pointer} › ${inner || '/'}`);
}

/** Where a group is: every place when one subject has several, else that of the first. Printable. */
export function groupPlaces(group: ChangeGroup): string {
  const places = [...new Set(group.map(placeWords))].filter(Boolean);
  return subjectNames(group) === '' ? places.join(', ') : (places[0] ?? '');
}

/** `#8 → #7`: the frames in A and in B. */
export function refWords({ a, b }: { readonly a?: MessageRef; readonly b?: MessageRef }): string {
  return [a ? `#${refKey(a)}` : 'none', b ? `#${refKey(b)}` : 'none'].join(' → ');
}

/** `read as: Codex CLI`, when what models read was compared; else nothing. Printable. */
export function hostWords({ reading }: SessionDiff, nth: 0 | 1): string {
  return reading ? `read as: ${escapeText(reading.hosts[nth])}` : '';
}

/** How much is the same, and with readings how much the models read. Printable. */
export function sameWords({ exchanges, reading }: SessionDiff): string {
  const { same, common } = exchanges;
  if (!reading) return `${same} of ${common} common exchanges mean the same`;
  const [a, b] = [0, 1].map((nth) => {
    const [size, number] = [reading.bytes[nth] ?? 0, reading.tokens[nth] ?? 0];
    return `${bytes(size)} (about ${count(number, 'token')})`;
  });
  return `${same} of ${common} common exchanges read the same · the model reads ${a} of A, ${b} of B`;
}

function* header(diff: SessionDiff, width: number, palette: Palette): Generator<string> {
  const rows = ([0, 1] as const).map((nth) => {
    const session = nth === 0 ? diff.a : diff.b;
    const path = escapeText(session.recording.path);
    const words = [sessionWords(session), hostWords(diff, nth)].filter(Boolean).join(' · ');
    return { name: nth === 0 ? 'A' : 'B', path, words };
  });
  const column = maxOf(rows.map(({ path }) => widthOf(path)));
  const isOneLine = rows.every(({ words }) => 3 + column + 2 + widthOf(words) <= width);
  for (const { name, path, words } of rows) {
    const head = `${name}  ${isOneLine ? `${pad(path, column)}  ${words}` : path}`;
    yield palette.strong(cut(head, width));
    if (!isOneLine) yield cut(`   ${words}`, width);
  }
}

/** More differences of one kind in one message are counted, not shown. */
const MOST_ALIKE = 8;

function* groups(changes: readonly Change[], width: number, palette: Palette): Generator<string> {
  const grouped = groupChanges(changes);
  const column = maxOf(grouped.map(([{ rule }]) => rule.length));
  const seen = new Map<string, number>();
  for (const group of grouped) {
    const key = alikeKey(group[0]);
    const shown = (seen.get(key) ?? 0) + 1;
    seen.set(key, shown);
    if (shown <= MOST_ALIKE || isWhole(group[0])) yield* lines(group, column, width, palette);
    else if (shown === MOST_ALIKE + 1) {
      const more = grouped.filter(([each]) => alikeKey(each) === key).length - MOST_ALIKE;
      yield palette.dim(cut(`  … ${more} more ${group[0].rule} in ${refWords(group[0])}`, width));
    }
  }
}

function alikeKey({ rule, a, b }: Change): string {
  return [rule, a?.seq ?? '', b?.seq ?? ''].join(' ');
}

function* lines(
  group: ChangeGroup,
  column: number,
  width: number,
  palette: Palette,
): Generator<string> {
  const [first] = group;
  const refs = first.a || first.b ? refWords(first) : '';
  const room = width - column - 4 - (refs === '' ? 0 : widthOf(refs) + 2);
  const note = noteWords(first);
  const subject = subjectWords(group);
  const withNote = note === '' ? subject : `${subject} · ${note}`;
  // A note that would be cut gets lines of its own.
  const fitsIn = widthOf(withNote) <= room;
  const whole = isWhole(first) ? descriptionWords(first) : '';
  const words = [fitsIn ? withNote : subject, whole].filter(Boolean).join('  ');
  const line = `${palette.strong(first.rule.padEnd(column))}  ${pad(words, Math.max(10, room))}`;
  yield `  ${line}  ${palette.dim(refs)}`.trimEnd();
  const below = [fitsIn ? '' : note, subjectNames(group)];
  for (const text of below) for (const row of wrapped(text, width - 4)) yield `    ${row}`;
  if (isWhole(first)) return;
  for (const row of wrapped(groupPlaces(group), width - 4)) yield palette.dim(`    ${row}`);
  yield* valueLines(first, width - 6, palette);
}

/** Breaks behind spaces; a word that is longer than a line is cut. */
function wrapped(text: string, columns: number): string[] {
  const rows: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const last = rows.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(joined) <= columns) rows[rows.length - 1] = joined;
    else rows.push(cut(word, columns));
  }
  return rows;
}

/** The old value (`-`) and the new one (`+`) of a change, in at most `columns`. Printable. */
export function* valueLines(
  { before, after }: Change,
  columns: number,
  palette: Palette,
): Generator<string> {
  const pair =
    before && after
      ? markedPair(before, after, columns)
      : {
          before: before && cut(valueText(before), columns),
          after: after && cut(valueText(after), columns),
        };
  if (pair.before !== undefined) yield `    ${palette.bad(`- ${pair.before}`)}`;
  if (pair.after !== undefined) yield `    ${palette.good(`+ ${pair.after}`)}`;
}

function* footer(diff: SessionDiff, width: number, palette: Palette): Generator<string> {
  const { folded, changes } = diff;
  if (folded.length > 0) {
    const counts = folded.map(({ rule, count: number }) => `${number} ${rule}`).join(', ');
    const [first] = folded;
    yield palette.dim(cut(`folded: ${counts} (see them: --no-fold ${first?.rule ?? ''})`, width));
  }
  yield* wrapped(`${tierCounts(changes)} · ${sameWords(diff)}`, width);
}

/** How a tier is painted; its name stands beside it. */
export function paintOf(tier: Tier, palette: Palette): Paint {
  if (tier === 'breaking') return palette.bad;
  if (tier === 'dangerous') return palette.caution;
  return tier === 'minor' ? palette.strong : palette.dim;
}

/** One line about a rule, for views that explain. */
export function ruleWords({ rule }: Change): string {
  return RULES[rule].says;
}
