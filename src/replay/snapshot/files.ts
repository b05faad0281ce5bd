import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SadapError } from '../../errors.ts';

/** The folder of a snapshot when nobody names one. */
export const FOLDER = 'sadap';

/** The files of a snapshot. */
export interface SnapshotFiles {
  readonly script: string;
  readonly recording: string;
  readonly expectations: string;
}

export function filesIn(folder: string): SnapshotFiles {
  return {
    script: join(folder, 'script.yaml'),
    recording: join(folder, 'session.ndjson'),
    expectations: join(folder, 'expect.yaml'),
  };
}

/** @throws SadapError `recording-missing` when the folder holds no snapshot. */
export function assertSnapshot(folder: string): SnapshotFiles {
  const files = filesIn(folder);
  const missing = Object.values(files).find((file) => !existsSync(file));
  if (missing === undefined) return files;
  throw new SadapError('recording-missing', `there is no ${missing}`, {
    hint: 'make a snapshot first: sadap snapshot init -- node server.js',
  });
}

/** @throws SadapError `recording-exists`. */
export function assertFree(folder: string): SnapshotFiles {
  const files = filesIn(folder);
  const found = Object.values(files).find((file) => existsSync(file));
  if (found === undefined) return files;
  throw new SadapError('recording-exists', `${found} exists`, {
    hint: 'take new answers for right with sadap snapshot update, or begin anew with --force',
  });
}
