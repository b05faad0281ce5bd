import { EXIT, isSadapError } from '../../errors.ts';
import { recordingsIn } from '../../recording/location.ts';
import { statOf } from '../../recording/stat.ts';
import { type RecordingSummary, summariseRecording } from '../../recording/summarise.ts';
import { renderListJson } from '../../view/json/list.ts';
import { type ListRow, renderList } from '../../view/terminal/list.ts';
import { noRecordings } from '../no-recordings.ts';
import { looks, printLines } from '../output.ts';
import type { Run } from '../program.ts';
import { secretsIn } from '../secrets-notice.ts';
import { folderOf, mayBeLog, shortName } from '../source.ts';
import { recordingState } from '../state.ts';
import { tell } from '../tell.ts';

/**
 * `sadap list`: the recordings of a folder, newest first; 1 when a file in it could not be read, 2 when
 * what is named could not.
 */
export const run: Run = async ({ operands, options }) => {
  const places = operands.length === 0 ? [folderOf(options)] : operands;
  const isFolder = operands.length === 0;
  const rows = (await Promise.all(places.map((place) => rowsAt(place, isFolder)))).flat();
  const problems = rows.filter((row) => 'problem' in row);
  if (options['json'] === true) await printLines(renderListJson(rows));
  else {
    for (const { problem } of problems) tell(problem);
    const good = rows.filter((row) => !('problem' in row));
    if (good.length > 0) {
      // What goes into a pipe feeds another program: whole paths, nothing cut.
      const wide = process.stdout.isTTY !== true && options['width'] === undefined;
      await printLines(renderList(good, { ...looks(options), wide, name: shortName }));
    } else if (problems.length === 0) {
      const { message, hint = '' } = noRecordings(places, isFolder ? options : undefined);
      tell(message, hint);
    }
  }
  if (problems.some(({ path }) => places.includes(path))) return EXIT.usage;
  return problems.length > 0 ? EXIT.found : EXIT.ok;
};

/** A folder stands for the recordings in it. */
async function rowsAt(place: string, isFolder: boolean): Promise<ListRow[]> {
  return orProblem(place, async () => {
    const isAny = isFolder || statOf(place)?.isDirectory() === true;
    const files = isAny ? recordingsIn(place) : [place];
    return (await Promise.all(files.map(rowsOf))).flat();
  });
}

/** Why there are no rows is a row too. */
async function orProblem(path: string, rows: () => Promise<ListRow[]>): Promise<ListRow[]> {
  try {
    return await rows();
  } catch (error) {
    if (!isSadapError(error)) throw error;
    return [{ path, problem: error.message }];
  }
}

/** One row for a recording, one for each session of another program's log. */
async function rowsOf(path: string): Promise<ListRow[]> {
  return orProblem(path, async () => {
    const isLog = mayBeLog(path);
    const summaries = await summariesOf(path, isLog);
    const secrets = isLog ? undefined : await countSecrets(path);
    return Promise.all(
      summaries.map(async (each) => {
        const state = await recordingState(each.header, each.state === 'ended');
        // What is still being written is no damage.
        const damage = each.damage - (state === 'open' && each.isTorn ? 1 : 0);
        return { ...each, state, damage, ...(secrets !== undefined && { secrets }) };
      }),
    );
  });
}

async function summariesOf(path: string, isLog: boolean): Promise<RecordingSummary[]> {
  if (!isLog) return [await summariseRecording(path)];
  const { summariesOfLog } = await import('../logs.ts');
  return (await summariesOfLog(path)) ?? [await summariseRecording(path)];
}

async function countSecrets(path: string): Promise<number | undefined> {
  const found = await secretsIn(path);
  return found && [...found.values()].reduce((sum, count) => sum + count, 0);
}
