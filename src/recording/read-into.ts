import { fileSize } from './file-size.ts';
import { openRecording } from './load.ts';
import { EntryReader } from './read.ts';
import { readError } from './read-error.ts';
import { type ScanTarget, scanFile } from './scan/scan-file.ts';

/** A smaller file is read before the scan is ready. In bytes. */
const WORTH_A_SCAN = 1024 * 1024;

/**
 * Reads a recording once, from its start to its end, into a target: by a scan where it is long enough,
 * else by the full reader. Both tell it the same.
 *
 * @returns the size of the file in bytes
 * @throws SadapError as `loadRecording`.
 */
export async function readInto(path: string, target: ScanTarget): Promise<number> {
  try {
    return scanned(path, target) ?? (await streamed(path, target));
  } catch (error) {
    throw readError(path, error);
  }
}

function scanned(path: string, target: ScanTarget): number | undefined {
  const size = path === '-' ? 0 : fileSize(path);
  return size < WORTH_A_SCAN ? undefined : scanFile(path, new EntryReader(path), target);
}

async function streamed(path: string, target: ScanTarget): Promise<number> {
  const reader = new EntryReader(path);
  let size = 0;
  for await (const chunk of openRecording(path)) {
    size += chunk.length;
    for (const item of reader.push(chunk)) target.add(item);
  }
  for (const item of reader.end()) target.add(item);
  return size;
}
