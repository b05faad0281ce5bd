import { openRecording, readError } from '../load.ts';
import { EntryReader } from '../read.ts';
import type { StatsCollector } from './collect.ts';

/**
 * Reads a recording once, from its start to its end, into a collector.
 *
 * @throws SadapError as `loadRecording`.
 */
export async function collectRecording(path: string, collector: StatsCollector): Promise<void> {
  const reader = new EntryReader(path);
  let size = 0;
  collector.startOfFile(path);
  try {
    for await (const chunk of openRecording(path)) {
      size += chunk.length;
      for (const item of reader.push(chunk)) collector.add(item);
    }
  } catch (error) {
    throw readError(path, error);
  }
  for (const item of reader.end()) collector.add(item);
  collector.endOfFile(size);
}
