import { Redactor } from '../secrets/redactor.ts';
import type { RedactionRules } from '../secrets/rules.ts';
import { encodeEntry } from './encode.ts';
import { openRecording } from './load.ts';
import type { OriginalSizes } from './original-sizes.ts';
import { EntryReader, type ReadItem } from './read.ts';
import { readError } from './read-error.ts';
import { type PlacedHit, RecordingRedactor } from './redact.ts';

/** What came of it. */
export interface Redaction {
  /** Values that were taken out, by rule: `secret:github`, `pattern:email`, `member:nik`, `again`. */
  readonly kinds: ReadonlyMap<string, number>;
  /** Damaged places of the recording, which cannot be looked into and are left out. */
  readonly damaged: number;
}

/** Where it goes, and what else is to be told of it. */
export interface RedactionTarget {
  /** Gets the new recording in pieces, and says whether it wants more. */
  readonly write: (bytes: Buffer) => Promise<boolean>;
  /** Gets each value that goes. */
  readonly onHit?: (hit: PlacedHit) => void;
  /** Gives the bytes where they are not those of the file. */
  readonly chunks?: (() => Iterable<Buffer>) | undefined;
  /** Learns how long entries were, each before `write` gets it. */
  readonly sizes?: OriginalSizes;
}

/**
 * Reads a recording twice: first to learn which values go, then to take them out everywhere.
 * Memory is that of the longest line and of the values. Standard input is held in memory, to be read twice.
 *
 * @throws SadapError as `readEntries`, and what `write` throws.
 */
export async function redactFile(
  path: string,
  rules: RedactionRules,
  { write, onHit, chunks, sizes }: RedactionTarget,
): Promise<Redaction> {
  const source = chunks ?? (await rereadable(path));
  const redactor = new Redactor(rules);
  const learner = new RecordingRedactor(redactor);
  await eachBatch(path, source(), (items) => {
    for (const item of items) learner.take(item);
    return Promise.resolve(true);
  });
  const taking = new RecordingRedactor(redactor, onHit);
  let damaged = 0;
  const wantsMore = await eachBatch(path, source(), (items) => {
    damaged += items.filter(({ kind }) => kind === 'damage').length;
    const entries = items.flatMap((item) => {
      const left = taking.take(item);
      if (item.kind === 'entry') sizes?.note(item.entry, left);
      return left;
    });
    return write(Buffer.concat(entries.map(encodeEntry)));
  });
  if (wantsMore) await write(Buffer.concat(taking.finish().map(encodeEntry)));
  return { kinds: taking.kinds, damaged };
}

/** The chunks of a file, as often as they are asked for. */
async function rereadable(path: string): Promise<() => AsyncIterable<Buffer> | Iterable<Buffer>> {
  if (path !== '-') return () => openRecording(path);
  const chunks: Buffer[] = [];
  for await (const chunk of openRecording(path)) chunks.push(chunk);
  return () => chunks;
}

/** False when the taker wants no more. */
async function eachBatch(
  path: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  take: (items: readonly ReadItem[]) => Promise<boolean>,
): Promise<boolean> {
  const reader = new EntryReader(path);
  try {
    for await (const chunk of chunks) if (!(await take(reader.push(chunk)))) return false;
  } catch (error) {
    throw readError(path, error);
  }
  return take(reader.end());
}
