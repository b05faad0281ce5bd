import { FORMAT_VERSION } from '../model/recording.ts';

/** The members of one line as parsed, without `message`, whose bytes no migration may touch. */
export type Members = { readonly [name: string]: unknown };

/**
 * One step per version: `migrations[n - 1]` turns a line of version n into one of n + 1. Version 1 is
 * the newest, so there is no step yet. A new version adds its step here and an old file to
 * test/fixtures/recordings, which is read for ever.
 */
const migrations: readonly ((members: Members) => Members)[] = [];

/** A line of any older version as the newest version spells it. */
export function migrate(members: Members, version: number): Members {
  return migrations
    .slice(version - 1, FORMAT_VERSION - 1)
    .reduce((current, step) => step(current), members);
}
