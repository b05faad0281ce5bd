import { closeSync, fstatSync, openSync } from 'node:fs';
import type { FrameContent } from '../../model/message.ts';
import type { Entry } from '../../model/recording.ts';
import { parseFrame } from '../../wire/parse.ts';
import { decodeLine } from '../decode.ts';
import { glanceAt } from '../glance.ts';
import { openRecording } from '../load.ts';
import { EntryReader, type ReadItem } from '../read.ts';
import { readError } from '../read-error.ts';
import { Crew } from '../scan/crew.ts';
import { type Lane, type Scanner, type ScanSizes, SIZES, scannerFor } from '../scan/lane.ts';
import { readLongLine } from '../scan/long-line.ts';
import { lineOf, ScannedLine } from '../scan/scanned-line.ts';
import { type Found, findIn, type Sought } from './matches.ts';
import { probeOf } from './probe.ts';

/** An entry that holds the text. */
export interface Match extends Found {
  readonly entry: Entry;
  /** Of a frame: what it is. */
  readonly content: FrameContent | undefined;
}

/**
 * The entries of a recording that hold a text, however JSON spells it, in their order. Lines that may hold
 * it, and those that hold bytes in base64, are found by a scan where that is possible; whether they do,
 * the entry tells.
 *
 * @throws SadapError as `loadRecording`.
 */
export async function* searchRecording(
  path: string,
  sought: Sought,
  sizes: ScanSizes = SIZES,
): AsyncGenerator<Match> {
  try {
    const probe = probeOf(sought);
    // What has no header that can be read at once is for the full reader, which says what it is.
    const header = path === '-' || probe.length === 0 ? undefined : glanceAt(path)?.header;
    const scanner =
      header && scannerFor(sizes, { kind: 'find', probe, ignoresCase: sought.ignoresCase });
    if (scanner && header) {
      for (const line of linesWith(path, scanner)) {
        const decoded = decodeLine(line, header.version);
        if (decoded.kind === 'entry') yield* matchOf(decoded.entry, sought);
      }
    } else yield* inFull(path, sought);
  } catch (error) {
    throw readError(path, error);
  }
}

async function* inFull(path: string, sought: Sought): AsyncGenerator<Match> {
  const reader = new EntryReader(path);
  for await (const chunk of openRecording(path)) yield* matches(reader.push(chunk), sought);
  yield* matches(reader.end(), sought);
}

function* matches(items: readonly ReadItem[], sought: Sought): Generator<Match> {
  for (const item of items) if (item.kind === 'entry') yield* matchOf(item.entry, sought);
}

/** One match, or none. */
export function* matchOf(entry: Entry, sought: Sought): Generator<Match> {
  const found = findIn(entry, sought);
  if (!found) return;
  const content = entry.type === 'frame' ? parseFrame(entry).content : undefined;
  yield { ...found, entry, content };
}

/** Lines that may hold what the scanner looks for. */
function* linesWith(path: string, scanner: Scanner): Generator<Buffer> {
  const fd = openSync(path, 'r');
  const crew = new Crew(scanner, fd, fstatSync(fd).size);
  const lines = new Map<Lane, ScannedLine>();
  try {
    for (let lane = crew.next(); lane; lane = crew.next()) {
      const line = lines.get(lane) ?? new ScannedLine(lane);
      lines.set(lane, line);
      do {
        for (let index = 0; index < lane.count; index += 1) {
          line.go(index);
          yield line.copy().bytes;
        }
      } while (lane.more());
      if (lane.rest !== undefined) yield lineOf(readLongLine(fd, lane.rest).bytes).bytes;
    }
  } finally {
    crew.end();
    closeSync(fd);
  }
}
