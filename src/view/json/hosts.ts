/**
 * The shapes of `sadap hosts --json` and `sadap show --host all --json`, one object a line. Members
 * may be added, never renamed or removed without a major version.
 */
import type { Profile } from '../../model/profile.ts';
import { refKey } from '../../model/session.ts';
import type { MessageComparison } from '../../reading/compare-hosts.ts';
import { coverageOf } from '../../reading/coverage.ts';
import { RULE_NAMES, STAGE_OF } from '../../reading/rules.ts';

/** A line for each host, `"type":"host"`; `coverage` counts rules by how they are known. */
export function* renderHostsJson(profiles: readonly Profile[]): Generator<string> {
  for (const profile of profiles) yield JSON.stringify(hostLine(profile));
}

/** The host, then a line for each rule with its settings and evidence, `"type":"rule"`. */
export function* renderHostJson(profile: Profile): Generator<string> {
  yield JSON.stringify(hostLine(profile));
  for (const name of RULE_NAMES)
    yield JSON.stringify({
      type: 'rule',
      rule: name,
      stage: STAGE_OF[name],
      own: profile.own.has(name),
      ...profile.rules[name],
      evidence: profile.evidence[name] ?? null,
    });
}

/** A line for each message, `"type":"comparison"`: where hosts differ, and what each model reads. */
export function* renderComparisonJson(
  comparisons: Iterable<MessageComparison>,
  profiles: readonly Profile[],
): Generator<string> {
  for (const { located, readings, members } of comparisons) {
    const byHost = <T>(of: (index: number) => T) =>
      Object.fromEntries(profiles.map(({ id }, index) => [id, of(index)]));
    yield JSON.stringify({
      type: 'comparison',
      message: refKey(located),
      ...('method' in located.message ? { method: located.message.method } : {}),
      from: located.from,
      kind: located.message.kind,
      members: members.map(({ pattern, count, fates }) => ({
        pattern,
        count,
        fates: byHost((index) => {
          const { kind, note } = fates[index] ?? {};
          return { kind, ...(note === undefined ? {} : { note }) };
        }),
      })),
      read: byHost((index) => ({
        bytes: readings[index]?.bytes.read ?? 0,
        media: readings[index]?.media.length ?? 0,
      })),
    });
  }
}

function hostLine(profile: Profile) {
  const { id, title, about, versions, verifiedAt, api, variants } = profile;
  const { questions, counts } = coverageOf(profile);
  return {
    type: 'host',
    id,
    title,
    about,
    versions: versions ?? null,
    verifiedAt,
    api,
    variants,
    coverage: { questions, ...counts },
  };
}
