import { FOLD_RULES, foldRules } from '../../compare/folds.ts';
import { TIERS, type Tier } from '../../compare/rules/table.ts';
import { compareSessions, type SessionDiff } from '../../compare/sessions.ts';
import { EXIT, SadapError } from '../../errors.ts';
import { pointerSteps } from '../../model/json.ts';
import { buildSession } from '../../protocol/session.ts';
import { loadRecording } from '../../recording/load.ts';
import { renderDiffJson } from '../../view/json/diff.ts';
import { renderDiffMarkdown } from '../../view/markdown/diff.ts';
import { renderDiff } from '../../view/terminal/diff.ts';
import { readText } from '../json-text.ts';
import { looks, printLines } from '../output.ts';
import type { Options, Run } from '../program.ts';
import { listOption, textOption } from '../values.ts';

/** `sadap diff A B`: what the sessions of two recordings differ in; 1 when something fails them. */
export const run: Run = async ({ operands, options }) => {
  const [a = '', b = ''] = operands;
  if (a === '-' && b === '-')
    throw new SadapError('usage', 'only one of the two recordings can come from standard input');
  const limit = failOn(options);
  const wishes = wishesOf(options);
  const sessions = [await loadRecording(a), await loadRecording(b)].map(buildSession);
  const [old, now] = sessions;
  if (!old || !now) throw new Error('two recordings were loaded');
  const diff = compareSessions(old, now, wishes);
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
  const ignore = listOption(options, 'ignore');
  for (const pointer of ignore)
    if (pointer === '' || pointerSteps(pointer) === undefined)
      throw new SadapError('usage', `--ignore wants a JSON pointer, not "${pointer}"`, {
        hint: 'it starts at the message: /result/content/0/text; * stands for any step',
      });
  return { ignore, folds: folds(options), readText };
}

function folds(options: Options) {
  const names = FOLD_RULES.map(({ name }) => name);
  const off = listOption(options, 'fold');
  const unknown = off.find((each) => each !== 'all' && !names.includes(each));
  if (unknown !== undefined)
    throw new SadapError('usage', `--no-fold knows no rule "${unknown}"`, {
      hint: `the rules are ${names.join(', ')}; all switches every one off`,
    });
  return off.includes('all') ? [] : foldRules(off);
}

/** Tiers that make the comparison fail: the one named and all that are worse. */
function failOn(options: Options): readonly Tier[] {
  const name = textOption(options, 'failOn');
  const limit = TIERS.find((tier) => tier === name);
  return limit === undefined ? [] : TIERS.slice(0, TIERS.indexOf(limit) + 1);
}
