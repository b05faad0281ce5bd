import { EXIT } from '../errors.ts';
import { splitCommandLine } from './command-line.ts';
import { commands } from './flags.ts';
import { foreignOptions } from './foreign-options.ts';
import { plainOptions } from './plain-options.ts';
import { tell } from './tell.ts';

/** What a command gets: its operands, its options by camel-case name, the foreign command line. */
export interface Invocation {
  readonly operands: readonly string[];
  readonly options: Options;
  readonly command: readonly string[];
  /** Nothing has used `process.stdout` yet. */
  readonly isFresh?: true;
}

/** Values as commander parsed them; absent options are missing. */
export interface Options {
  readonly [name: string]: string | boolean | readonly string[] | undefined;
}

/** A command runs to its end and returns the exit status. */
export type Run = (invocation: Invocation) => Promise<number>;

/** Runs a command, with its operands and options. */
export type Action = (name: string, operands: string[], options: Options) => Promise<void>;

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
    : { own: args.slice(1), command: [], isMarked: false };
  const foreign = spec && foreignOptions(spec, line);
  if (foreign !== undefined) tell(foreign);
  const act: Action = async (name, operands, options) => {
    const load = runners[name];
    if (!load) throw new Error(`no module for the command ${name}`);
    status = await (await load()).run({ operands, options, command: line.command });
  };
  const plain = spec && line.command.length > 0 ? plainOptions(spec, line.own) : undefined;
  if (spec && plain) await act(spec.name, [], plain);
  else {
    // Without a command the help is the answer, not a fault.
    const own = args.length === 0 ? ['--help'] : [...args.slice(0, 1), ...line.own];
    await (await import('./parse.ts')).parse(own, args, act);
  }
  return status;
}
