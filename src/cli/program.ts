import { Command, CommanderError, Option } from 'commander';
import { EXIT, SadapError } from '../errors.ts';
import { ownOperands, splitCommandLine } from './command-line.ts';
import { type CommandSpec, commands, type Flag } from './flags.ts';
import { VERSION } from './version.ts';

/** What a command gets: its operands, its options by camel-case name, the foreign command line. */
export interface Invocation {
  readonly operands: readonly string[];
  readonly options: Options;
  readonly command: readonly string[];
}

/** Values as commander parsed them; absent options are missing. */
export interface Options {
  readonly [name: string]: string | boolean | readonly string[] | undefined;
}

/** A command runs to its end and returns the exit status. */
export type Run = (invocation: Invocation) => Promise<number>;

/** Only the module of the command that was asked for is evaluated. */
const runners: { readonly [name: string]: () => Promise<{ readonly run: Run }> } = {
  record: () => import('./commands/record.ts'),
  tee: () => import('./commands/tee.ts'),
  proxy: () => import('./commands/proxy.ts'),
  import: () => import('./commands/import.ts'),
  wrap: () => import('./commands/wrap.ts'),
  unwrap: () => import('./commands/unwrap.ts'),
  show: () => import('./commands/show.ts'),
  search: () => import('./commands/search.ts'),
  model: () => import('./commands/model.ts'),
  check: () => import('./commands/check.ts'),
  doctor: () => import('./commands/doctor.ts'),
  diff: () => import('./commands/diff.ts'),
  replay: () => import('./commands/replay.ts'),
  snapshot: () => import('./commands/snapshot.ts'),
  serve: () => import('./commands/serve.ts'),
  stats: () => import('./commands/stats.ts'),
  open: () => import('./commands/open.ts'),
  hosts: () => import('./commands/hosts.ts'),
  list: () => import('./commands/list.ts'),
  doc: () => import('./commands/doc.ts'),
  redact: () => import('./commands/redact.ts'),
  export: () => import('./commands/export.ts'),
  asrama: () => import('./commands/asrama.ts'),
  'asrama-service': () => import('./commands/asrama-service.ts'),
  completion: () => import('./commands/completion.ts'),
  canary: () => import('./commands/canary.ts'),
};

/**
 * Parses `args` (without node and script) and runs the command. Returns the exit status; throws
 * SadapError for what a user can mend. Help and version go to standard output and return 0.
 */
export async function runProgram(args: readonly string[]): Promise<number> {
  let status: number = EXIT.ok;
  const spec = commands.find((each) => each.name === args[0]);
  const line = spec?.takesCommand
    ? splitCommandLine(args.slice(1), spec)
    : { own: args.slice(1), command: [] };
  const program = buildProgram(async (name, operands, options) => {
    const load = runners[name];
    if (!load) throw new Error(`no module for the command ${name}`);
    status = await (await load()).run({ operands, options, command: line.command });
  });
  try {
    // Without a command the help is the answer, not a fault.
    const own = args.length === 0 ? ['--help'] : [...args.slice(0, 1), ...line.own];
    await program.parseAsync(own, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw usageError(error, args);
  }
  return status;
}

function usageError(error: CommanderError, args: readonly string[]): SadapError {
  // The help was asked of something that has none.
  if (error.code === 'commander.help')
    return new SadapError('usage', `there is no command '${args[1] ?? ''}'`, {
      hint: 'see all with: sadap --help',
      cause: error,
    });
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const hint =
    rest.join(' ').replace(/^\(|\)$/g, '') || 'run sadap --help, or sadap COMMAND --help';
  return new SadapError('usage', first, { hint, cause: error });
}

type Action = (name: string, operands: string[], options: Options) => Promise<void>;

function buildProgram(action: Action): Command {
  const program = new Command('sadap')
    .description('Records what an MCP host and server say, and shows what the model reads of it.')
    .version(VERSION, '-V, --version')
    .helpCommand('help [command]', 'help for a command')
    .showSuggestionAfterError(true)
    .configureOutput({ writeErr: () => {} })
    .exitOverride();
  program.addHelpText('beforeAll', ({ command }) => (command === program ? overview() : ''));
  for (const spec of commands) addCommand(program, spec, action);
  return program;
}

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
    .addHelpText('before', examplesOf(spec));
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
