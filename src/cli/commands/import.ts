import { EXIT, SadapError } from '../../errors.ts';
import { nowhere } from '../../interop/import/load.ts';
import type { Log } from '../../interop/import/log.ts';
import { type ReadFacts, readLogs } from '../../interop/import/read.ts';
import { type Place, toFiles, type WrittenRecording } from '../../interop/import/write.ts';
import { append } from '../../model/lists.ts';
import type { ImportedRow } from '../../view/imported.ts';
import { renderImportedJson } from '../../view/json/imported.ts';
import { renderImported } from '../../view/terminal/imported.ts';
import { captureRedactor } from '../capture-redactor.ts';
import { remarksOn } from '../import-remarks.ts';
import { openLogs } from '../open-logs.ts';
import { looks, printLines } from '../output.ts';
import type { Options, Run } from '../program.ts';
import { startProgress } from '../progress.ts';
import { tellOfSecrets } from '../secrets-notice.ts';
import { folderOf, shortName } from '../source.ts';
import { tell } from '../tell.ts';
import { textOption } from '../values.ts';
import { VERSION } from '../version.ts';

/** `sadap import FILE…`: logs as recordings. 1 when there was nothing in one, 2 when one could not be read. */
export const run: Run = async ({ operands, options }) => {
  const { logs, failed } = await openLogs(operands, textOption(options, 'from'));
  const written: WrittenRecording[] = [];
  const rows: ImportedRow[] = [];
  for (const group of groupsOf(logs)) {
    const facts = await read(group, options, written);
    append(rows, rowsOf(group, facts, written));
    for (const [first = '', ...more] of remarksOn(group, facts)) tell(first, ...more);
  }
  await print(rows, options);
  for (const { path } of written) await tellOfSecrets(path);
  if (failed) return EXIT.usage;
  return rows.length === 0 ? EXIT.found : EXIT.ok;
};

/** Files that may tell of the same events are read together. */
function groupsOf(logs: readonly Log[]): Log[][] {
  const groups: Log[][] = [];
  const families = new Map<string, Log[]>();
  for (const log of logs) {
    const { merges } = log.format;
    const group = merges === undefined ? undefined : families.get(merges);
    if (group) group.push(log);
    else {
      const fresh = [log];
      groups.push(fresh);
      if (merges !== undefined) families.set(merges, fresh);
    }
  }
  return groups;
}

async function read(
  group: Log[],
  options: Options,
  written: WrittenRecording[],
): Promise<ReadFacts> {
  const destination =
    options['list'] === true
      ? nowhere
      : toFiles(placeOf(options), written, () => captureRedactor(options).redactor);
  const progress = startProgress(process.stderr, 'importing');
  return readLogs(group, destination, `sadap/${VERSION}`).finally(progress.end);
}

function placeOf(options: Options): Place {
  const force = options['force'] === true;
  const path = textOption(options, 'output');
  if (path === '-')
    throw new SadapError(
      'usage',
      'a log may hold several sessions, and each is a file of its own',
      {
        hint: 'name a file with -o FILE, or a folder with --dir FOLDER',
      },
    );
  return path === undefined ? { folder: folderOf(options), force } : { path, force };
}

function rowsOf(
  group: readonly Log[],
  { sessions }: ReadFacts,
  written: readonly WrittenRecording[],
): ImportedRow[] {
  const [first] = group;
  if (!first) return [];
  const { id, times } = first.format;
  const files = group.map(({ file }) => file.name);
  const rows = sessions.map((each): ImportedRow => {
    const found = written.find(({ header }) => header.session === each.session);
    const hasTime = times !== 'none' && times !== 'relative';
    return {
      ...(found && { recording: found.path }),
      files,
      format: id,
      ...each,
      startedAt: hasTime ? each.startedAt : undefined,
    };
  });
  return rows.sort((one, other) => (one.startedAt ?? 0) - (other.startedAt ?? 0));
}

async function print(rows: readonly ImportedRow[], options: Options): Promise<void> {
  if (options['json'] === true) {
    await printLines(renderImportedJson(rows));
    return;
  }
  if (rows.length === 0) return;
  const wide = process.stdout.isTTY !== true && options['width'] === undefined;
  await printLines(renderImported(rows, { ...looks(options), wide, name: shortName }));
}
