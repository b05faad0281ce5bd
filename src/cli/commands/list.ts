import { EXIT, SadapError } from '../../errors.ts';
import { recordingsIn } from '../../recording/location.ts';
import { statOf } from '../../recording/stat.ts';
import { type RecordingSummary, summariseRecording } from '../../recording/summarise.ts';
import { renderListJson } from '../../view/json/list.ts';
import { type ListRow, renderList } from '../../view/terminal/list.ts';
import { looks, printLines } from '../output.ts';
import type { Run } from '../program.ts';
import { secretsIn } from '../secrets-notice.ts';
import { folderOf, mayBeLog, shortName } from '../source.ts';
import { recordingState } from '../state.ts';
import { tell } from '../tell.ts';

/** `sadap list`: the recordings of a folder, newest first; 1 when a file could not be read. */
export const run: Run = async ({ operands, options }) => {
  const places = operands.length === 0 ? [folderOf(options)] : operands;
  const files = operands.length === 0 ? recordingsIn(folderOf(options)) : operands.flatMap(filesOf);
  const rows = (await Promise.all(files.map(rowsOf))).flat();
  const problems = rows.filter((row) => 'problem' in row);
  if (options['json'] === true) await printLines(renderListJson(rows));
  else {
    for (const { problem } of problems) tell(problem);
    const good = rows.filter((row) => !('problem' in row));
    if (good.length > 0) {
      // What goes into a pipe feeds another program: whole paths, nothing cut.
      const wide = process.stdout.isTTY !== true && options['width'] === undefined;
      await printLines(renderList(good, { ...looks(options), wide, name: shortName }));
    } else if (problems.length === 0)
      tell(`no recordings in ${places.join(', ')}`, HOW_TO_MAKE_ONE);
  }
  return problems.length > 0 ? EXIT.found : EXIT.ok;
};

const HOW_TO_MAKE_ONE =
  'make one with: sadap record -- COMMAND… (alone it records the built-in server)';

/** A folder stands for the recordings in it. */
function filesOf(path: string): string[] {
  return statOf(path)?.isDirectory() ? recordingsIn(path) : [path];
}

/** One row for a recording, one for each session of another program's log. */
async function rowsOf(path: string): Promise<ListRow[]> {
  try {
    const isLog = mayBeLog(path);
    const summaries = await summariesOf(path, isLog);
    const secrets = isLog ? undefined : await countSecrets(path);
    return await Promise.all(
      summaries.map(async (each) => ({
        ...each,
        state: await recordingState(each.header, each.state === 'ended'),
        ...(secrets !== undefined && { secrets }),
      })),
    );
  } catch (error) {
    if (!(error instanceof SadapError)) throw error;
    return [{ path, problem: error.message }];
  }
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
