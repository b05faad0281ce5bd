import type { Rule } from '../../check/rule.ts';
import { specUrl } from '../../check/rule.ts';
import { type CheckStyle, faultWords, specWords } from './check.ts';
import { type Palette, paletteOf } from './colour.ts';
import { severityPaint } from './findings.ts';
import { cut, pad, widthOf } from './width.ts';
import { wrapWords } from './words.ts';

/** The rules as a list: severity, id, what each finds. Lines without line ends. */
export function* renderRules(rules: readonly Rule[], style: CheckStyle): Generator<string> {
  const palette = paletteOf(style.colour);
  const column = Math.max(...rules.map((each) => widthOf(each.id)));
  for (const { id, severity, summary } of rules) {
    const head = `${severityPaint(severity, palette)(pad(severity, 7))}  ${palette.strong(pad(id, column))}`;
    yield `${head}  ${cut(summary, Math.max(20, style.width - column - 11))}`;
  }
}

/** All that a rule says about itself, with its two examples. Lines without line ends. */
export function* renderRule(rule: Rule, style: CheckStyle): Generator<string> {
  const width = Math.max(20, Math.floor(style.width));
  const palette = paletteOf(style.colour);
  const paint = severityPaint(rule.severity, palette);
  const side =
    rule.side === undefined ? 'of either side' : `mostly ${faultWords(rule.side, rule.id)}`;
  yield `${palette.strong(rule.id)}  ${paint(rule.severity)}, ${side}`;
  yield* wrapWords(rule.summary, width);
  yield '';
  const spec = specWords(rule);
  if (rule.spec && spec !== undefined) {
    yield* labelled('spec', spec, width, palette);
    // Not broken, so that it can be followed.
    yield `${' '.repeat(LABEL)}${specUrl(rule.spec)}`;
  }
  if (rule.basis !== undefined) yield* labelled('by', rule.basis, width, palette);
  yield* labelled('hosts', rule.hosts, width, palette);
  yield* labelled('fix', rule.fix, width, palette);
  yield* example('found in', rule.example.bad, palette);
  yield* example('not found in', rule.example.good, palette);
}

const LABEL = 7;

function* labelled(
  label: string,
  text: string,
  width: number,
  palette: Palette,
): Generator<string> {
  for (const [index, line] of wrapWords(text, width - LABEL).entries())
    yield `${palette.dim(pad(index === 0 ? label : '', LABEL))}${line}`;
}

/** Examples are our own text, and are not cut: they are to be read and copied whole. */
function* example(title: string, text: string, palette: Palette): Generator<string> {
  yield '';
  yield palette.dim(title);
  for (const line of text.split('\n')) if (line !== '') yield `  ${line}`;
}
