import type { Change } from '../../compare/change.ts';
import {
  type Accepted,
  type Judged,
  type Replayed,
  timeOf,
  VERDICTS,
  type Verdict,
} from '../../compare/replayed.ts';
import { refKey } from '../../model/session.ts';
import { type ColourLevel, type Paint, type Palette, paletteOf } from './colour.ts';
import { noteWords, paintOf, placeWords, sessionWords, tierLines, valueLines } from './diff.ts';
import { valueText } from './diff-values.ts';
import { escapeText } from './escape.ts';
import { count, duration } from './format.ts';
import { arrowOf } from './headline.ts';
import { cut, widthOf } from './width.ts';

export interface ReplayStyle {
  /** Columns to fill. */
  readonly width: number;
  readonly colour: ColourLevel;
  /** Leave out what is the same. */
  readonly brief: boolean;
}

/**
 * What a replay came to, for a terminal: who was compared, one line for each exchange with what is
 * different below it, differences of the whole session, and the counts.
 * @param target what was replayed to, as the user wrote it
 */
export function* renderReplay(
  report: Replayed,
  target: string,
  style: ReplayStyle,
): Generator<string> {
  const palette = paletteOf(style.colour);
  const { width } = style;
  yield* header(report, target, width, palette);
  const shown = report.exchanges.filter(({ verdict }) => !style.brief || verdict !== 'same');
  if (shown.length > 0) yield '';
  for (const each of shown) yield* exchange(each, width, palette);
  if (report.others.length > 0) {
    yield '';
    yield palette.strong('the session as a whole');
    for (const each of report.others) yield* change(each, width, palette, true);
  }
  yield '';
  yield* footer(report, width, palette);
}

/**
 * The same by tier, the worst first, for a build: what differs, what did not take place, and the counts.
 */
export function* renderReplayByTier(
  report: Replayed,
  target: string,
  style: ReplayStyle,
): Generator<string> {
  const palette = paletteOf(style.colour);
  yield* header(report, target, style.width, palette);
  const own = report.exchanges.flatMap((each) => each.changes);
  yield* tierLines(
    [...own, ...report.others].filter(({ tier }) => tier !== 'info'),
    style,
  );
  const lost = report.exchanges.filter(({ why }) => why !== undefined);
  if (lost.length > 0) yield '';
  for (const each of lost) yield* exchange(each, style.width, palette);
  yield '';
  yield* footer(report, style.width, palette);
}

function* header(
  { a, b }: Replayed,
  target: string,
  width: number,
  palette: Palette,
): Generator<string> {
  yield palette.strong(cut(`recorded  ${escapeText(a.recording.path)}`, width));
  yield cut(`          ${sessionWords(a)}`, width);
  yield palette.strong(cut(`now       ${escapeText(target)}`, width));
  yield cut(`          ${sessionWords(b)}`, width);
}

/** Columns of the longest verdict. */
const VERDICT_WIDTH = Math.max(...VERDICTS.map(({ length }) => length));

function* exchange(judged: Judged, width: number, palette: Palette): Generator<string> {
  const { verdict, side, subject, question, why } = judged;
  const paint = verdictPaint(verdict, palette);
  const place = refOf(judged).padEnd(4);
  const head = `${paint(verdict.padEnd(VERDICT_WIDTH))}  ${palette.dim(place)} ${arrowOf(side)} `;
  const took = tookWords(judged);
  const room = width - VERDICT_WIDTH - 2 - Math.max(4, place.length) - 3 - widthOf(took) - 2;
  const words = [escapeText(subject), question && valueText(question, 200)].filter(Boolean);
  const title = cut(words.join(' '), Math.max(10, room));
  const gap = ' '.repeat(Math.max(0, room - widthOf(title)) + 2);
  const painted = verdict === 'same' ? title : palette.strong(title);
  yield took === '' ? head + painted : head + painted + gap + palette.dim(took);
  const remark = why ?? (isPage(judged) ? 'the list has one more page' : undefined);
  if (remark !== undefined) yield palette.dim(cut(`${INDENT}${escapeText(remark)}`, width));
  for (const each of judged.changes)
    if (!each.rule.startsWith('timing.')) yield* change(each, width, palette, false);
}

/** What the client of today asked on its own: the page after the last one that was recorded. */
function isPage({ verdict, side, changes }: Judged): boolean {
  return verdict === 'extra' && side === 'client' && changes.length === 0;
}

const INDENT = ' '.repeat(VERDICT_WIDTH + 2);
function refOf({ a, b }: Judged): string {
  const exchange = a ?? b;
  return exchange ? `${a ? '#' : '+'}${refKey(exchange.request)}` : '';
}

/** How long it took now, and then, where that is much less. */
function tookWords({ verdict, a, b }: Judged): string {
  const [was, is] = [timeOf(a), timeOf(b)];
  if (is === undefined) return '';
  return verdict === 'slower' && was !== undefined
    ? `${duration(was)} → ${duration(is)}`
    : duration(is);
}

function* change(
  found: Change,
  width: number,
  palette: Palette,
  withSubject: boolean,
): Generator<string> {
  const { tier, rule, subject } = found;
  const parts = [withSubject ? escapeText(subject) : ownWords(found), noteWords(found)];
  const words = [...parts, placeWords(found)].filter(Boolean).join('  ');
  const head = `${INDENT}${paintOf(tier, palette)(tier)}  ${rule}`;
  const room = width - INDENT.length - tier.length - 2 - rule.length - 2;
  yield `${head}  ${palette.dim(cut(words, Math.max(10, room)))}`.trimEnd();
  for (const line of valueLines(found, width - INDENT.length - 4, palette))
    yield `${INDENT}${line.slice(2)}`;
}

/** Of a list: the tool that changed. The exchange's own subject stands above. */
function ownWords({ subject }: Change): string {
  const [kind = ''] = subject.split(' ', 1);
  return /^(?:tool|resource|template|prompt|capability)$/.test(kind) ? escapeText(subject) : '';
}

function* footer(report: Replayed, width: number, palette: Palette): Generator<string> {
  const { accepted, folded, redacted, notes } = report;
  for (const line of acceptedLines(accepted)) yield palette.dim(cut(line, width));
  const counts = folded.map(({ rule, count: number }) => `${number} ${rule}`).join(', ');
  if (counts !== '') yield palette.dim(cut(`folded: ${counts}`, width));
  if (redacted > 0)
    yield palette.dim(
      cut(`not compared: ${count(redacted, 'value')} taken out of the recording`, width),
    );
  if (notes.length > 0) yield palette.dim(cut(`info: ${noteCounts(notes)}`, width));
  for (const line of countLines(report)) yield cut(line, width);
}

function acceptedLines(accepted: readonly Accepted[]): string[] {
  const counts = new Map<string, number>();
  for (const { by } of accepted) counts.set(by, (counts.get(by) ?? 0) + 1);
  return [...counts].map(([by, number]) => `accepted: ${number} by ${escapeText(by)}`);
}

function noteCounts(notes: readonly Change[]): string {
  const counts = new Map<string, number>();
  for (const { rule } of notes) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].map(([rule, number]) => `${number} ${rule}`).join(', ');
}

/** `11 same, 1 changed, 2 skipped`, and what the whole session differs in. */
function countLines({ exchanges, others }: Replayed): string[] {
  const parts = VERDICTS.flatMap((verdict) => {
    const number = exchanges.filter((each) => each.verdict === verdict).length;
    return number === 0 ? [] : [`${number} ${verdict}`];
  });
  const all = parts.join(', ') || 'nothing was exchanged';
  if (others.length === 0) return [all];
  return [`the whole session: ${count(others.length, 'difference')}`, all];
}

function verdictPaint(verdict: Verdict, palette: Palette): Paint {
  if (verdict === 'same') return palette.good;
  if (verdict === 'changed' || verdict === 'missing') return palette.bad;
  return palette.caution;
}
