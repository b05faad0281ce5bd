import { EXIT, SadapError } from '../../errors.ts';
import { exportFormats } from '../../interop/export/registry.ts';
import type { Side } from '../../model/frame.ts';
import { openRecording } from '../../recording/load.ts';
import { rawPieces } from '../../recording/raw.ts';
import { EntryReader, type ReadItem } from '../../recording/read.ts';
import { readError } from '../../recording/read-error.ts';
import { exportView, VIEW_FORMATS } from '../export-views.ts';
import { exportAs } from '../exporting.ts';
import type { Options, Run } from '../program.ts';
import { bytesOfLog, recordingPath } from '../source.ts';
import { openTarget, type Target } from '../target.ts';
import { tell } from '../tell.ts';
import { textOption } from '../values.ts';

/** `sadap export --to FORMAT`: a recording in another form. */
export const run: Run = async ({ operands, options }) => {
  const to = textOption(options, 'to');
  const format = exportFormats.find(({ id }) => id === to);
  if (format) return exportAs(format, recordingPath(operands, options), options);
  const view = VIEW_FORMATS.find((each) => each === to);
  if (view) return exportView(view, recordingPath(operands, options), options);
  if (to !== 'raw')
    throw new SadapError('usage', 'say what to export to', { hint: 'for instance: --to har' });
  return exportRaw(sideOf(textOption(options, 'side')), recordingPath(operands, options), options);
};

/**
 * The exact bytes of one side, in constant memory. Returns 1 when the recording is damaged, because bytes
 * may then be missing.
 */
async function exportRaw(side: Side, path: string, options: Options): Promise<number> {
  const reader = new EntryReader(path);
  let damaged = 0;
  let target: Target | undefined;
  const take = (items: readonly ReadItem[]) => {
    // Nothing is created, let alone overwritten, before the source has proved to be a recording.
    if (items.length > 0) target ??= openTarget(options, path);
    damaged += items.filter(({ kind }) => kind === 'damage').length;
    return target?.write(Buffer.concat([...rawPieces(entriesOf(items), side)])) ?? true;
  };
  try {
    const log = await bytesOfLog(path);
    for await (const chunk of log?.() ?? openRecording(path)) {
      if (!(await take(reader.push(chunk)))) return EXIT.ok;
    }
  } catch (error) {
    throw readError(path, error);
  }
  await take(reader.end());
  return damaged === 0 ? EXIT.ok : warn(path, damaged);
}

function sideOf(text: string | undefined): Side {
  if (text === 'client' || text === 'server') return text;
  throw new SadapError('usage', 'say whose bytes you want', {
    hint: '--side client or --side server',
  });
}

function entriesOf(items: readonly ReadItem[]) {
  return items.flatMap((item) => (item.kind === 'entry' ? [item.entry] : []));
}

function warn(path: string, damaged: number): number {
  const places = damaged === 1 ? 'one place' : `${damaged} places`;
  tell(
    `${path} is damaged in ${places}, bytes may be missing`,
    `see where with: sadap show ${path} --errors`,
  );
  return EXIT.found;
}
