import { type Checked, isAtLeast } from '../../check/checked.ts';
import { type Rule, specUrl } from '../../check/rule.ts';
import type { Finding, Place, Severity } from '../../model/finding.ts';
import { lineOf, type Recording } from '../../model/recording.ts';
import { Discreet } from '../../recording/discreet.ts';
import { placeWords } from '../terminal/check.ts';
import type { Report, ReportCase, ReportPlace, ReportResult, ReportRule } from './report.ts';

/** What was found in sessions as a report: a suite for each session, a case for each rule. */
export function checkReport(
  all: readonly Checked[],
  failOn: Severity | undefined,
  version: string,
): Report {
  // A report is handed on.
  const discreet = new Discreet(all.map(({ session }) => session.recording));
  const rules = new Map(all.flatMap((each) => each.rules).map((rule) => [rule.id, rule]));
  return {
    version,
    rules: [...rules.values()].map(ruleOf),
    suites: all.map((checked) => ({
      name: checked.session.recording.path,
      cases: casesOf(checked, failOn, discreet),
    })),
  };
}

function ruleOf(rule: Rule): ReportRule {
  const { id, severity, summary, hosts, fix, spec, basis } = rule;
  const says = spec ? `${spec.says} (${spec.section}, ${spec.revision})` : (basis ?? '');
  return {
    id,
    level: severity,
    summary,
    help: [says, hosts, fix].filter(Boolean).join('\n\n'),
    ...(spec && { url: specUrl(spec) }),
  };
}

function casesOf(checked: Checked, failOn: Severity | undefined, discreet: Discreet): ReportCase[] {
  const results = new Map<string, ReportResult[]>();
  const add = (finding: Finding, suppressed?: string) => {
    const result = said(resultOf(finding, checked, failOn, suppressed), discreet);
    const known = results.get(finding.rule);
    if (known) known.push(result);
    else results.set(finding.rule, [result]);
  };
  for (const each of checked.findings) add(each);
  for (const { finding, reason } of checked.suppressed) add(finding, reason);
  // A rule that failed has no case of its own among the rules.
  const names = new Set([...checked.rules.map(({ id }) => id), ...results.keys()]);
  return [...names].map((name) => ({ name, results: results.get(name) ?? [] }));
}

function said(result: ReportResult, discreet: Discreet): ReportResult {
  const { message, fix, places } = result;
  return {
    ...result,
    message: discreet.text(message),
    ...(fix !== undefined && { fix: discreet.text(fix) }),
    places: places.map(({ inside, ...place }) => ({
      ...place,
      ...(inside !== undefined && { inside: discreet.text(inside) }),
    })),
  };
}

function resultOf(
  finding: Finding,
  { session }: Checked,
  failOn: Severity | undefined,
  suppressed: string | undefined,
): ReportResult {
  const { rule, severity, title, fix, places } = finding;
  const file = fileOf(session.recording);
  return {
    rule,
    level: severity,
    message: title,
    fix,
    places: places.length === 0 ? [{ file }] : places.map((each) => placeOf(each, session)),
    fails: suppressed === undefined && isAtLeast(severity, failOn),
    ...(suppressed !== undefined && { suppressed }),
  };
}

function placeOf(place: Place, { recording }: Checked['session']): ReportPlace {
  const line = lineOf(recording, place.seq);
  return {
    file: fileOf(recording),
    ...(line !== undefined && { line }),
    inside: placeWords(place),
  };
}

/** Without the number of the session in a log (`mcp.log#2`), which is no part of the file's name. */
function fileOf({ path, header }: Recording): string {
  return header.mode === 'import' ? path.replace(/#\d+$/, '') : path;
}
