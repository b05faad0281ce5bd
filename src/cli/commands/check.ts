import { type Checked, isAtLeast, SEVERITIES } from '../../check/checked.ts';
import { ruleOf, rules } from '../../check/registry.ts';
import { EXIT, SadapError } from '../../errors.ts';
import type { Severity } from '../../model/finding.ts';
import { renderCheckJson, ruleLine } from '../../view/json/check.ts';
import { checkReport } from '../../view/reports/check.ts';
import { renderJunit } from '../../view/reports/junit.ts';
import { renderSarif } from '../../view/reports/sarif.ts';
import { renderCheck } from '../../view/terminal/check.ts';
import { renderRule, renderRules } from '../../view/terminal/rules.ts';
import { checkAll, checkingOf } from '../checking.ts';
import { looks, printLines } from '../output.ts';
import type { Options, Run } from '../program.ts';
import { loadSources, recordingPath } from '../source.ts';
import { didYouMean } from '../suppressions.ts';
import { openTarget } from '../target.ts';
import { textOption } from '../values.ts';
import { VERSION } from '../version.ts';

/** `sadap check FILE…`: what is wrong in sessions; 1 when something is as bad as the threshold. */
export const run: Run = async ({ operands, options }) => {
  const explained = textOption(options, 'explain');
  if (explained !== undefined) return explain(explained, options);
  if (options['rules'] === true) return list(options);
  const failOn = limitOf(options);
  const checking = await checkingOf(options);
  const paths = operands.length === 0 ? [recordingPath([], options)] : operands;
  const recordings = [];
  for (const path of paths) recordings.push(...(await loadSources(path)));
  const all = await checkAll(recordings, checking);
  await print(linesOf(all, failOn, options), paths, options);
  const findings = all.flatMap((each) => each.findings);
  return findings.some(({ severity }) => isAtLeast(severity, failOn)) ? EXIT.found : EXIT.ok;
};

function limitOf(options: Options): Severity | undefined {
  const name = textOption(options, 'failOn');
  return SEVERITIES.find((each) => each === name);
}

function linesOf(
  all: readonly Checked[],
  failOn: Severity | undefined,
  options: Options,
): Iterable<string> {
  if (options['json'] === true) return renderCheckJson(all);
  if (options['sarif'] === true) return [renderSarif(checkReport(all, failOn, VERSION))];
  if (options['junit'] === true) return renderJunit(checkReport(all, failOn, VERSION));
  return renderCheck(all, looks(options));
}

async function print(lines: Iterable<string>, paths: readonly string[], options: Options) {
  if (textOption(options, 'output') === undefined) return printLines(lines);
  const [first = ''] = paths;
  const target = openTarget(options, first);
  return target.write(Buffer.from(`${[...lines].join('\n')}\n`));
}

async function explain(id: string, options: Options): Promise<number> {
  const rule = ruleOf(id);
  if (!rule) throw new SadapError('usage', `there is no rule ${id}`, { hint: didYouMean(id) });
  await printLines(options['json'] === true ? [ruleLine(rule)] : renderRule(rule, looks(options)));
  return EXIT.ok;
}

async function list(options: Options): Promise<number> {
  await printLines(
    options['json'] === true ? rules.map(ruleLine) : renderRules(rules, looks(options)),
  );
  return EXIT.ok;
}
