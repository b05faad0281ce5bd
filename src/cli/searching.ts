import { statSync } from 'node:fs';
import { SadapError } from '../errors.ts';
import { recordingsIn } from '../recording/location.ts';
import { type Match, matchOf } from '../recording/search/search.ts';
import type { Options } from './program.ts';
import { folderOf, loadSources, mayBeLog, placeOf } from './source.ts';

/** The files that are named, those of folders, or all recordings; throws `recording-missing` without any. */
export function searchedFiles(operands: readonly string[], options: Options): string[] {
  const places = operands.length === 0 ? [folderOf(options)] : operands;
  const files = places.flatMap((path) =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory() ? recordingsIn(path) : [path],
  );
  if (files.length > 0) return files;
  throw new SadapError('recording-missing', `there are no recordings in ${places.join(', ')}`);
}

/** What another program's log holds; undefined when the file is no log. */
export async function matchesInLog(path: string, text: string): Promise<Match[] | undefined> {
  const { file } = placeOf(path);
  if (path === '-' || !mayBeLog(file)) return undefined;
  const recordings = await loadSources(path);
  return recordings.flatMap(({ items }) =>
    items.flatMap((item) => [...matchOf(item.type === 'frame' ? item.entry : item, text)]),
  );
}
