import { FOLD_RULES } from '../compare/folds.ts';
import { TIERS, type Tier } from '../compare/rules/table.ts';
import { SadapError } from '../errors.ts';
import { pointerSteps } from '../model/json.ts';
import type { Options } from './program.ts';
import { listOption } from './values.ts';

/** The pointers of `--ignore`. Throws `usage` for one that is none. */
export function ignoredPointers(options: Options): readonly string[] {
  const ignore = listOption(options, 'ignore');
  for (const pointer of ignore)
    if (pointer === '' || pointerSteps(pointer) === undefined)
      throw new SadapError('usage', `--ignore wants a JSON pointer, not "${pointer}"`, {
        hint: 'it starts at the message: /result/content/0/text; * stands for any step',
      });
  return ignore;
}

/** The rules of `--no-fold`, or `all`. Throws `usage` for an unknown one. */
export function unfolded(options: Options): readonly string[] {
  const names = FOLD_RULES.map(({ name }) => name);
  const off = listOption(options, 'fold');
  const unknown = off.find((each) => each !== 'all' && !names.includes(each));
  if (unknown !== undefined)
    throw new SadapError('usage', `--no-fold knows no rule "${unknown}"`, {
      hint: `the rules are ${names.join(', ')}; all switches every one off`,
    });
  return off;
}

/** The tier named and all that are worse; none for `never`. */
export function tiersFrom(name: string | undefined): readonly Tier[] {
  const limit = TIERS.find((tier) => tier === name);
  return limit === undefined ? [] : TIERS.slice(0, TIERS.indexOf(limit) + 1);
}
