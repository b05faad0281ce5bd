/** Other programs' logs as recordings: everything of `interop/import` that reading commands need, in one file. */
import { isSadapError } from '../errors.ts';
import { loadLog, summariseLog } from '../interop/import/load.ts';
import { type Log, logFrom, openLog } from '../interop/import/log.ts';
import type { Recording } from '../model/recording.ts';
import type { RecordingSummary } from '../recording/summarise.ts';
import { VERSION } from './version.ts';

const RECORDER = `sadap/${VERSION}`;

/** The sessions of a log; undefined when the file is no log that is known. Throws as `openLog`. */
export async function sessionsOfLog(path: string): Promise<Recording[] | undefined> {
  const log = await unlessUnknown(openLog(path));
  return log && loadLog(log, RECORDER);
}

/** The same for bytes that came through a pipe. */
export async function sessionsInBytes(
  bytes: Buffer,
  path: string,
): Promise<Recording[] | undefined> {
  const log = await unlessUnknown(logFrom([bytes], path));
  return log && loadLog(log, RECORDER);
}

/** Facts about the sessions of a log; undefined when the file is no log that is known. */
export async function summariesOfLog(path: string): Promise<RecordingSummary[] | undefined> {
  const log = await unlessUnknown(openLog(path));
  return log && summariseLog(log, RECORDER);
}

async function unlessUnknown(opening: Promise<Log>): Promise<Log | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (isSadapError(error) && UNKNOWN.has(error.code)) return undefined;
    throw error;
  }
}

const UNKNOWN: ReadonlySet<string> = new Set(['recording-invalid', 'recording-empty']);
