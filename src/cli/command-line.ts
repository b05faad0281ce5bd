import { SadapError } from '../errors.ts';
import type { CommandSpec } from './flags.ts';

/** Our own arguments, and the command of another program that follows them. */
export interface CommandLine {
  readonly own: readonly string[];
  readonly command: readonly string[];
  /** Did `--` say where the command begins? */
  readonly isMarked: boolean;
}

/**
 * Splits `sadap record [options] [script] [--] COMMAND…`: after the command's name, or after `--`,
 * nothing is ours, so that the flags of a server can never be mistaken for ours. The first operand is
 * the script when it ends in .yaml, .yml or .json, or is `-` (standard input); any other first operand
 * is the command's name. A command that wants a file (`sadap replay FILE -- COMMAND…`) takes its first
 * operand for it whatever it is called. Throws `usage` when nothing follows `--`: a variable was empty.
 */
export function splitCommandLine(args: readonly string[], spec: CommandSpec): CommandLine {
  const valued = valuedOptions(spec);
  const before = ownOperands(spec);
  // Of several files only -- tells where they end.
  const most = before.some((each) => each.includes('...')) ? Infinity : before.length;
  let operands = 0;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (arg === '--') {
      const command = commandAfter(args.slice(i + 1));
      return { own: args.slice(0, i), command, isMarked: true };
    }
    if (valued.has(arg)) i++;
    else if (arg.startsWith('-') && arg !== '-') continue;
    else if (operands < most && (!takesScript(spec) || isScript(arg))) operands++;
    else return { own: args.slice(0, i), command: args.slice(i), isMarked: false };
  }
  return { own: args, command: [], isMarked: false };
}

function commandAfter(args: readonly string[]): readonly string[] {
  if (args.length > 0) return args;
  throw new SadapError('usage', 'no command follows --', {
    hint: 'give the command of a server; without -- the built-in one is meant',
  });
}

/** Operands that stand in front of the command: `[script]`, `<file>`. */
export function ownOperands({ operands }: CommandSpec): string[] {
  const [before = ''] = operands.split('[--]');
  return before.split(' ').filter(Boolean);
}

/** A script may stand in front of the command, or may not: its name tells. */
function takesScript(spec: CommandSpec): boolean {
  return spec.operands.startsWith('[script]');
}

function isScript(arg: string): boolean {
  return /^-$|\.(ya?ml|json)$/i.test(arg);
}

/** Spellings of the options that are followed by a value: `-o`, `--output`. */
function valuedOptions(spec: CommandSpec): ReadonlySet<string> {
  const valued = spec.flags.filter((flag) => flag.spelling.includes('<'));
  return new Set(valued.flatMap((flag) => flag.spelling.match(/--?[a-z][a-z-]*/g) ?? []));
}
