/**
 * What a run of checks came to, in the terms of the programs that read such reports: build machines,
 * code hosts, editors. Commands fill it in; `sarif.ts` and `junit.ts` write it.
 */

/** The same three words as the severities of findings. */
export type ReportLevel = 'problem' | 'warning' | 'note';

export interface Report {
  /** Version of this program. */
  readonly version: string;
  /** What was looked for. Results may name only these. */
  readonly rules: readonly ReportRule[];
  /** One for each thing that was looked at: a recording, a stored expectation. */
  readonly suites: readonly ReportSuite[];
}

export interface ReportRule {
  /** Stable: `framing/stray-output`. */
  readonly id: string;
  readonly level: ReportLevel;
  /** One line: what it looks for. */
  readonly summary: string;
  /** More lines in Markdown: why it matters, what to do. */
  readonly help?: string;
  /** A page about it. */
  readonly url?: string;
}

export interface ReportSuite {
  readonly name: string;
  readonly cases: readonly ReportCase[];
}

/** One thing that can hold or not: a rule, a step. Without results it holds. */
export interface ReportCase {
  readonly name: string;
  /** How long it took, where that is known. */
  readonly seconds?: number;
  readonly results: readonly ReportResult[];
  /** Why it was not looked at. */
  readonly skipped?: string;
}

export interface ReportResult {
  readonly rule: string;
  readonly level: ReportLevel;
  /** One line: what is wrong. */
  readonly message: string;
  /** One line: what to do. */
  readonly fix?: string;
  /** The first is where to look. */
  readonly places: readonly ReportPlace[];
  /** Makes the run fail: at or above the threshold, and not suppressed. */
  readonly fails: boolean;
  /** The reason given by whoever suppressed it. */
  readonly suppressed?: string;
  /** The same for the same fault in another run, whatever the line; else the message stands for it. */
  readonly fingerprint?: string;
}

export interface ReportPlace {
  /** A path as given, relative or absolute; `-` is standard input. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  /** From 0, in the file. */
  readonly byteOffset?: number;
  /** Where in what the file holds: `#4 /result/tools/0`. */
  readonly inside?: string;
}

/** Every result of a report with the case and suite that it belongs to, in order. */
export function* resultsOf(
  report: Report,
): Generator<{ suite: ReportSuite; of: ReportCase; result: ReportResult }> {
  for (const suite of report.suites)
    for (const of of suite.cases) for (const result of of.results) yield { suite, of, result };
}
