import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, isSadapError } from '../errors.ts';
import { type Log, openLog } from '../interop/import/log.ts';
import { append } from '../model/lists.ts';
import { statOf } from '../recording/stat.ts';
import { count } from '../view/terminal/format.ts';
import { tell } from './tell.ts';

/** The logs that a command line names, ready to be read, and whether one of them could not be opened. */
export interface OpenedLogs {
  readonly logs: readonly Log[];
  readonly failed: boolean;
}

/**
 * Opens logs. A file that cannot be read keeps nobody from reading the others; a folder stands for the logs in
 * it. Throws what is wrong with the only one.
 */
export async function openLogs(
  paths: readonly string[],
  from: string | undefined,
): Promise<OpenedLogs> {
  const logs: Log[] = [];
  let failed = false;
  for (const path of paths) {
    if (statOf(path)?.isDirectory()) {
      append(logs, await logsIn(path, from));
      continue;
    }
    try {
      logs.push(await openLog(path, from));
    } catch (error) {
      if (!isSadapError(error) || paths.length === 1) throw error;
      failed = true;
      tell(error.message, ...(error.hint === undefined ? [] : [error.hint]));
    }
  }
  return { logs, failed };
}

/** What else is in the folder, other logs of the program too, is only counted. */
async function logsIn(folder: string, from: string | undefined): Promise<Log[]> {
  const logs: Log[] = [];
  let others = 0;
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((each) =>
    each.isFile(),
  )) {
    try {
      logs.push(await openLog(join(folder, name), from));
    } catch (error) {
      if (!isSadapError(error) || error.exitCode !== EXIT.usage || error.code === 'usage')
        throw error;
      others += 1;
    }
  }
  if (logs.length + others === 0)
    tell(
      `${folder} holds no file`,
      'folders in it are not looked into: name the one with the logs',
    );
  if (others > 0) tell(`${folder}: ${count(others, 'other file')} of no known kind passed over`);
  return logs;
}
