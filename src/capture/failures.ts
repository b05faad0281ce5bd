import { extname, resolve } from 'node:path';
import { SadapError } from '../errors.ts';
import type { Exit } from '../model/recording.ts';
import { statOf } from '../recording/stat.ts';
import type { ServerCommand, SpawnFailure } from './child.ts';
import { type StepResult, stepWords } from './step-result.ts';

/** A command that the system would not start: what it was, where it was looked for, what to do. */
export function spawnError(
  failure: SpawnFailure,
  { command, cwd, env }: ServerCommand,
): SadapError {
  const program = command[0] ?? '';
  const path = env['PATH'];
  if (failure.code === 'ENOENT')
    return new SadapError(
      'server-not-found',
      `${program}: command not found${searched(program, path)}`,
      {
        hint: hintForMissing(program, cwd),
        cause: failure,
      },
    );
  return new SadapError('server-not-executable', `${program}: ${reason(failure)}`, {
    hint: `make it executable (chmod +x ${program}), or start it with its interpreter: -- ${interpreterOf(program)} ${program}`,
    cause: failure,
  });
}

/** A script that is here, and was meant to be run. */
function hintForMissing(program: string, cwd: string): string {
  const found = statOf(resolve(cwd, program));
  if (!found?.isFile()) return 'check the spelling, or give the full path of the program';
  const isScript = extname(program).toLowerCase() in INTERPRETERS;
  return `did you mean: ${isScript ? `${interpreterOf(program)} ` : './'}${program}`;
}

const INTERPRETERS: Readonly<Record<string, string>> = {
  '.js': 'node',
  '.mjs': 'node',
  '.cjs': 'node',
  '.ts': 'npx tsx',
  '.py': 'python3',
  '.sh': 'sh',
  '.rb': 'ruby',
};

function interpreterOf(program: string): string {
  return INTERPRETERS[extname(program).toLowerCase()] ?? 'node';
}

function searched(program: string, path: string | undefined): string {
  if (/[\\/]/.test(program)) return '';
  return path ? ` in PATH (${path})` : '; PATH is not set';
}

function reason({ code, message }: SpawnFailure): string {
  return code === 'EACCES' ? 'permission denied, it cannot be executed' : message;
}

/** What is known about a server that went away before the script was through. */
export interface Death {
  readonly exit: Exit | undefined;
  readonly why: string;
  readonly step: StepResult;
  readonly lastErrors: readonly string[];
  /** The request that had no answer when the server went. */
  readonly method: string | undefined;
  /** It has not answered its opening yet. */
  readonly atOpening: boolean;
}

/** One line that says how the server ended and during what; its last words as hint. */
export function deathError(death: Death): SadapError {
  const { exit, why, step, method, lastErrors, atOpening } = death;
  const how = exit ? `the server ${exitText(exit)}` : why;
  const verb = step.status === 'skipped' ? 'was asked for' : 'answered';
  // `open` is our word; the server knows what it was asked.
  const what = step.label === 'open' ? (method ?? step.label) : step.label;
  return new SadapError('server-died', `${how} before it ${verb} ${what}`, {
    ...hintOf(lastErrors),
    // Who starts a server through sadap gets the code that it would have got without.
    ...(atOpening && exit && { exitCode: statusOf(exit) }),
  });
}

/** `exited with code 3`, `was ended by SIGSEGV`. */
export function exitText({ code, signal }: Exit): string {
  return signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
}

/** A server that lives but does not answer its opening. */
export function silenceError(
  step: StepResult,
  wrongFraming: boolean,
  lastErrors: readonly string[],
): SadapError {
  const what = stepWords(step, step.details.join(', '));
  if (!wrongFraming) return new SadapError('server-silent', what, hintOf(lastErrors));
  return new SadapError(
    'server-silent',
    `${what}: the server frames its messages with Content-Length headers`,
    {
      hint: 'MCP over stdio is one JSON message per line; the server speaks as a language server does',
    },
  );
}

function hintOf(lastErrors: readonly string[]): { hint?: string } {
  if (lastErrors.length === 0) return {};
  return { hint: `its last words on stderr: ${lastErrors.join(' / ')}` };
}

/** The status that a shell would report; 1 for a server that left with 0 in the middle. */
function statusOf({ code, signal }: Exit): number {
  if (signal !== null) return 128 + (SIGNAL_NUMBERS[signal] ?? 0);
  return code === 0 || code === null ? 1 : code;
}

const SIGNAL_NUMBERS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGABRT: 6,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGTERM: 15,
};

/** The status of a program that a signal ended: 130 after Ctrl-C. */
export function interruptedStatus(signal: NodeJS.Signals): number {
  return 128 + (SIGNAL_NUMBERS[signal] ?? 0);
}
