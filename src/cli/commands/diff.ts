import { foldRules } from '../../compare/folds.ts';
import { compareSessions, type SessionDiff } from '../../compare/sessions.ts';
import { EXIT, SadapError } from '../../errors.ts';
import { buildSession } from '../../protocol/session.ts';
import { renderDiffJson } from '../../view/json/diff.ts';
import { renderDiffMarkdown } from '../../view/markdown/diff.ts';
import { renderDiff } from '../../view/terminal/diff.ts';
import { ignoredPointers, tiersFrom, unfolded } from '../comparing.ts';
import { tellDamage } from '../damage.ts';
import { diffReadings, readingHosts } from '../diff-readings.ts';
import { readText } from '../json-text.ts';
import { looks, printLines } from '../output.ts';
import type { Options, Run } from '../program.ts';
import { loadSource } from '../source.ts';
import { textOption } from '../values.ts';

/** `sadap diff A B`: what the sessions of two recordings differ in; 1 when something fails them. */
export const run: Run = async ({ operands, options }) => {
  const [a = '', b = ''] = operands;
  if (a === '-' && b === '-')
    throw new SadapError('usage', 'only one of the two recordings can come from standard input');
  const limit = tiersFrom(textOption(options, 'failOn'));
  const wishes = wishesOf(options);
  const recordings = [await loadSource(a), await loadSource(b)];
  for (const each of recordings) tellDamage(each, 'what was there counts as missing');
  const sessions = recordings.map(buildSession);
  const [old, now] = sessions;
  if (!old || !now) throw new Error('two recordings were loaded');
  const hosts = readingHosts(options);
  const diff = hosts
    ? await diffReadings([old, now], hosts, wishes)
    : compareSessions(old, now, wishes);
  await printLines(linesOf(diff, options));
  return diff.changes.some(({ tier }) => limit.includes(tier)) ? EXIT.found : EXIT.ok;
};

function linesOf(diff: SessionDiff, options: Options): Iterable<string> {
  if (options['json'] === true) return renderDiffJson(diff);
  if (options['markdown'] === true) return renderDiffMarkdown(diff);
  return renderDiff(diff, looks(options));
}

/** Throws `usage` for an unknown fold rule or a pointer that is none. */
function wishesOf(options: Options) {
  const off = unfolded(options);
  const folds = off.includes('all') ? [] : foldRules(off);
  return { ignore: ignoredPointers(options), folds, readText };
}
