import type { CommandLine } from './command-line.ts';
import type { CommandSpec } from './command-spec.ts';
import { spellingsOf } from './plain-options.ts';

/**
 * What to say of options that stand behind a server's command and are spelled as our own: they went to the
 * server, which may have wanted them. Undefined where there are none, and where `--` says that all is meant.
 */
export function foreignOptions(spec: CommandSpec, line: CommandLine): string | undefined {
  if (line.isMarked) return undefined;
  const [program = '', ...args] = line.command;
  // What stands behind a -- of the command itself is meant for somebody else again.
  const end = args.indexOf('--');
  const own = spec.flags.flatMap(({ spelling }) => spellingsOf(spelling));
  const found = args
    .slice(0, end === -1 ? args.length : end)
    .map((arg) => arg.split('=', 1)[0] ?? '')
    // One letter means too many things.
    .filter((arg) => arg.startsWith('--') && own.includes(arg));
  if (found.length === 0) return undefined;
  const names = [...new Set(found)].join(', ');
  return `${names} went to the server, not to sadap: options of sadap stand before ${program}; if the server is meant, say so with -- before ${program}`;
}
