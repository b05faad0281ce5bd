import type { Finding } from '../../model/finding.ts';
import { maxOf } from '../../model/lists.ts';
import type { Session } from '../../model/session.ts';
import type { Amount, SessionCost } from '../../reading/cost.ts';
import { hasNoMessage } from './check.ts';
import { type ColourLevel, type Palette, paletteOf } from './colour.ts';
import { escapeText } from './escape.ts';
import { bySeverity, placesText, severityPaint } from './findings.ts';
import { bytes, count, grouped } from './format.ts';
import { latencyText, outcomeText } from './outcomes.ts';
import { cutMiddle, pad, widthOf } from './width.ts';
import { wrapWords } from './words.ts';

export interface SummaryInput {
  readonly session: Session;
  readonly findings: readonly Finding[];
  /** Absent: what the model reads was not counted. */
  readonly cost?: SessionCost | undefined;
  /** Where the recording is; printed last, so that it is found. */
  readonly path?: string | undefined;
}

export interface SummaryOptions {
  readonly width: number;
  readonly colour: ColourLevel;
}

/**
 * The block that closes `record` and `show`: how the exchanges went, what went over the wire, what
 * the model reads and pays for, what was found, where the recording is. Lines without line ends.
 */
export function* renderSummary(input: SummaryInput, options: SummaryOptions): Generator<string> {
  const width = Math.max(1, Math.floor(options.width));
  const palette = paletteOf(options.colour);
  const { session, cost } = input;
  yield* labelled('exchanges', outcomeText(session), width, palette);
  const latency = latencyText(session);
  if (latency) yield* labelled('latency', latency, width, palette);
  if (cost) yield* costLines(cost, width, palette);
  yield* findingLines(input, width, palette);
  if (input.path !== undefined)
    yield* [palette.strong(pad('recording', LABEL).slice(0, width)) + pathText(input.path, width)];
}

const LABEL = 12;
/** Below this the label gets a line of its own. */
const NARROW = 40;
const MOST_TOOLS = 5;
const BAR = 24;

function* labelled(
  label: string,
  text: string,
  width: number,
  palette: Palette,
): Generator<string> {
  const isNarrow = width < NARROW;
  const lines = wrapWords(text, isNarrow ? width : width - LABEL);
  if (isNarrow) yield palette.strong(pad(label, Math.min(width, LABEL)).trimEnd());
  for (const [index, line] of lines.entries()) {
    const start = index === 0 ? palette.strong(pad(label, LABEL)) : ' '.repeat(LABEL);
    yield isNarrow ? line : start + line;
  }
}

function* costLines(cost: SessionCost, width: number, palette: Palette): Generator<string> {
  const { client, server } = cost.wireBytes;
  const total = client + server;
  const wire = `${bytes(total)}: ${bytes(client)} from the client, ${bytes(server)} from the server`;
  yield* labelled('wire', wire, width, palette);
  const media = cost.mediaBytes > 0 ? `, and ${bytes(cost.mediaBytes)} of media` : '';
  const reads = `reads ${amount(cost.read)}${media}; wrote ${amount(cost.wrote)}`;
  yield* labelled('model', reads, width, palette);
  yield* rentLines(cost, width, palette);
  if (!cost.tokenizer.exact)
    yield* labelled('', `tokens by ${escapeText(cost.tokenizer.name)}`, width, {
      ...palette,
      strong: palette.dim,
    });
}

function amount({ bytes: size, tokens: number }: Amount): string {
  return size === 0 ? 'nothing' : `${bytes(size)}, about ${tokens(number)}`;
}

/** What the tool definitions cost in every turn, the dearest first, with a bar to compare. */
function* rentLines({ tools }: SessionCost, width: number, palette: Palette): Generator<string> {
  if (tools.length === 0) return;
  const sum = tools.reduce((all, tool) => all + tool.tokens, 0);
  const rent = `${count(tools.length, 'tool')}, about ${tokens(sum)} in every turn`;
  yield* labelled('tools', rent, width, palette);
  if (width < NARROW) return;
  const dearest = [...tools].sort((one, other) => other.tokens - one.tokens);
  const shown = dearest.slice(0, MOST_TOOLS);
  const names = shown.map((tool) => escapeText(tool.name.slice(0, 200)));
  const column = Math.min(maxOf(names.map(widthOf)), width - LABEL - 14);
  const most = shown[0]?.tokens ?? 0;
  for (const [index, tool] of shown.entries()) {
    const start = ' '.repeat(LABEL) + pad(names[index] ?? '', column);
    const number = pad(grouped(tool.tokens), 7, 'right');
    const room = Math.min(BAR, width - LABEL - column - 9);
    const bar = room > 2 ? `  ${barOf(tool.tokens, most, room)}` : '';
    yield start + number + palette.good(bar);
  }
  const rest = dearest.length - shown.length;
  if (rest > 0) yield palette.dim(`${' '.repeat(LABEL)}and ${rest} more`);
}

function barOf(value: number, most: number, columns: number): string {
  return '▪'.repeat(most === 0 ? 0 : Math.max(1, Math.round((value / most) * columns)));
}

function* findingLines(
  { findings, session }: SummaryInput,
  width: number,
  palette: Palette,
): Generator<string> {
  if (findings.length === 0) {
    const none = hasNoMessage(session) ? 'none, but the log holds no message to look at' : 'none';
    yield* labelled('findings', none, width, palette);
    return;
  }
  yield* labelled('findings', tally(findings), width, palette);
  const indent = width < NARROW ? 0 : 2;
  const hang = width < NARROW ? 0 : LABEL;
  for (const finding of bySeverity(findings)) {
    const where = placesText(finding);
    const side = finding.side === 'nobody' ? '' : `${finding.side}: `;
    const title = `${side}${escapeText(finding.title)}${where === '' ? '' : ` (${where})`}`;
    const paint = severityPaint(finding.severity, palette);
    const start = ' '.repeat(indent) + pad(finding.severity, Math.max(0, hang - indent));
    if (hang === 0) yield paint(finding.severity.slice(0, width));
    for (const [index, line] of wrapWords(title, width - hang).entries())
      yield (index === 0 && hang > 0 ? paint(start) : ' '.repeat(hang)) + line;
    for (const line of wrapWords(`fix: ${escapeText(finding.fix)}`, width - hang))
      yield palette.dim(' '.repeat(hang) + line);
  }
}

function tally(findings: readonly Finding[]): string {
  return (['problem', 'warning', 'note'] as const)
    .map(
      (severity) =>
        [severity, findings.filter((each) => each.severity === severity).length] as const,
    )
    .filter(([, number]) => number > 0)
    .map(([severity, number]) => count(number, severity))
    .join(', ');
}

function tokens(number: number): string {
  return count(number, 'token');
}

/** Never broken over lines, and cut only where it must be: people copy it. */
function pathText(path: string, width: number): string {
  const text = escapeText(path);
  return width < NARROW ? cutMiddle(text, Math.max(0, width - LABEL)) : text;
}
