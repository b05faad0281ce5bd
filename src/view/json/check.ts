import type { Checked } from '../../check/checked.ts';
import { ruleOf } from '../../check/registry.ts';
import { type Rule, specUrl } from '../../check/rule.ts';
import type { Finding, Place } from '../../model/finding.ts';
import { lineOf, type Recording } from '../../model/recording.ts';
import { refKey } from '../../model/session.ts';

/**
 * The shapes of `sadap check --json`, one object a line: for each session first `check`, then a
 * `finding` for each, the worst first, suppressed ones last. Members may be added, never renamed or
 * removed without a major version.
 */
export function* renderCheckJson(all: readonly Checked[]): Generator<string> {
  for (const checked of all) {
    const { session, findings, suppressed } = checked;
    yield JSON.stringify(sessionLine(checked));
    for (const each of findings) yield JSON.stringify(findingLine(each, session.recording));
    for (const { finding, reason } of suppressed)
      yield JSON.stringify({ ...findingLine(finding, session.recording), suppressed: reason });
  }
}

/** One rule of `sadap check --rules --json`. */
export function ruleLine(rule: Rule): string {
  const { id, severity, side, summary, hosts, fix, example } = rule;
  return JSON.stringify({
    type: 'rule',
    id,
    severity,
    side: side ?? null,
    summary,
    spec: specOf(rule),
    basis: rule.basis ?? null,
    hosts,
    fix,
    example: { bad: example.bad.trim(), good: example.good.trim() },
  });
}

function sessionLine({ session, rules, findings, suppressed }: Checked) {
  const { recording, server, era, revision, exchanges } = session;
  const number = (severity: string) => findings.filter((each) => each.severity === severity).length;
  return {
    type: 'check',
    path: recording.path,
    session: recording.header.session,
    server: server?.name ?? recording.header.server.label,
    version: server?.version ?? null,
    era,
    revision: revision ?? null,
    exchanges: exchanges.length,
    rules: rules.length,
    problems: number('problem'),
    warnings: number('warning'),
    notes: number('note'),
    suppressed: suppressed.length,
  };
}

function findingLine(finding: Finding, recording: Recording) {
  const { rule, severity, side, title, fix, places } = finding;
  const about = ruleOf(rule);
  return {
    type: 'finding',
    rule,
    severity,
    side,
    title,
    places: places.map((each) => placeOf(each, recording)),
    fix,
    spec: about ? specOf(about) : null,
    hosts: about?.hosts ?? null,
  };
}

function specOf(rule: Rule) {
  if (!rule.spec) return null;
  const { section, revision, says } = rule.spec;
  return { section, revision, says, url: specUrl(rule.spec) };
}

function placeOf(place: Place, recording: Recording) {
  const line = lineOf(recording, place.seq);
  return {
    frame: refKey(place),
    ...(place.pointer !== undefined && { pointer: place.pointer }),
    ...(place.offset !== undefined && { offset: place.offset }),
    ...(line !== undefined && { line }),
  };
}
