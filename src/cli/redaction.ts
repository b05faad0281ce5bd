import { SadapError } from '../errors.ts';
import { pointerSteps } from '../model/json.ts';
import { PERSONAL_SHAPES } from '../secrets/personal.ts';
import type { RedactionRules } from '../secrets/rules.ts';
import type { Options } from './program.ts';
import { KINDS } from './redaction-flags.ts';
import { listOption } from './values.ts';

/**
 * The rules that the flags ask for. Secrets and personal values are found by themselves, because what is
 * redacted is made to be handed on. Throws a usage error that names the flag.
 */
export function redactionRules(options: Options): RedactionRules {
  const kept = new Set(words(options, 'keep'));
  for (const kind of kept)
    if (kind !== 'all' && !KINDS.includes(kind))
      throw new SadapError('usage', `--keep does not know "${kind}"`, {
        hint: `it knows ${KINDS.join(', ')} and all`,
      });
  const keeps = (kind: string) => kept.has('all') || kept.has(kind);
  return {
    members: new Set(words(options, 'member')),
    pointers: listOption(options, 'pointer').map(pointerOf),
    patterns: listOption(options, 'pattern').map(patternOf),
    personal: PERSONAL_SHAPES.filter(({ name }) => !keeps(name)),
    secrets: !keeps('secrets'),
  };
}

/** Several values, each with commas between. */
function words(options: Options, name: string): string[] {
  return listOption(options, name)
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

function pointerOf(text: string): readonly string[] {
  const steps = pointerSteps(text);
  if (steps && steps.length > 0) return steps;
  throw new SadapError('usage', `--pointer wants a JSON pointer, not "${text}"`, {
    hint: 'for instance: --pointer /result/structuredContent/data/*/nik',
  });
}

function patternOf(text: string): RedactionRules['patterns'][number] {
  const [, name = 'pattern', source, flags = ''] =
    /^(?:([\w.-]+)=)?\/(.+)\/([imsu]*)$/s.exec(text) ?? [];
  if (source === undefined)
    throw new SadapError('usage', `--pattern wants /expression/, not "${text}"`, {
      hint: 'for instance: --pattern ticket=/T-\\d+/i',
    });
  try {
    return { name, shape: new RegExp(source, `g${flags}`) };
  } catch (error) {
    throw new SadapError('usage', `--pattern ${text} is no regular expression`, { cause: error });
  }
}
