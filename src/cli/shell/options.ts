import type { CommandSpec, Flag } from '../command-spec.ts';

/** An option as a shell sees it. */
export interface ShellOption {
  /** `-o`, `--output`. */
  readonly names: readonly string[];
  readonly about: string;
  /** What may follow; undefined: nothing does. */
  readonly value: ShellValue | undefined;
}

export type ShellValue =
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'file' | 'folder' | 'other' };

/** The options of a command, with `--help`, which all have. `hosts` are the names of the profiles. */
export function shellOptions(spec: CommandSpec, hosts: readonly string[]): ShellOption[] {
  return [...spec.flags.map((flag) => shellOption(flag, hosts)), HELP];
}

const HELP: ShellOption = { names: ['-h', '--help'], about: 'display help', value: undefined };

function shellOption({ spelling, about, choices }: Flag, hosts: readonly string[]): ShellOption {
  const names = spelling.split(/[ ,]+/).filter((word) => word.startsWith('-'));
  const argument = /[<[]([^>\]]+)[>\]]/.exec(spelling)?.[1];
  return {
    names,
    about,
    value: argument === undefined ? undefined : shellValue(argument, choices, names, hosts),
  };
}

function shellValue(
  argument: string,
  choices: readonly string[] | undefined,
  names: readonly string[],
  hosts: readonly string[],
): ShellValue {
  if (choices) return { kind: 'choices', choices };
  if (names.includes('--host')) return { kind: 'choices', choices: hosts };
  if (/file/.test(argument)) return { kind: 'file' };
  return { kind: /folder|dir/.test(argument) ? 'folder' : 'other' };
}

/** Does a command take files as operands, or the command line of another program? */
export function takesFiles({ operands }: CommandSpec): boolean {
  return /file|script|command|\b[ab]\b/i.test(operands);
}
