import { realpathSync } from 'node:fs';
import { EXIT, SadapError } from '../errors.ts';
import type { Entry } from '../interop/wrap/entries.ts';
import type { Choice } from '../interop/wrap/host-configs.ts';
import { isProgram } from '../interop/wrap/marks.ts';
import { type Applied, applyPlan, type FilePlan } from '../interop/wrap/run.ts';
import { showChange } from '../interop/wrap/show-change.ts';
import { escapeText } from '../view/terminal/escape.ts';
import { confirmed } from './confirm.ts';
import { printLines } from './output.ts';
import type { Options } from './program.ts';
import { textOption } from './values.ts';

/** Which configurations the options name. */
export function choiceOf(options: Options): Choice {
  const file = textOption(options, 'config');
  const scope = textOption(options, 'scope');
  return {
    ...(file === undefined ? {} : { file }),
    ...(scope === 'user' || scope === 'project' ? { scope } : {}),
  };
}

/** How a host can start this program: hosts have a poor PATH, so everything is absolute. */
export function thisProgram(): string[] {
  const started = process.argv[1] ?? '';
  // A link of another name would not be recognised later; what it points to is.
  const script = isProgram(started) ? started : realpathSync(started);
  if (/[\\/]_npx[\\/]/.test(script))
    warn(
      'sadap runs from the cache of npx, which is emptied at times; install it to wrap for long',
    );
  return [process.execPath, script];
}

/** Shows the changes, asks, makes them. `after` is said when there were any. Returns the exit status. */
export async function makeChanges(
  plans: readonly FilePlan[],
  options: Options,
  after: (changed: readonly FilePlan[]) => readonly string[] = () => [],
): Promise<number> {
  await printLines(plans.flatMap(describe));
  for (const { source } of plans)
    for (const warning of source.warnings) warn(`${source.location.path}: ${warning}`);
  for (const { entry, why } of plans.flatMap(({ plan }) => plan.left))
    say(`${nameOf(entry)} ${why}`);
  const changing = plans.filter(({ plan }) => plan.changes.length > 0);
  if (changing.length === 0) return finish('nothing to change');
  if (options['dryRun'] === true) return finish('nothing was changed (--dry-run)');
  if (options['yes'] !== true && !(await agreed(changing))) return finish('nothing was changed');
  for (const each of changing) report(each, applyPlan(each, new Date()));
  for (const line of after(changing)) say(line);
  return finish(changing[0]?.source.host.reload ?? '');
}

/** The changes of one file, in the form of a unified diff with a hunk for each server. */
function describe({ source, plan }: FilePlan): string[] {
  if (plan.changes.length === 0) return [];
  const { path } = source.location;
  const hunks = plan.changes.flatMap((change) => [
    `@@ ${nameOf(change.before)} @@`,
    ...showChange(change, plan).map(({ mark, text }) => mark + text),
  ]);
  return [`--- ${path}`, `+++ ${path}`, ...hunks].map((line) => escapeText(line));
}

/** The server's name, and its project where the file has several. */
function nameOf({ name, where }: Entry): string {
  return where.length > 1 ? `${name} (${where.slice(1, -1).join(' ')})` : name;
}

async function agreed(changing: readonly FilePlan[]): Promise<boolean> {
  const servers = changing.flatMap(({ plan }) => plan.changes).length;
  const files = changing.length === 1 ? 'this file' : `these ${changing.length} files`;
  const answer = await confirmed(
    `Change ${servers === 1 ? '1 server' : `${servers} servers`} in ${files}?`,
  );
  if (answer !== undefined) return answer;
  throw new SadapError('usage', 'there is no terminal to ask on, so nothing was changed', {
    hint: 'make this change with --yes; --dry-run only shows it',
  });
}

function report({ plan }: FilePlan, { path, backup, dropped }: Applied): void {
  say(`changed ${path}: ${plan.changes.map(({ before }) => nameOf(before)).join(', ')}`);
  if (backup !== undefined) say(`as it was: ${backup}`);
  for (const copy of dropped) say(`as it was before sadap; removed ${copy}`);
}

function finish(text: string): number {
  say(text);
  return EXIT.ok;
}

function warn(text: string): void {
  say(`warning: ${text}`);
}

/** Messages go to standard error; names in them come from files that others may have written. */
function say(text: string): void {
  process.stderr.write(`${escapeText(text)}\n`);
}
