import type { Finding, Severity } from '../../model/finding.ts';
import type { Paint, Palette } from './colour.ts';
import type { Geometry } from './columns.ts';
import { escapeText } from './escape.ts';
import { place } from './relations.ts';
import { wrapWords } from './words.ts';

/** A finding below the message that it is about: severity and what is wrong. */
export function* findingLines(
  finding: Finding,
  geometry: Geometry,
  palette: Palette,
): Generator<string> {
  const indent = geometry.width > INDENT * 3 ? INDENT : 0;
  const text = `! ${finding.severity}: ${escapeText(finding.title)}`;
  const paint = severityPaint(finding.severity, palette);
  for (const [index, line] of wrapWords(text, geometry.width - indent - 2, MOST_LINES).entries())
    yield ' '.repeat(indent) + (index === 0 ? '' : '  ').slice(0, indent) + paint(line);
}

/** `#4, #6 and 12 more`: where a finding was made. */
export function placesText({ places }: Finding): string {
  const names = [...new Set(places.map(place))];
  const shown = names.slice(0, MOST_PLACES).join(', ');
  const left = names.length - MOST_PLACES;
  return left > 0 ? `${shown} and ${left} more` : shown;
}

export function severityPaint(severity: Severity, palette: Palette): Paint {
  if (severity === 'problem') return palette.bad;
  return severity === 'warning' ? palette.caution : palette.dim;
}

/** Worst first; the order of the rules within. */
export function bySeverity(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((one, other) => RANK[one.severity] - RANK[other.severity]);
}

const RANK: Record<Severity, number> = { problem: 0, warning: 1, note: 2 };
const INDENT = 4;
const MOST_LINES = 4;
const MOST_PLACES = 6;
