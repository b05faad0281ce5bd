/**
 * Errors that a user can do something about. Each has a code from a closed set; the code decides the
 * exit status. Anything else that is thrown is a bug and prints a stack (exit 70).
 */

/** Exit statuses of the program (docs/reference/commands.md). */
export const EXIT = {
  ok: 0,
  /** Something was found, differs, or a call failed. */
  found: 1,
  /** Wrong usage, or input that cannot be read. */
  usage: 2,
  internal: 70,
  /** A command exists but cannot be executed / does not exist, as `env` and `timeout` say it. */
  notExecutable: 126,
  notFound: 127,
} as const;

/** Every known kind of error. */
export type ErrorCode =
  | 'usage'
  | 'script-invalid'
  | 'recording-missing'
  | 'recording-empty'
  | 'recording-invalid'
  | 'recording-newer'
  | 'recording-exists'
  | 'config-missing'
  | 'config-invalid'
  | 'config-changed'
  | 'not-writable'
  | 'write-failed'
  | 'server-not-found'
  | 'server-not-executable'
  | 'server-died'
  | 'server-silent'
  | 'request-failed';

/** Kinds that do not mean wrong usage or unreadable input. */
const EXIT_OF: { readonly [code in ErrorCode]?: number } = {
  'config-changed': EXIT.found,
  'write-failed': EXIT.found,
  'server-not-found': EXIT.notFound,
  'server-not-executable': EXIT.notExecutable,
  'server-died': EXIT.found,
  'server-silent': EXIT.found,
  'request-failed': EXIT.found,
};

/** What went wrong, to what, and what to do about it. */
export class SadapError extends Error {
  /** The same in every bundle of the program, each of which has a class of its own. */
  readonly isSadapError: true = true;
  readonly code: ErrorCode;
  /** One line that tells the user what to do; printed under the message. */
  readonly hint: string | undefined;
  readonly exitCode: number;

  /** `message` is one line that says what happened, to what, and where. */
  constructor(
    code: ErrorCode,
    message: string,
    options: { hint?: string; cause?: unknown; exitCode?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'SadapError';
    this.code = code;
    this.hint = options.hint;
    this.exitCode = options.exitCode ?? EXIT_OF[code] ?? EXIT.usage;
  }
}

/** Is this an error that a user can mend? Holds across bundles, where `instanceof` does not. */
export function isSadapError(error: unknown): error is SadapError {
  return error instanceof Error && 'isSadapError' in error;
}
