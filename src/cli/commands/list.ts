import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { EXIT, SadapError } from '../../errors.ts';
import { recordingsIn } from '../../recording/location.ts';
import { summariseRecording } from '../../recording/summarise.ts';
import { renderListJson } from '../../view/json/list.ts';
import { type ListRow, renderList } from '../../view/terminal/list.ts';
import { looks, printLines } from '../output.ts';
import type { Run } from '../program.ts';
import { folderOf } from '../source.ts';

/** `sadap list`: the recordings of a folder, newest first; 1 when a file could not be read. */
export const run: Run = async ({ operands, options }) => {
  const paths = operands.length === 0 ? [folderOf(options)] : operands;
  const rows = await Promise.all(paths.flatMap(filesOf).map(rowOf));
  if (options['json'] === true) await printLines(renderListJson(rows));
  else if (rows.length === 0) process.stderr.write(`no recordings in ${paths.join(', ')}\n`);
  else await printLines(renderList(rows, { ...looks(options), name: shortName }));
  return rows.some((row) => 'problem' in row) ? EXIT.found : EXIT.ok;
};

/** A folder stands for the recordings in it. */
function filesOf(path: string): string[] {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? recordingsIn(path) : [path];
}

async function rowOf(path: string): Promise<ListRow> {
  try {
    return await summariseRecording(path);
  } catch (error) {
    if (!(error instanceof SadapError)) throw error;
    return { path, problem: error.message };
  }
}

/** Relative to here, unless that leads up and away. */
function shortName(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}
