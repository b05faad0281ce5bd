import { Command, CommanderError, Option } from 'commander';
import { SadapError } from '../errors.ts';
import { ownOperands } from './command-line.ts';
import { type CommandSpec, commands, type Flag } from './flags.ts';
import type { Action, Options } from './program.ts';
import { VERSION } from './version.ts';

/**
 * Parses our own arguments and calls the action of the command in them, or prints help or version to standard output.
 *
 * @param all with what belongs to another program, for the message of an error
 * @param write takes the text instead, wrapped as for a pipe
 * @throws SadapError `usage`
 */
export async function parse(
  own: readonly string[],
  all: readonly string[],
  action: Action,
  write?: (text: string) => void,
): Promise<void> {
  // Making all commands takes longer than most of them.
  const one = commands.filter((each) => each.name === own[0]);
  // The overview names no option; that a command has any, it tells by one.
  const told = OVERVIEW.has(own[0] ?? '') ? commands.map(withOneFlag) : commands;
  const program = buildProgram(one.length > 0 ? one : told, action, write);
  try {
    await program.parseAsync(own, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw usageError(error, all);
  }
}

/** What the arguments, which ask for help, print where there is no terminal. */
export async function helpText(own: readonly string[]): Promise<string> {
  let text = '';
  const write = (piece: string) => {
    text += piece;
  };
  await parse(own, own, async () => {}, write);
  return text;
}

const OVERVIEW = new Set(['--help', '-h', '--version', '-V']);

function withOneFlag(spec: CommandSpec): CommandSpec {
  return { ...spec, flags: spec.flags.slice(0, 1) };
}

function usageError(error: CommanderError, args: readonly string[]): SadapError {
  // The help was asked of something that has none.
  if (error.code === 'commander.help')
    return new SadapError('usage', `there is no command '${args[1] ?? ''}'`, {
      hint: 'see all with: sadap --help',
      cause: error,
    });
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const known = commands.some(({ name }) => name === args[0]) ? `${args[0]} ` : '';
  const hint = rest.join(' ').replace(/^\(|\)$/g, '') || `see what there is: sadap ${known}--help`;
  return new SadapError('usage', first, { hint, cause: error });
}

function buildProgram(
  specs: readonly CommandSpec[],
  action: Action,
  write?: (text: string) => void,
): Command {
  const program = new Command('sadap')
    .description('Records what an MCP host and server say, and shows what the model reads of it.')
    .version(VERSION, '-V, --version')
    .helpCommand('help [command]', 'help for a command')
    .showSuggestionAfterError(true)
    .configureOutput({
      writeErr: () => {},
      ...(write && { writeOut: write, getOutHelpWidth: () => PIPED_WIDTH }),
    })
    .exitOverride();
  program.addHelpText('beforeAll', ({ command }) => (command === program ? overview() : ''));
  for (const spec of specs) addCommand(program, spec, action);
  return program;
}

/** Commander's own, where it finds no terminal. */
const PIPED_WIDTH = 80;

function overview(): string {
  return [
    'Examples:',
    '  sadap record                      record the built-in server, see what the model reads',
    '  sadap record -- node server.js    the same for any stdio MCP server',
    '  sadap show                        read the newest recording again',
    '',
  ].join('\n');
}

function addCommand(program: Command, spec: CommandSpec, action: Action): void {
  const command = program
    .command(spec.name)
    .helpGroup(`${spec.group}:`)
    .description(spec.about)
    .usage(`[options] ${spec.operands}`.trim())
    .copyInheritedSettings(program)
    .allowExcessArguments(false)
    .addHelpText('before', examplesOf(spec))
    .addHelpText('after', columnsOf(spec));
  for (const operand of operandsIn(spec)) command.argument(operand);
  for (const flag of spec.flags) command.addOption(optionOf(flag));
  command.action(async (...args: unknown[]) => {
    await action(spec.name, operandsOf(args), command.opts<Options>());
  });
}

/** The command of another program is not for commander to see. */
function operandsIn(spec: CommandSpec): string[] {
  if (spec.takesCommand) return ownOperands(spec);
  return spec.operands.split(' ').filter(Boolean);
}

function examplesOf(spec: CommandSpec): string {
  const width = Math.max(...spec.examples.map(([example]) => example.length));
  const lines = spec.examples.map(([example, says]) => `  ${example.padEnd(width)}  ${says}`);
  return ['Examples:', ...lines, ''].join('\n');
}

function columnsOf({ columns = [] }: CommandSpec): string {
  if (columns.length === 0) return '';
  const width = Math.max(...columns.map(([title]) => title.length));
  return [
    '',
    'Columns:',
    ...columns.map(([title, says]) => `  ${title.padEnd(width)}  ${says}`),
  ].join('\n');
}

function optionOf(flag: Flag): Option {
  const option = new Option(flag.spelling, flag.about);
  if (flag.choices) option.choices([...flag.choices]);
  if (flag.fallback !== undefined) option.default(flag.fallback);
  // Of a flag such as --no-fold commander keeps `true` until it is given.
  if (flag.many)
    option.argParser((value: string, before: unknown) => [
      ...(Array.isArray(before) ? before : []),
      value,
    ]);
  return option;
}

/** Commander passes the declared operands, then the options, then itself. */
function operandsOf(args: readonly unknown[]): string[] {
  return args
    .slice(0, -2)
    .flat()
    .filter((each) => typeof each === 'string');
}
