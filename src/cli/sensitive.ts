import { checkSession } from '../check/registry.ts';
import { EXIT, SadapError } from '../errors.ts';
import type { Recording } from '../model/recording.ts';
import { rolesOf } from '../protocol/roles.ts';
import { buildSession } from '../protocol/session.ts';
import { profileIds, profileOf } from '../reading/profiles.ts';
import { findSensitive } from '../reading/sensitive/find.ts';
import { isExposed, reachOf } from '../reading/sensitive/reach.ts';
import { readWishes, type Wish } from '../reading/sensitive/wishes.ts';
import { renderSensitiveJson } from '../view/json/sensitive.ts';
import { type Filter, selectionOf } from '../view/terminal/filter.ts';
import { renderSensitive, renderSensitiveHosts } from '../view/terminal/sensitive.ts';
import { readText } from './json-text.ts';
import { isMatched, statusOf, tellNoMatch } from './matched.ts';
import { looks, printLines } from './output.ts';
import { ALL_HOSTS, chosenProfile } from './profile.ts';
import type { Options } from './program.ts';
import { listOption, textOption } from './values.ts';

/** What `--sensitive` asks for; undefined when it was not given. Throws `usage`. */
export function sensitiveWishes(options: Options): readonly Wish[] | undefined {
  const lists = listOption(options, 'sensitive');
  if (lists.length === 0) return undefined;
  for (const name of ['follow', 'raw', 'only'])
    if (options[name] !== undefined && options[name] !== false)
      throw new SadapError('usage', `--sensitive does not go with --${name}`);
  return readWishes(lists);
}

/** Prints how far it gets, and returns 1 when the model reads a value of it, nobody knows, or nothing was looked at. */
export async function presentSensitive(
  recording: Recording,
  wishes: readonly Wish[],
  options: Options,
  filter: Filter,
): Promise<number> {
  const session = buildSession(recording);
  const subject = { session, findings: checkSession(session), roles: rolesOf(session) };
  const found = findSensitive(session, wishes, readText, selectionOf(subject, filter));
  const isAll = textOption(options, 'host') === ALL_HOSTS && options['profile'] === undefined;
  const profiles = isAll ? profileIds().map((id) => profileOf(id)) : [chosenProfile(options)];
  const reports = profiles.map((profile) => reachOf(found, session, profile));
  const [only] = reports;
  const style = { ...looks(options), now: Date.now() * 1000 };
  if (options['json'] === true) await printLines(renderSensitiveJson(reports));
  else if (isAll || !only) await printLines(renderSensitiveHosts(reports, style));
  else await printLines(renderSensitive(only, session, style));
  if (reports.some((report) => report.wishes.some(isExposed))) return EXIT.found;
  const hasMatch = isMatched(subject, filter);
  if (!hasMatch) tellNoMatch(filter);
  return statusOf(hasMatch, filter);
}
