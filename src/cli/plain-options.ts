import type { CommandSpec, Flag } from './flags.ts';
import type { Options } from './program.ts';

/**
 * Reads what hosts have in their configurations: known options in full, each once, each value by itself and nothing
 * else. A server waits for it, and commander takes a third of the time until it starts.
 *
 * @returns undefined for anything else, which is for commander to read, or to refuse
 */
export function plainOptions(spec: CommandSpec, own: readonly string[]): Options | undefined {
  // Defaults are commander's: `--no-fold` makes `fold` true where it is not given.
  if (spec.flags.some(({ fallback, spelling }) => fallback !== undefined || /--no-/.test(spelling)))
    return undefined;
  const options: { [name: string]: string | true } = {};
  for (let index = 0; index < own.length; index += 1) {
    const flag = spec.flags.find(({ spelling }) =>
      spellingsOf(spelling).includes(own[index] ?? ''),
    );
    const name = flag && isPlain(flag) ? nameOf(flag) : undefined;
    if (!flag || name === undefined || Object.hasOwn(options, name)) return undefined;
    if (!flag.spelling.includes('<')) options[name] = true;
    else {
      index += 1;
      const value = own[index];
      if (value === undefined || value === '' || value.startsWith('-')) return undefined;
      options[name] = value;
    }
  }
  return options;
}

function isPlain({ spelling, choices, many }: Flag): boolean {
  return !choices && !many && !spelling.includes('[') && !spelling.includes('...');
}

/** `-o` and `--output` of `-o, --output <file>`. */
export function spellingsOf(spelling: string): string[] {
  return spelling.match(/(?<=^|, )--?[a-zA-Z][a-zA-Z-]*/g) ?? [];
}

/** `--max-bytes` is `maxBytes`. */
function nameOf({ spelling }: Flag): string | undefined {
  const long = spellingsOf(spelling).find((each) => each.startsWith('--'));
  return long?.slice(2).replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
