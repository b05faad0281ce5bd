import { SadapError } from '../errors.ts';
import type { Line, Micros } from '../model/frame.ts';
import { type Damage, type Entry, FORMAT_VERSION, type Header } from '../model/recording.ts';
import { LineSplitter } from '../wire/lines.ts';
import { type DecodedLine, decodeLine } from './decode.ts';
import { standInHeader } from './decode-header.ts';
import { looksLike } from './looks-like.ts';
import { type PlacedEntry, Places } from './places.ts';

/** One thing found in a recording. The header always comes first. */
export type ReadItem =
  | { readonly kind: 'header'; readonly header: Header }
  | PlacedEntry
  | { readonly kind: 'damage'; readonly damage: Damage };

/** A line with its place in the file. */
interface Place {
  readonly line: number;
  readonly offset: number;
}

/** Lines looked at for a first entry before a file without a header is refused. */
const LINES_WITHOUT_HEADER = 100;
/** No header is this long; without one, a longer line is some other file. In bytes. */
const LONGEST_HEADER = 16 * 1024 * 1024;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads a recording as it arrives; memory is that of the longest line. `path` is for messages only.
 *
 * Damage never ends the reading: a torn last line, zero bytes and garbage become `damage` items. A file
 * whose header is damaged is read with a stand-in when entries follow within 100 lines.
 *
 * @throws SadapError `recording-empty`, `recording-invalid` (no recording at all), `recording-newer`.
 */
export async function* readEntries(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  path = '-',
): AsyncGenerator<ReadItem> {
  const reader = new EntryReader(path);
  for await (const chunk of chunks) yield* reader.push(chunk);
  yield* reader.end();
}

/** The reading itself, without the waiting: bytes in, items out. Errors as for `readEntries`. */
export class EntryReader {
  readonly #path: string;
  readonly #lines = new LineSplitter();
  #line = 0;
  #offset = 0;
  #header: Header | undefined;
  readonly #places = new Places();
  #start: Buffer = Buffer.alloc(0);
  /** Somebody said how the file starts. */
  #isTold = false;
  /** What was found before it is known whether this is a recording at all. */
  #early: Damage[] = [];
  /** Where a second recording starts; everything from there on is passed over. */
  #second: Place | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Takes the next bytes of the file. */
  push(chunk: Buffer): ReadItem[] {
    if (!this.#isTold && this.#start.length < 512)
      this.#start = Buffer.concat([this.#start, chunk.subarray(0, 512)]);
    const items = this.#lines.push(chunk).flatMap((line) => this.line(line));
    this.waits(this.#lines.pendingBytes);
    return items;
  }

  /** The line that has not ended is another one; its bytes come again. */
  forgetLine(): void {
    this.#lines.end();
  }

  /** How the file starts, for who gives lines: what it looks like when it is no recording. */
  starts(bytes: Buffer): void {
    this.#start = bytes;
    this.#isTold = true;
  }

  /** So many bytes of a line have come that has no end yet. */
  waits(bytes: number): void {
    if (!this.#header && bytes > LONGEST_HEADER) throw this.#noRecording();
  }

  /** Would an entry of this place, if it were the next line, be taken without a word? */
  isNext(seq: number): boolean {
    const isOurs = this.#header?.version === FORMAT_VERSION && !this.#second;
    return isOurs && this.#places.isNext(seq);
  }

  /** How many lines there were so far. */
  get lines(): number {
    return this.#line;
  }

  /** It was, and was read elsewhere. `length`: of its line, with the line feed. */
  passed(seq: number, length: number): void {
    this.#line += 1;
    this.#offset += length;
    this.#places.passed(seq);
  }

  /** Call after the last bytes. */
  end(): ReadItem[] {
    const last = this.#lines.end();
    const found = last ? this.line(last) : [];
    if (!this.#header) throw this.#noRecording();
    return [...found, ...this.#places.end(), ...this.#passedOver()];
  }

  /** Takes the next line. Its bytes are kept. */
  line(line: Line): ReadItem[] {
    const place = { line: this.#line + 1, offset: this.#offset };
    const length = line.bytes.length + line.eol.length;
    this.#line += 1;
    this.#offset += length;
    if (this.#second || line.bytes.length === 0) return [];
    const [before, bytes, after] = split(line.bytes, place.line);
    const zeros = before + after;
    const damage = zeros > 0 ? this.#damage({ ...place, length: zeros, why: 'nul' }) : [];
    if (bytes.length === 0) return damage;
    const where = { ...place, offset: place.offset + before };
    return [...damage, ...this.#decoded(bytes, where, length - zeros, line.eol === '')];
  }

  #decoded(bytes: Buffer, place: Place, length: number, isLast: boolean): ReadItem[] {
    const decoded = decodeLine(bytes, this.#header?.version);
    const broken = { ...place, length, why: isLast ? 'torn' : 'not-an-entry' } as const;
    switch (decoded.kind) {
      case 'newer':
        if (!this.#header) throw newer(this.#path, decoded);
        return this.#secondHeader(place);
      case 'header':
        return this.#header ? this.#secondHeader(place) : this.#first(decoded, place);
      case 'entry':
        return this.#entry(decoded.entry, place, length);
      case 'broken':
        return this.#damage(broken);
    }
  }

  #first(decoded: Extract<DecodedLine, { kind: 'header' }>, place: Place): ReadItem[] {
    this.#header = decoded.header;
    const damage = decoded.whole ? [] : [{ ...place, length: 0, why: 'bad-header' } as const];
    return [{ kind: 'header', header: decoded.header }, ...this.#released(), ...items(damage)];
  }

  /** Two recordings in one file would share places and ids; the first one is what was asked for. */
  #secondHeader(place: Place): ReadItem[] {
    this.#second = place;
    return [];
  }

  /** Told at the end, when it is known how much it was. */
  #passedOver(): ReadItem[] {
    if (!this.#second) return [];
    const length = this.#offset - this.#second.offset;
    return items([{ ...this.#second, length, why: 'second-header' }]);
  }

  #entry(entry: Entry, { line, offset }: Place, length: number): ReadItem[] {
    const before = this.#header ? [] : this.#withoutHeader(entry.at);
    return [...before, ...this.#places.take({ kind: 'entry', entry, line, offset, length })];
  }

  #withoutHeader(at: Micros): ReadItem[] {
    this.#header = standInHeader(at);
    this.#places.damaged();
    const [first, ...others] = this.#early;
    this.#early = others;
    const bad = { line: 1, offset: 0, length: first?.length ?? 0, why: 'bad-header' } as const;
    return [{ kind: 'header', header: this.#header }, ...items([bad]), ...this.#released()];
  }

  #damage(damage: Damage): ReadItem[] {
    this.#places.damaged();
    if (this.#header) return items([damage]);
    this.#early.push(damage);
    if (this.#early.length >= LINES_WITHOUT_HEADER) throw this.#noRecording();
    return [];
  }

  #released(): ReadItem[] {
    const early = this.#early;
    this.#early = [];
    return items(early);
  }

  #noRecording(): SadapError {
    if (this.#start.length === 0)
      return new SadapError('recording-empty', `${this.#path} is an empty recording (0 bytes)`, {
        hint: 'The recorder was stopped before it wrote anything, or another program emptied the file.',
      });
    return new SadapError(
      'recording-invalid',
      `${this.#path} is no recording of sadap: it looks like ${looksLike(this.#start)}`,
      {
        hint: `A recording is NDJSON whose first line starts with {"type":"header","format":"sadap"; which logs are read, sadap import ${this.#path} tells.`,
      },
    );
  }
}

/**
 * A line without what is around it: zero bytes (counted; a recorder may have gone on after a crash left
 * them), and the byte order mark that an editor put before the first line.
 */
function split(
  bytes: Buffer,
  number: number,
): readonly [before: number, rest: Buffer, after: number] {
  let start = 0;
  let end = bytes.length;
  while (start < end && bytes[start] === 0) start += 1;
  while (end > start && bytes[end - 1] === 0) end -= 1;
  const rest = bytes.subarray(start, end);
  const hasBom = number === 1 && rest.subarray(0, BOM.length).equals(BOM);
  return [start, hasBom ? rest.subarray(BOM.length) : rest, bytes.length - end];
}

function items(damage: readonly Damage[]): ReadItem[] {
  return damage.map((each) => ({ kind: 'damage', damage: each }));
}

function newer(path: string, { version, recorder }: Extract<DecodedLine, { kind: 'newer' }>) {
  const by = recorder ? `, written by ${recorder}` : '';
  return new SadapError(
    'recording-newer',
    `${path} has recording format version ${version}${by}; this program reads up to ${FORMAT_VERSION}`,
    { hint: 'Install a newer sadap to read it: npm install -g sadap@latest' },
  );
}
