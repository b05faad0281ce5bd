import { win32 } from 'node:path';
import { statOf } from '../../recording/stat.ts';

/** What is asked of the system; a stand-in in tests. */
export interface WindowsSystem {
  /** Names of variables are taken in any case, as Windows has them. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  isFile(path: string): boolean;
}

/** What `spawn` is to be called with. */
export interface WindowsCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** The arguments are a command line already. */
  readonly windowsVerbatimArguments: boolean;
}

/** Endings that make a file a program where PATHEXT does not say. */
const ENDINGS = '.COM;.EXE;.BAT;.CMD';

/**
 * How Windows starts a command. It starts programs by itself; a batch file (`npx` is one) only through
 * cmd.exe, which reads the line that it gets as a script: there, every argument stands in quotes.
 *
 * @throws Error with the code EINVAL for an argument that such a line cannot hold.
 */
export function windowsCommand(
  [file = '', ...args]: readonly string[],
  system: WindowsSystem,
): WindowsCommand {
  const batch = batchFile(file, system);
  if (batch === undefined) return { file, args, windowsVerbatimArguments: false };
  const line = [batch, ...args].map(quoted).join(' ');
  return {
    file: variable(system.env, 'ComSpec') || 'cmd.exe',
    // Extensions on, for what `quoted` makes of a percent sign; `!` stands for itself; no AutoRun; only
    // the outermost quotes are taken away.
    args: ['/e:on', '/v:off', '/d', '/s', '/c', `"${line}"`],
    windowsVerbatimArguments: true,
  };
}

/** The same on this machine. */
export function windowsCommandHere(command: readonly string[]): WindowsCommand {
  const isFile = (path: string) => statOf(path)?.isFile() === true;
  return windowsCommand(command, { env: process.env, cwd: process.cwd(), isFile });
}

/** The full path of the batch file that the name means; undefined when it means anything else. */
function batchFile(file: string, system: WindowsSystem): string | undefined {
  if (file === '') return undefined;
  for (const folder of foldersFor(file, system)) {
    for (const name of namesFor(file, system)) {
      const path = win32.resolve(system.cwd, folder, name);
      if (system.isFile(path)) return /\.(?:bat|cmd)$/i.test(path) ? path : undefined;
    }
  }
  return undefined;
}

/** A bare name is looked for in PATH alone: a folder that a user opens must not bring its own `npx`. */
function foldersFor(file: string, { env, cwd }: WindowsSystem): readonly string[] {
  if (/[\\/:]/.test(file)) return [cwd];
  const folders = (variable(env, 'PATH') ?? '').split(';');
  return folders.map((folder) => folder.replaceAll('"', '').trim()).filter((each) => each !== '');
}

/** A file without one of the endings is no program: Node's `npx` beside `npx.cmd` is a script for sh. */
function namesFor(file: string, { env }: WindowsSystem): readonly string[] {
  const endings = (variable(env, 'PATHEXT') || ENDINGS).split(';').filter((each) => each !== '');
  const hasEnding = endings.some((each) => file.toLowerCase().endsWith(each.toLowerCase()));
  const longer = endings.map((each) => file + each.toLowerCase());
  return hasEnding ? [file, ...longer] : longer;
}

function variable(env: WindowsSystem['env'], name: string): string | undefined {
  const key = Object.keys(env).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : env[key];
}

/**
 * In quotes nothing but `"` and `%` is special to cmd.exe. Two quotes are one to the program, and leave
 * cmd.exe inside of its quotes, also when the batch file hands its arguments on. A percent sign is
 * followed by a variable that is always empty, so that it begins no name.
 */
function quoted(argument: string): string {
  if (/[\0\r\n]/.test(argument))
    throw Object.assign(new Error('a batch file takes no line break in an argument'), {
      code: 'EINVAL',
      syscall: 'spawn',
    });
  const inside = argument
    .replaceAll(/(\\*)("|$)/g, (_, slashes: string, quote: string) =>
      quote ? `${slashes}${slashes}""` : slashes + slashes,
    )
    .replaceAll('%', '%%cd:~,%');
  return `"${inside}"`;
}
