import { type Stats, statSync } from 'node:fs';

/** What is at a path, links followed; undefined where nothing can be reached, such as by a link to itself. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
