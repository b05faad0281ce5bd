import { ruleOf, rules } from '../../check/registry.ts';
import { EXIT, SadapError } from '../../errors.ts';
import { ruleLine } from '../../view/json/check.ts';
import { renderRule, renderRules } from '../../view/terminal/rules.ts';
import { checkAndPrint } from '../check-print.ts';
import { looks, printLines } from '../output.ts';
import type { Options, Run } from '../program.ts';
import { recordingPath } from '../source.ts';
import { didYouMean } from '../suppressions.ts';
import { textOption } from '../values.ts';

/** `sadap check FILE…`: what is wrong in sessions; 1 when something is as bad as the threshold. */
export const run: Run = async ({ operands, options }) => {
  const explained = textOption(options, 'explain');
  if (explained !== undefined) return explain(explained, options);
  if (options['rules'] === true) return list(options);
  return checkAndPrint(operands.length === 0 ? [recordingPath([], options)] : operands, options);
};

async function explain(id: string, options: Options): Promise<number> {
  const rule = ruleOf(id);
  if (!rule) throw new SadapError('usage', `there is no rule ${id}`, { hint: didYouMean(id) });
  await printLines(options['json'] === true ? [ruleLine(rule)] : renderRule(rule, looks(options)));
  return EXIT.ok;
}

async function list(options: Options): Promise<number> {
  await printLines(
    options['json'] === true ? rules.map(ruleLine) : renderRules(rules, listLooks(options)),
  );
  return EXIT.ok;
}

/** What goes to a pipe is not cut, unless a width is asked for. */
function listLooks(options: Options) {
  const style = looks(options);
  const isFitted = process.stdout.isTTY === true || options['width'] !== undefined;
  return isFitted ? style : { ...style, width: Infinity };
}
