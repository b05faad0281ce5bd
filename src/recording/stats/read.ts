import { readInto } from '../read-into.ts';
import type { StatsCollector } from './collect.ts';

/**
 * Reads a recording once, from its start to its end, into a collector.
 *
 * @throws SadapError as `loadRecording`.
 */
export async function collectRecording(path: string, collector: StatsCollector): Promise<void> {
  collector.startOfFile(path);
  collector.endOfFile(await readInto(path, collector));
}
