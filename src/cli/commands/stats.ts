import { EXIT } from '../../errors.ts';
import { recordingsIn } from '../../recording/location.ts';
import { statOf } from '../../recording/stat.ts';
import { StatsCollector } from '../../recording/stats/collect.ts';
import { collectRecording } from '../../recording/stats/read.ts';
import { renderStatsJson } from '../../view/json/stats.ts';
import { renderStats } from '../../view/terminal/stats.ts';
import { noRecordings } from '../no-recordings.ts';
import { looks, printLines } from '../output.ts';
import type { Options, Run } from '../program.ts';
import { loadSources, mayBeLog, placeOf, recordingPath } from '../source.ts';

/** `sadap stats`: numbers of one recording, or of several together, read once in bounded memory. */
export const run: Run = async ({ operands, options }) => {
  const collector = new StatsCollector();
  for (const path of filesOf(operands, options)) {
    const { file } = placeOf(path);
    if (file !== '-' && mayBeLog(file)) await collectLog(path, collector);
    else await collectRecording(path, collector);
  }
  const stats = collector.stats();
  const style = { ...looks(options), full: options['full'] === true };
  await printLines(options['json'] === true ? renderStatsJson(stats) : renderStats(stats, style));
  return EXIT.ok;
};

/** Every session of another program's log counts as a recording. */
async function collectLog(path: string, collector: StatsCollector): Promise<void> {
  for (const { path: name, header, items, size } of await loadSources(path)) {
    collector.startOfFile(name);
    collector.add({ kind: 'header', header });
    for (const item of items) {
      const entry = item.type === 'frame' ? item.entry : item;
      collector.add({ kind: 'entry', entry, line: 0, offset: 0 });
    }
    collector.endOfFile(size);
  }
}

/** A folder stands for the recordings in it. Throws `recording-missing` for one without any. */
function filesOf(operands: readonly string[], options: Options): string[] {
  if (operands.length === 0) return [recordingPath(operands, options)];
  return operands.flatMap((path) => {
    if (!statOf(path)?.isDirectory()) return [path];
    const files = recordingsIn(path);
    if (files.length > 0) return files;
    throw noRecordings([path]);
  });
}
