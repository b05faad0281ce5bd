import type { Checked } from '../../check/checked.ts';
import type { Finding } from '../../model/finding.ts';
import { type CheckStyle, renderCauses, tally } from './check.ts';
import { paletteOf } from './colour.ts';
import { escapeText } from './escape.ts';
import { count, duration } from './format.ts';
import { cut, pad, widthOf } from './width.ts';
import { wrapWords } from './words.ts';

/** One start of a server, as hosts start it. */
export interface DoctorTrial {
  /** `Claude Desktop on macOS`. */
  readonly host: string;
  readonly era: 'legacy' | 'modern';
  readonly checked: Checked;
  /** The server spoke this era: it answered a list, or said what it can do. */
  readonly works: boolean;
  /** What stopped the run before its script was through. */
  readonly error: string | undefined;
}

export interface DoctorReport {
  readonly command: readonly string[];
  readonly trials: readonly DoctorTrial[];
  /** What the runs say together: sentences for the user. */
  readonly advice: readonly string[];
}

/**
 * What came of starting a server as hosts do: a line for each start, what it means, and each fault once
 * with the start that first had it. Lines without line ends.
 */
export function* renderDoctor(report: DoctorReport, style: CheckStyle): Generator<string> {
  const width = Math.max(20, Math.floor(style.width));
  const palette = paletteOf(style.colour);
  yield palette.strong(cut(escapeText(report.command.join(' ')), width));
  const column = Math.max(...report.trials.map(({ host }) => widthOf(host)));
  for (const trial of report.trials) {
    const word = trial.works ? 'works' : trial.era === 'modern' ? 'no' : 'fails';
    const paint = trial.works ? palette.good : trial.era === 'modern' ? palette.dim : palette.bad;
    const head = `${pad(escapeText(trial.host), column)}  ${pad(trial.era, 6)}  `;
    yield `${head}${paint(pad(word, 5))}  ${cut(wordsOf(trial), Math.max(10, width - widthOf(head) - 7))}`;
  }
  for (const advice of report.advice) {
    yield '';
    for (const line of wrapWords(escapeText(advice), width)) yield palette.caution(line);
  }
  const findings = newFindings(report.trials);
  yield '';
  yield tally(findings);
  yield* renderCauses(findings, style);
}

function wordsOf({ works, error, era, checked }: DoctorTrial): string {
  const { session } = checked;
  if (!works) return escapeText(era === 'modern' && !error ? 'not spoken' : (error ?? 'no answer'));
  const tools = session.messages.flatMap(({ message }) =>
    message.kind === 'result' && message.result.kind === 'object'
      ? message.result.members.filter(({ key, value }) => key === 'tools' && value.kind === 'array')
      : [],
  );
  const number = tools.reduce(
    (sum, { value }) => sum + (value.kind === 'array' ? value.items.length : 0),
    0,
  );
  return [session.revision ?? '', count(number, 'tool'), duration(session.duration)]
    .filter(Boolean)
    .join(' · ');
}

/** Each fault once, by rule and sentence; what a start in an era that is not spoken shows is none. */
function newFindings(trials: readonly DoctorTrial[]): Finding[] {
  const known = new Set<string>();
  return trials.flatMap(({ era, works, checked }) => {
    if (era === 'modern' && !works) return [];
    return checked.findings.filter(({ rule, title }) => {
      // Durations differ from start to start.
      const key = `${rule} ${title.replaceAll(/[\d.]+ (ms|s)\b/g, '')}`;
      const isNew = !known.has(key);
      known.add(key);
      return isNew;
    });
  });
}

/** Findings of all starts, for the exit status. */
export function doctorFindings({ trials }: DoctorReport): readonly Finding[] {
  return newFindings(trials);
}
