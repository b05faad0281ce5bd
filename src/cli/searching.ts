import { append } from '../model/lists.ts';
import { recordingsIn } from '../recording/location.ts';
import type { Sought } from '../recording/search/matches.ts';
import { type Match, matchOf } from '../recording/search/search.ts';
import { statOf } from '../recording/stat.ts';
import { forEachReadable } from './each-readable.ts';
import { noRecordings } from './no-recordings.ts';
import type { Options } from './program.ts';
import { folderOf, loadSources, mayBeLog, placeOf } from './source.ts';

/** The files to search, and whether a folder among several could not be read. */
export interface Searched {
  readonly files: readonly string[];
  readonly failed: boolean;
}

/**
 * The files that are named, those of folders, or all recordings.
 *
 * @throws SadapError `recording-missing` without any, `recording-invalid` for the only folder
 */
export async function searchedFiles(
  operands: readonly string[],
  options: Options,
): Promise<Searched> {
  const places = operands.length === 0 ? [folderOf(options)] : operands;
  const files: string[] = [];
  const failed = await forEachReadable(places, async (path) => {
    const isFolder = operands.length === 0 || statOf(path)?.isDirectory() === true;
    append(files, isFolder ? recordingsIn(path) : [path]);
  });
  if (files.length > 0 || failed) return { files, failed };
  throw noRecordings(places, operands.length === 0 ? options : undefined);
}

/** What another program's log holds; undefined when the file is no log. */
export async function matchesInLog(path: string, sought: Sought): Promise<Match[] | undefined> {
  const { file } = placeOf(path);
  if (path === '-' || !mayBeLog(file)) return undefined;
  const recordings = await loadSources(path);
  return recordings.flatMap(({ items }) =>
    items.flatMap((item) => [...matchOf(item.type === 'frame' ? item.entry : item, sought)]),
  );
}
