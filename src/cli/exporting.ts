import { EXIT } from '../errors.ts';
import type { ExportFormat, Piece } from '../interop/export/exporter.ts';
import { OriginalSizes } from '../recording/original-sizes.ts';
import { EntryReader, type ReadItem } from '../recording/read.ts';
import { redactFile } from '../recording/redact-file.ts';
import { count } from '../view/terminal/format.ts';
import { tellDamaged } from './damage.ts';
import type { Options } from './program.ts';
import { redactionRules } from './redaction.ts';
import { bytesOfLog, shortName } from './source.ts';
import { tellTaken } from './taken.ts';
import { openTarget, type Target } from './target.ts';
import { tell } from './tell.ts';
import { VERSION } from './version.ts';

/**
 * Writes a recording in another form, without secrets and personal values, in constant memory. Returns 1 when
 * the recording is damaged, because something may then be missing.
 */
export async function exportAs(
  format: ExportFormat,
  path: string,
  options: Options,
): Promise<number> {
  const sizes = new OriginalSizes();
  const exporter = format.exporter({
    recorder: `sadap/${VERSION}`,
    originalSize: (seq) => sizes.ofEntry(seq),
  });
  const reader = new EntryReader(path);
  let target: Target | undefined;
  const write = (pieces: readonly Piece[]) => {
    if (pieces.length === 0) return Promise.resolve(true);
    // Nothing is created, let alone overwritten, before the source has proved to be a recording.
    target ??= openTarget(options, path);
    return target.write(Buffer.concat(pieces.map((each) => Buffer.from(each))));
  };
  const piecesOf = (item: ReadItem): Piece[] => {
    if (item.kind === 'header') return exporter.header(item.header);
    return item.kind === 'entry' ? exporter.entry(item.entry) : [];
  };
  const { damaged, kinds } = await redactFile(path, redactionRules(options), {
    write: (bytes) => write(reader.push(bytes).flatMap(piecesOf)),
    chunks: await bytesOfLog(path),
    sizes,
  });
  await write([...reader.end().flatMap(piecesOf), ...exporter.end()]);
  tellTaken(kinds, shortName(path));
  tellOfRest(exporter.left, path, damaged);
  return damaged === 0 ? EXIT.ok : EXIT.found;
}

function tellOfRest(left: ReadonlyMap<string, number>, path: string, damaged: number): void {
  const parts = [...left].map(([kind, number]) => count(number, kind, pluralOf(kind)));
  if (parts.length > 0)
    tell(`this form has no place for ${parts.join(', ')} of ${shortName(path)}`);
  if (damaged === 0) return;
  tellDamaged(path, damaged, 'the rest is exported');
}

/** `line of stderr`: the first word is the one that is counted. */
function pluralOf(kind: string): string {
  return kind.replace(/^\w+/, '$&s');
}
