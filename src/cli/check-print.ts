import { type Checked, isAtLeast, SEVERITIES } from '../check/checked.ts';
import { EXIT } from '../errors.ts';
import type { Severity } from '../model/finding.ts';
import { append } from '../model/lists.ts';
import type { Recording } from '../model/recording.ts';
import { fileSize } from '../recording/file-size.ts';
import { loadSifted } from '../sift/load.ts';
import { renderCheckJson } from '../view/json/check.ts';
import { checkReport } from '../view/reports/check.ts';
import { renderJunit } from '../view/reports/junit.ts';
import { renderSarif } from '../view/reports/sarif.ts';
import { renderCheck } from '../view/terminal/check.ts';
import { checkAll, checkingOf } from './checking.ts';
import { tellDamage } from './damage.ts';
import { forEachReadable } from './each-readable.ts';
import { looks, printLines } from './output.ts';
import type { Options } from './program.ts';
import { loadSources } from './source.ts';
import { openTarget } from './target.ts';
import { textOption } from './values.ts';
import { VERSION } from './version.ts';

/**
 * Checks recordings and prints what was found, as the options ask. Returns 1 when something is as bad as
 * the threshold, which is a problem unless `--fail-on` says otherwise; 2 when one of several could not be read.
 */
export async function checkAndPrint(paths: readonly string[], options: Options): Promise<number> {
  const failOn = limitOf(options);
  const checking = await checkingOf(options);
  const recordings: Recording[] = [];
  const failed = await forEachReadable(paths, async (path) => {
    append(recordings, await recordingsIn(path));
  });
  if (recordings.length === 0 && failed) return EXIT.usage;
  for (const each of recordings) tellDamage(each, 'the rest was checked');
  const all = await checkAll(recordings, checking);
  const lines = linesOf(all, failOn, options);
  if (textOption(options, 'output') === undefined || options['check'] === true)
    await printLines(lines);
  else await write(lines, paths, options);
  if (failed) return EXIT.usage;
  const findings = all.flatMap((each) => each.findings);
  return findings.some(({ severity }) => isAtLeast(severity, failOn)) ? EXIT.found : EXIT.ok;
}

/** Recordings from this size on are not held in memory as a whole, in bytes. */
const LARGE = 4 * 1024 * 1024;

async function recordingsIn(path: string): Promise<readonly Recording[]> {
  const sifted = fileSize(path) >= LARGE ? loadSifted(path) : undefined;
  return sifted ? [sifted] : loadSources(path);
}

function limitOf(options: Options): Severity | undefined {
  const name = textOption(options, 'failOn') ?? 'problem';
  return SEVERITIES.find((each) => each === name);
}

function linesOf(
  all: readonly Checked[],
  failOn: Severity | undefined,
  options: Options,
): Iterable<string> {
  if (options['json'] === true) return renderCheckJson(all);
  if (options['sarif'] === true) return [renderSarif(checkReport(all, failOn, VERSION))];
  if (options['junit'] === true) return renderJunit(checkReport(all, failOn, VERSION));
  return renderCheck(all, looks(options));
}

/** Of `record`, `-o` names the recording; of `check`, the report. */
function write(lines: Iterable<string>, paths: readonly string[], options: Options) {
  const target = openTarget(options, paths[0] ?? '-');
  return target.write(Buffer.from(`${[...lines].join('\n')}\n`));
}
