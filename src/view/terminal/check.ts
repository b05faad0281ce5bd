import { type Checked, SEVERITIES, type Suppressed } from '../../check/checked.ts';
import { ruleOf } from '../../check/registry.ts';
import type { Rule } from '../../check/rule.ts';
import type { AtFault, Finding, Place } from '../../model/finding.ts';
import { refKey, type Session } from '../../model/session.ts';
import { type ColourLevel, type Palette, paletteOf } from './colour.ts';
import { sessionWords } from './diff.ts';
import { escapeText } from './escape.ts';
import { severityPaint } from './findings.ts';
import { count } from './format.ts';
import { cut, fits, pad } from './width.ts';
import { wrapWords } from './words.ts';

export interface CheckStyle {
  /** Columns to fill. */
  readonly width: number;
  readonly colour: ColourLevel;
}

/**
 * What was found in sessions, for a terminal: for each session who talked, how much was found, and
 * one block for each cause, the worst first: what is wrong and where, what the specification says,
 * what hosts do about it, what to do. Lines without line ends.
 */
export function* renderCheck(all: readonly Checked[], style: CheckStyle): Generator<string> {
  const width = Math.max(20, Math.floor(style.width));
  const palette = paletteOf(style.colour);
  for (const [index, checked] of all.entries()) {
    if (index > 0) yield '';
    yield* sessionLines(checked, { width, colour: style.colour }, palette);
  }
  if (all.length > 1) {
    yield '';
    const findings = all.flatMap((each) => each.findings);
    yield* wrapWords(`${count(all.length, 'session')}: ${tally(findings)}`, width);
  }
}

/** `1 problem, 2 warnings`, or `nothing found`. */
export function tally(findings: readonly Finding[]): string {
  const parts = SEVERITIES.flatMap((severity) => {
    const number = findings.filter((each) => each.severity === severity).length;
    return number === 0 ? [] : [count(number, severity)];
  });
  return parts.join(', ') || 'nothing found';
}

/** Where there was no message, or not all could be read, less follows from finding nothing. */
function foundWords({ session, findings }: Checked): string {
  if (findings.length > 0) return tally(findings);
  if (hasNoMessage(session)) return 'nothing found, but the log holds no message to look at';
  const places = session.recording.damage.length;
  if (places === 0) return tally(findings);
  return `nothing found, but ${count(places, 'damaged place')} could not be read`;
}

/** Is this made of a log that tells what happened, but not what was said? */
export function hasNoMessage({ recording, messages }: Session): boolean {
  return recording.header.source !== undefined && messages.length === 0;
}

/** Whose fault something is, as a phrase: `the server’s`. */
export function faultWords(side: AtFault, rule = ''): string {
  if (side === 'host' && rule.startsWith('host-limits/')) return 'a limit of hosts';
  return side === 'nobody' ? 'nobody’s fault' : `the ${side}’s fault`;
}

/** A page of the specification as people cite it: `basic/transports#stdio (2025-06-18)`. */
export function specWords(rule: Rule): string | undefined {
  const { spec, basis } = rule;
  if (!spec) return basis;
  return `${spec.section} (${spec.revision}): ${spec.says}`;
}

/** A block for each cause, the worst first, each after an empty line. Lines without line ends. */
export function* renderCauses(
  findings: readonly Finding[],
  { width, colour }: CheckStyle,
): Generator<string> {
  const palette = paletteOf(colour);
  for (const cause of causesOf(findings)) {
    yield '';
    yield* causeLines(cause, width, palette);
  }
}

function* sessionLines(
  checked: Checked,
  { width, colour }: CheckStyle,
  palette: Palette,
): Generator<string> {
  const { session, findings, suppressed } = checked;
  const [path, words] = [escapeText(session.recording.path), sessionWords(session)];
  const isOneLine = fits(`${path}  ${words}`, width);
  yield palette.strong(isOneLine ? `${path}  ${words}` : cut(path, width));
  if (!isOneLine) yield cut(words, width);
  const hidden = suppressed.length === 0 ? '' : `; ${suppressed.length} suppressed`;
  yield cut(foundWords(checked) + hidden, width);
  yield* renderCauses(findings, { width, colour });
  if (suppressed.length > 0) {
    yield '';
    yield* suppressedLines(suppressed, width, palette);
  }
}

type Cause = readonly [Finding, ...Finding[]];

/** Findings of one rule that one side has to mend; the worst cause first. */
function causesOf(findings: readonly Finding[]): Cause[] {
  const causes = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const key = `${finding.rule} ${finding.side}`;
    const known = causes.get(key);
    if (known) known.push(finding);
    else causes.set(key, [finding]);
  }
  return [...causes.values()];
}

const INDENT = 2;
const LABEL = 7;

function* causeLines(cause: Cause, width: number, palette: Palette): Generator<string> {
  const [first] = cause;
  const paint = severityPaint(first.severity, palette);
  const head = `${palette.strong(first.rule)} ${palette.dim(`· ${faultWords(first.side, first.rule)}`)}`;
  yield `${paint(pad(first.severity, LABEL))}  ${head}`;
  const rule = ruleOf(first.rule);
  const fixes = new Set(cause.map((each) => each.fix));
  for (const finding of cause) {
    yield* bodyLines(finding, width, palette);
    if (fixes.size > 1) yield* labelled('fix', finding.fix, width, palette.good);
  }
  if (rule) yield* ruleLines(rule, width, palette);
  if (fixes.size === 1) yield* labelled('fix', first.fix, width, palette.good);
}

function* bodyLines(finding: Finding, width: number, palette: Palette): Generator<string> {
  const indent = ' '.repeat(INDENT);
  for (const line of wrapWords(escapeText(finding.title), width - INDENT)) yield indent + line;
  const places = placesWords(finding);
  if (places !== '') yield* labelled('at', places, width, palette.dim);
}

function* ruleLines(rule: Rule, width: number, palette: Palette): Generator<string> {
  const spec = specWords(rule);
  if (spec !== undefined) yield* labelled(rule.spec ? 'spec' : 'by', spec, width, palette.dim);
  yield* labelled('hosts', rule.hosts, width, palette.dim);
}

function* labelled(
  label: string,
  text: string,
  width: number,
  paint: (text: string) => string,
): Generator<string> {
  const indent = ' '.repeat(INDENT);
  const lines = wrapWords(escapeText(text), width - INDENT - LABEL);
  for (const [index, line] of lines.entries())
    yield `${indent}${paint(pad(index === 0 ? label : '', LABEL))}${paint(line)}`;
}

const MOST_PLACES = 4;

/** `#4 /result/tools/1, #6 byte 96 and 12 more`: where it was found. Printable. */
function placesWords({ places }: Finding): string {
  const names = [...new Set(places.map(placeWords))];
  const shown = names.slice(0, MOST_PLACES).join(', ');
  const left = names.length - MOST_PLACES;
  return left > 0 ? `${shown} and ${left} more` : shown;
}

/** `#4 /result/tools/1 byte 96`. */
export function placeWords(place: Place): string {
  const offset = place.offset === undefined ? '' : ` byte ${place.offset}`;
  return `#${refKey(place)}${place.pointer ? ` ${place.pointer}` : ''}${offset}`;
}

function* suppressedLines(
  suppressed: readonly Suppressed[],
  width: number,
  palette: Palette,
): Generator<string> {
  const groups = new Map<string, number>();
  for (const { finding, reason } of suppressed) {
    const key = `${finding.severity} ${finding.rule}: ${reason}`;
    groups.set(key, (groups.get(key) ?? 0) + 1);
  }
  yield palette.dim('suppressed');
  for (const [text, number] of groups) {
    const times = number === 1 ? '' : `${number} × `;
    for (const line of wrapWords(escapeText(times + text), width - INDENT))
      yield palette.dim(' '.repeat(INDENT) + line);
  }
}
