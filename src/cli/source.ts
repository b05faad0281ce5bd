import { relative } from 'node:path';
import type { Recording } from '../model/recording.ts';
import { loadRecording } from '../recording/load.ts';
import { currentPlace, newestRecording, recordingFolder } from '../recording/location.ts';
import type { Options } from './program.ts';
import { textOption } from './values.ts';

/** The folder that recordings of this invocation go to and come from. */
export function folderOf(options: Options): string {
  const dir = textOption(options, 'dir');
  return recordingFolder({ ...currentPlace(), ...(dir === undefined ? {} : { dir }) });
}

/**
 * Path of the recording that a command reads: the operand, `-` for standard input, else the newest
 * one. Throws `recording-missing` when there is none.
 */
export function recordingPath(operands: readonly string[], options: Options): string {
  return operands[0] ?? newestRecording(folderOf(options));
}

/** Loads the recording that a command reads. */
export function openSource(operands: readonly string[], options: Options): Promise<Recording> {
  return loadRecording(recordingPath(operands, options));
}

/** A path as people read it: relative to here, unless that leads up and away. */
export function shortName(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}
