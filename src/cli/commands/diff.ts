import type { DiffOptions } from '../../compare/context.ts';
import { foldRules } from '../../compare/folds.ts';
import { compareSessions, type SessionDiff } from '../../compare/sessions.ts';
import { EXIT, SadapError } from '../../errors.ts';
import type { Recording } from '../../model/recording.ts';
import { buildSession } from '../../protocol/session.ts';
import { fileSize } from '../../recording/file-size.ts';
import { loadPair } from '../../sift/load-pair.ts';
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
  const hosts = readingHosts(options);
  const diff =
    (hosts ? undefined : largeDiff(a, b, wishes, options)) ??
    (await wholeDiff([a, b], hosts, wishes));
  await printLines(linesOf(diff, options));
  return diff.changes.some(({ tier }) => limit.includes(tier)) ? EXIT.found : EXIT.ok;
};

/** Recordings from this size on are not held in memory as a whole, in bytes. */
const LARGE = 4 * 1024 * 1024;

/**
 * The same for large recordings, without what both have in common. Undefined where all of it is needed: to know
 * what is secret in them, or which questions are the same when something is ignored.
 */
function largeDiff(a: string, b: string, wishes: DiffOptions, options: Options) {
  if (options['markdown'] === true || (wishes.ignore ?? []).length > 0) return undefined;
  if (Math.max(fileSize(a), fileSize(b)) < LARGE) return undefined;
  const pair = loadPair(a, b);
  if (!pair) return undefined;
  const { passed } = pair;
  return compareSessions(buildSession(pair.a), buildSession(pair.b), { ...wishes, passed });
}

async function wholeDiff(
  paths: readonly string[],
  hosts: ReturnType<typeof readingHosts>,
  wishes: DiffOptions,
): Promise<SessionDiff> {
  const recordings: Recording[] = [];
  for (const path of paths) recordings.push(await loadSource(path));
  for (const each of recordings) tellDamage(each, 'what was there counts as missing');
  const [old, now] = recordings.map(buildSession);
  if (!old || !now) throw new Error('two recordings were loaded');
  return hosts ? diffReadings([old, now], hosts, wishes) : compareSessions(old, now, wishes);
}

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
