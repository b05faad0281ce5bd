/** One option. `spelling` is the way commander and people write it: `-o, --output <file>`. */
export interface Flag {
  readonly spelling: string;
  readonly about: string;
  readonly choices?: readonly string[];
  /** May be given several times; the values make a list. */
  readonly many?: true;
  /** For options without a value, absent means false. */
  readonly fallback?: string;
}

/** One verb of the program. */
export interface CommandSpec {
  readonly name: string;
  /** Positional arguments as written in the usage line. */
  readonly operands: string;
  readonly group: 'capture' | 'inspect' | 'replay' | 'document' | 'targets' | 'shell';
  readonly about: string;
  readonly examples: readonly (readonly [string, string])[];
  readonly flags: readonly Flag[];
  /** The columns of what it prints that do not explain themselves, with what they mean. */
  readonly columns?: readonly (readonly [string, string])[];
  /** The command line of another program follows our own arguments. */
  readonly takesCommand?: true;
}
