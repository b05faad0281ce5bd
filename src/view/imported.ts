import type { Micros } from '../model/frame.ts';

/** One session that an import found, for whoever prints it. */
export interface ImportedRow {
  /** File of the recording; absent when none was written. */
  readonly recording?: string;
  /** Names of the files that it was read from. */
  readonly files: readonly string[];
  /** Of the log, as `--from` takes it. */
  readonly format: string;
  readonly session: string;
  readonly label: string;
  /** undefined where the log gives no time. */
  readonly startedAt: Micros | undefined;
  readonly fromClient: number;
  readonly fromServer: number;
  readonly stderr: number;
  /** Lines that are no traffic, and the messages that such lines quote. */
  readonly notes: number;
  readonly quoted: number;
}
