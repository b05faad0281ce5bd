import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recording } from '../../src/model/recording.ts';
import { recordingFrom } from '../../src/recording/load.ts';

const folder = join(import.meta.dirname, '../../recordings');

/** Names of the recordings that are committed; runs in this repository record beside them. */
export const sampleNames: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.ndjson') && !/-\d{8}T\d{6}Z-/.test(name))
  .map((name) => name.slice(0, -'.ndjson'.length));

export function samplePath(name: string): string {
  return join(folder, `${name}.ndjson`);
}

export function sampleBytes(name: string): Buffer {
  return readFileSync(samplePath(name));
}

/** A sample as a command sees it whose operand is `recordings/NAME.ndjson`. */
export function sample(name: string): Recording {
  return recordingFrom(sampleBytes(name), `recordings/${name}.ndjson`);
}
