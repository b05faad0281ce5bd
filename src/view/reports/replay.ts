import type { Change } from '../../compare/change.ts';
import { type Judged, type Replayed, timeOf } from '../../compare/replayed.ts';
import { RULES, type Tier } from '../../compare/rules/table.ts';
import { lineOf } from '../../model/recording.ts';
import { Discreet } from '../../recording/discreet.ts';
import { noteWords, placeWords } from '../terminal/diff.ts';
import { valueText } from '../terminal/diff-values.ts';
import { escapeText } from '../terminal/escape.ts';
import type { Report, ReportCase, ReportLevel, ReportResult, ReportRule } from './report.ts';

const LEVEL: { readonly [T in Tier]: ReportLevel } = {
  breaking: 'problem',
  dangerous: 'warning',
  minor: 'note',
  info: 'note',
};
/** What is no difference of two messages. */
const NOT_ASKED = 'replay.missing';

/**
 * A replay as a report: a suite for the recording, a case for each exchange.
 * @param tiers differences of these make the run fail
 */
export function replayReport(report: Replayed, tiers: readonly Tier[], version: string): Report {
  const { a, b, exchanges, others, accepted } = report;
  const file = a.recording.path;
  // A report is handed on.
  const discreet = new Discreet([a.recording, b.recording]);
  const result = resultsFor(report, tiers, discreet);
  const cases: ReportCase[] = exchanges.map((each) => caseOf(each, result, discreet));
  if (others.length > 0)
    cases.push({ name: 'the session as a whole', results: others.map((each) => result(each)) });
  if (accepted.length > 0)
    cases.push({
      name: 'accepted',
      results: accepted.map(({ change, by }) => result(change, by)),
    });
  return { version, rules: rules(), suites: [{ name: file, cases }] };
}

type ToResult = (change: Change, accepted?: string) => ReportResult;

function rules(): ReportRule[] {
  const found = Object.entries(RULES).map(
    ([id, { tier, says }]): ReportRule => ({
      id,
      level: LEVEL[tier],
      summary: says,
    }),
  );
  const missing = { id: NOT_ASKED, level: 'problem', summary: 'the exchange did not take place' };
  return [...found, missing as ReportRule];
}

function resultsFor({ a }: Replayed, tiers: readonly Tier[], discreet: Discreet): ToResult {
  const file = a.recording.path;
  return (change, accepted) => {
    const line = change.a && lineOf(a.recording, change.a.seq);
    const inside = discreet.text(placeWords(change));
    return {
      rule: change.rule,
      level: LEVEL[change.tier],
      message: discreet.text(messageOf(change, discreet)),
      fix: 'take it for right with sadap snapshot update, or accept it in expect.yaml',
      places: [{ file, ...(line !== undefined && { line }), ...(inside !== '' && { inside }) }],
      fails: accepted === undefined && tiers.includes(change.tier),
      ...(accepted !== undefined && { suppressed: accepted }),
    };
  };
}

function messageOf(change: Change, discreet: Discreet): string {
  const { subject, before, after, rule, pointer } = change;
  const values = [before, after].map((node) =>
    // Before it is cut.
    node ? valueText(discreet.node(node, pointer), 80) : 'nothing',
  );
  const place = [noteWords(change), placeWords(change)].filter(Boolean).join(' ');
  const what = before || after ? `: ${values.join(' → ')}` : '';
  return `${escapeText(subject)}: ${RULES[rule].says}${place === '' ? '' : ` (${place})`}${what}`;
}

function caseOf(judged: Judged, result: ToResult, discreet: Discreet): ReportCase {
  const { subject, question, b, why, verdict, changes, side } = judged;
  const took = timeOf(b);
  const words = [side === 'server' ? 'the server asks' : '', escapeText(subject)];
  const asked = question && valueText(discreet.node(question), 120);
  const name = discreet.text([...words, asked].filter(Boolean).join(' '));
  return {
    name,
    ...(took !== undefined && { seconds: took / 1e6 }),
    ...(verdict === 'skipped' && why !== undefined && { skipped: discreet.text(why) }),
    results:
      verdict === 'missing' && why !== undefined
        ? [
            {
              rule: NOT_ASKED,
              level: 'problem',
              message: discreet.text(`${escapeText(subject)}: ${why}`),
              places: [],
              fails: true,
            },
          ]
        : changes.map((each) => result(each)),
  };
}
