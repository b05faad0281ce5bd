import type { ImportTimes } from '../../model/recording.ts';
import type { Observation } from './observation.ts';
import type { Sample } from './sample.ts';

/** A kind of log that can be imported. The table of docs/reference/import.md is made from these. */
export interface Format {
  /** As `--from` takes it. */
  readonly id: string;
  /** The program, and which of its files. */
  readonly title: string;
  /** What of the conversation is in the log, and what is not. One phrase each. */
  readonly keeps: string;
  readonly loses: string;
  /** false: the log tells what happened, but holds no message. */
  readonly holdsMessages: boolean;
  /** What its times are worth, where they are not UTC. */
  readonly times?: ImportTimes;
  /** The log says where a session starts, so one without a start began before the log did. */
  readonly marksStarts?: true;
  /** A program goes on writing it: where it just ends, nobody knows whether its sessions did. */
  readonly isLive?: true;
  /** The same event may stand in two files of formats with this word; they are read as one. */
  readonly merges?: string;
  /** Lines of text, or the parts of a JSON document that are wanted. */
  readonly reads: 'lines' | readonly DocumentPart[];
  /** How sure it is that the sample is of this kind. */
  readonly recognise: (sample: Sample) => Verdict;
  readonly parser: (file: LogFile) => LogParser;
}

/** Values of a JSON document that are taken out one by one; `*` stands for every item of an array. */
export interface DocumentPart {
  readonly name: string;
  readonly path: readonly string[];
}

/** `score` counts what fits; 0 and a reason when nothing does. */
export interface Verdict {
  readonly score: number;
  /** What was looked for. */
  readonly wanted: string;
}

/** What a parser may know of the file that it reads. */
export interface LogFile {
  /** Without its folder. */
  readonly name: string;
  /** Name of the folder it is in; empty when it has none. */
  readonly folder: string;
}

/** One line, or one value of a document. */
export interface Unit {
  readonly bytes: Buffer;
  /** Name of the part of a document; empty for lines. */
  readonly part: string;
  /** Counted from 1. */
  readonly number: number;
  /** Byte of the file at which a line starts; of lines in UTF-8 alone. */
  readonly offset?: number;
}

/** Reads units in order. Never throws, whatever is in them. */
export interface LogParser {
  take(unit: Unit): readonly Observation[];
  /** After the last unit. */
  end(): readonly Observation[];
}
