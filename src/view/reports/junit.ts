import type { Report, ReportCase, ReportPlace, ReportResult, ReportSuite } from './report.ts';
import { escapeXml } from './xml.ts';

/**
 * A report as JUnit XML, in the form that Jenkins, GitLab, GitHub actions and others read: a suite for
 * each thing looked at, a case for each rule or step. A case fails by the results that make the run
 * fail; milder and suppressed ones stand in its `system-out`. Yields lines.
 */
export function* renderJunit(report: Report): Generator<string> {
  const cases = report.suites.flatMap((suite) => suite.cases);
  yield '<?xml version="1.0" encoding="UTF-8"?>';
  yield `<testsuites${attributes({ name: 'sadap', ...countsOf(cases) })}>`;
  for (const suite of report.suites) yield* suiteLines(suite);
  yield '</testsuites>';
}

function* suiteLines({ name, cases }: ReportSuite): Generator<string> {
  yield `  <testsuite${attributes({ name, ...countsOf(cases) })}>`;
  for (const each of cases) yield* caseLines(each, name);
  yield '  </testsuite>';
}

function* caseLines(of: ReportCase, suite: string): Generator<string> {
  const { name, seconds, results, skipped } = of;
  const head = attributes({ classname: suite, name, time: timeOf(seconds) });
  const failing = results.filter((each) => each.fails);
  const others = results.filter((each) => !each.fails);
  if (results.length === 0 && skipped === undefined) {
    yield `    <testcase${head}/>`;
    return;
  }
  yield `    <testcase${head}>`;
  // The format has one verdict for a case; what failed is not skipped.
  if (skipped !== undefined && failing.length === 0)
    yield `      <skipped${attributes({ message: skipped })}/>`;
  for (const each of failing)
    yield `      <failure${attributes({ type: each.rule, message: each.message })}>${escapeXml(detailOf(each))}</failure>`;
  if (others.length > 0)
    yield `      <system-out>${escapeXml(others.map(detailOf).join('\n'))}</system-out>`;
  yield '    </testcase>';
}

function countsOf(cases: readonly ReportCase[]): Record<string, string> {
  const failed = cases.filter(({ results }) => results.some((each) => each.fails));
  const skipped = cases.filter((each) => each.skipped !== undefined && !failed.includes(each));
  const seconds = cases.reduce((sum, each) => sum + (each.seconds ?? 0), 0);
  return {
    tests: String(cases.length),
    failures: String(failed.length),
    errors: '0',
    skipped: String(skipped.length),
    time: timeOf(seconds),
  };
}

function timeOf(seconds = 0): string {
  return seconds.toFixed(3);
}

function detailOf({ level, rule, message, fix, places, suppressed }: ReportResult): string {
  const [place] = places;
  return [
    `${level} ${rule}: ${message}`,
    ...(place ? [`at ${placeText(place)}`] : []),
    ...(fix === undefined ? [] : [`fix: ${fix}`]),
    ...(suppressed === undefined ? [] : [`suppressed: ${suppressed}`]),
  ].join('\n');
}

function placeText({ file, line, byteOffset, inside }: ReportPlace): string {
  const where = line === undefined ? file : `${file}:${line}`;
  const offset = byteOffset === undefined ? '' : `, byte ${byteOffset}`;
  return `${where}${offset}${inside === undefined ? '' : ` (${inside})`}`;
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('');
}
