import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ran, sadap } from './sadap.ts';

const fixture = join(import.meta.dirname, '../fixtures/max-rss.cjs');

/** Runs the program with a heap of 64 MB, and says how much memory it held at most, buffers included. */
export async function sadapWithin(
  args: readonly string[],
  cwd: string,
): Promise<Ran & { readonly megabytes: number }> {
  const file = join(cwd, 'max-rss');
  const env = {
    NODE_OPTIONS: `--max-old-space-size=64 --require=${JSON.stringify(fixture)}`,
    MAX_RSS_FILE: file,
  };
  const ran = await sadap(args, { cwd, env, timeoutMs: 55_000 });
  return { ...ran, megabytes: Number(readFileSync(file, 'utf8')) / 1024 };
}
