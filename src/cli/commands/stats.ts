import { EXIT } from '../../errors.ts';
import { append } from '../../model/lists.ts';
import { recordingsIn } from '../../recording/location.ts';
import { statOf } from '../../recording/stat.ts';
import { StatsCollector } from '../../recording/stats/collect.ts';
import { collectRecording } from '../../recording/stats/read.ts';
import { renderStatsJson } from '../../view/json/stats.ts';
import { renderStats } from '../../view/terminal/stats.ts';
import { forEachReadable } from '../each-readable.ts';
import { noRecordings } from '../no-recordings.ts';
import { looks, printLines } from '../output.ts';
import type { Run } from '../program.ts';
import { loadSources, mayBeLog, placeOf, recordingPath } from '../source.ts';

/**
 * `sadap stats`: numbers of one recording, or of several together, read once in bounded memory; 2 when one of
 * several could not be read.
 */
export const run: Run = async ({ operands, options }) => {
  const paths = operands.length === 0 ? [recordingPath(operands, options)] : operands;
  const files: string[] = [];
  const isNowhere = await forEachReadable(paths, async (path) => append(files, filesAt(path)));
  const collector = new StatsCollector();
  const isUnread = await forEachReadable(files, (path) => collect(path, collector));
  const stats = collector.stats();
  const failed = isNowhere || isUnread;
  if (failed && stats.recordings === 0) return EXIT.usage;
  const style = { ...looks(options), full: options['full'] === true };
  await printLines(options['json'] === true ? renderStatsJson(stats) : renderStats(stats, style));
  return failed ? EXIT.usage : EXIT.ok;
};

async function collect(path: string, collector: StatsCollector): Promise<void> {
  const { file } = placeOf(path);
  if (file !== '-' && mayBeLog(file)) await collectLog(path, collector);
  else await collectRecording(path, collector);
}

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
function filesAt(path: string): readonly string[] {
  if (!statOf(path)?.isDirectory()) return [path];
  const files = recordingsIn(path);
  if (files.length === 0) throw noRecordings([path]);
  return files;
}
