import { checkSession } from '../check/registry.ts';
import type { Recording } from '../model/recording.ts';
import { rolesOf } from '../protocol/roles.ts';
import { buildSession } from '../protocol/session.ts';
import { compareHosts } from '../reading/compare-hosts.ts';
import { profileIds, profileOf } from '../reading/profiles.ts';
import { renderComparisonJson } from '../view/json/hosts.ts';
import { renderComparison } from '../view/terminal/compare-hosts.ts';
import { type Filter, selectionOf } from '../view/terminal/filter.ts';
import { tellNoMatch } from './matched.ts';
import { looks, printLines } from './output.ts';
import type { Options } from './program.ts';
import { schemasFor } from './schemas.ts';

/** Prints where the hosts differ on the messages of a session that the filter chooses. Were there any? */
export async function presentAllHosts(
  recording: Recording,
  options: Options,
  filter: Filter,
): Promise<boolean> {
  const session = buildSession(recording);
  const profiles = profileIds().map((id) => profileOf(id));
  const subject = {
    session,
    findings: checkSession(session, { schemas: await schemasFor(session) }),
    roles: rolesOf(session),
  };
  const selection = selectionOf(subject, filter);
  const chosen = session.messages.filter((located) => selection.message(located));
  const comparisons = chosen.map((each) => compareHosts(each, session, profiles));
  const lines =
    options['json'] === true
      ? renderComparisonJson(comparisons, profiles)
      : renderComparison(comparisons, profiles, looks(options));
  await printLines(lines);
  if (chosen.length === 0) tellNoMatch(filter);
  return chosen.length > 0;
}
