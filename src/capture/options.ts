import type { RecordingRedactor } from '../recording/redact.ts';
import type { Script, WantedEra } from './script/types.ts';
import type { Patience } from './shutdown.ts';
import type { StepResult } from './step-result.ts';

/** Where Ctrl-C and friends come from; `process` outside of tests. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

/** One capture of a stdio server. What is left out has a default; the script comes second. */
export interface RecordOptions {
  /** A script, or the file that holds one (`-`: standard input). Without it: the default script. */
  readonly script?: Script | string;
  /** Program and arguments of the server; before the script's own. */
  readonly command?: readonly string[];
  /** Name of the server in the file's name and in views; made from the command when absent. */
  readonly label?: string;
  /** Whole environment of the server, and the variables of the script. `process.env` when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Variables to set for the server on top; only their names are recorded. */
  readonly setEnv?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly era?: WantedEra;
  readonly revision?: string;
  /** Tool calls after the script's steps, `TOOL {json}` each. */
  readonly calls?: readonly string[];
  readonly out?: {
    readonly path?: string;
    readonly dir?: string;
    readonly force?: boolean;
    /** Takes secrets and personal values out before they are stored. */
    readonly redactor?: RecordingRedactor;
  };
  /** Default wait for an answer, before the script's own. */
  readonly timeoutMs?: number;
  /** Wait for `server/discover` before a server of unknown era counts as legacy. */
  readonly probeMs?: number;
  /** Program and version that writes the recording: `sadap/0.1.0`. */
  readonly recorder: string;
  readonly signals?: SignalSource;
  /** How long the stages of the server's shutdown wait. */
  readonly patience?: Patience;
  /** Told about every step when it is over. */
  readonly onStep?: (result: StepResult) => void;
}
