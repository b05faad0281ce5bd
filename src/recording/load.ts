import { createReadStream } from 'node:fs';
import { rpcId } from '../model/ids.ts';
import type { ParsedFrame } from '../model/message.ts';
import type {
  Damage,
  EndEntry,
  Entry,
  FrameEntry,
  Header,
  LineShift,
  Recording,
  TimelineItem,
} from '../model/recording.ts';
import { parseJson } from '../wire/json.ts';
import { parseFrame } from '../wire/parse.ts';
import { EntryReader, type ReadItem } from './read.ts';
import { readError } from './read-error.ts';

/**
 * Reads a whole recording into memory, frames understood. `-` is standard input.
 *
 * @throws SadapError `recording-missing`, `recording-empty`, `recording-invalid`, `recording-newer`.
 */
export async function loadRecording(path: string): Promise<Recording> {
  const loader = new Loader(path);
  try {
    for await (const chunk of openRecording(path)) loader.push(chunk);
  } catch (error) {
    throw readError(path, error);
  }
  return loader.end();
}

/** The same for bytes in memory. */
export function recordingFrom(bytes: Buffer, path = '-'): Recording {
  const loader = new Loader(path);
  loader.push(bytes);
  return loader.end();
}

/** The bytes of a file, or of standard input for `-`. Fails when it is iterated: see `readError`. */
export function openRecording(path: string): AsyncIterable<Buffer> {
  return path === '-' ? process.stdin : createReadStream(path, { highWaterMark: 256 * 1024 });
}

/** Bytes in, a recording out. */
class Loader {
  readonly #reader: EntryReader;
  readonly #builder: RecordingBuilder;
  #size = 0;

  constructor(path: string) {
    this.#reader = new EntryReader(path);
    this.#builder = new RecordingBuilder(path);
  }

  push(chunk: Buffer): void {
    this.#size += chunk.length;
    for (const item of this.#reader.push(chunk)) this.#builder.add(item);
  }

  end(): Recording {
    for (const item of this.#reader.end()) this.#builder.add(item);
    return this.#builder.recording(this.#size);
  }
}

/** Collects what a reader finds, frames understood. */
export class RecordingBuilder {
  readonly #path: string;
  #header: Header | undefined;
  #end: EndEntry | undefined;
  readonly #items: TimelineItem[] = [];
  readonly #damage: Damage[] = [];
  readonly #lines: LineShift[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  /** Returns what became of it: an item, damage, or nothing more than the header. */
  add(item: ReadItem): TimelineItem | Damage | undefined {
    if (item.kind === 'header') {
      this.#header = item.header;
      return undefined;
    }
    if (item.kind === 'damage') {
      this.#damage.push(item.damage);
      return item.damage;
    }
    const found = this.#itemOf(item.entry, item.line, item.offset);
    const by = item.line - item.entry.seq;
    if (this.#lines.at(-1)?.by !== by) this.#lines.push({ seq: item.entry.seq, by });
    this.#items.push(found);
    return found;
  }

  /**
   * All until now. `size` is that of the file. The reader gives a header before anything else, or an
   * error.
   */
  recording(size: number): Recording {
    const header = this.#header;
    if (!header) throw new Error('the reader gave neither a header nor an error');
    return {
      path: this.#path,
      size,
      header,
      items: this.#items,
      damage: this.#damage,
      end: this.#end,
      lines: this.#lines,
    };
  }

  #itemOf(entry: Entry, line: number, offset: number): TimelineItem {
    if (entry.type === 'end') this.#end = entry;
    if (entry.type !== 'frame') return entry;
    const parsed = parseFrame(entry);
    if (!hintsAgree(entry.hints, parsed))
      this.#damage.push({ line, offset, length: 0, why: 'wrong-hints' });
    return { ...parsed, type: 'frame', entry };
  }
}

/** Hints may be absent; where they are present they must repeat the message. */
export function hintsAgree(hints: FrameEntry['hints'], { content }: ParsedFrame): boolean {
  if (!hints) return true;
  if (content.kind === 'batch' || content.kind === 'stray') return true;
  const method = 'method' in content ? content.method : undefined;
  const id = 'id' in content && content.id ? idKey(content.id) : undefined;
  const hinted = hints.id === undefined ? undefined : idKey(idOf(hints.id));
  return (hints.method ?? method) === method && (hinted ?? id) === id;
}

function idOf(text: string) {
  const parsed = parseJson(Buffer.from(text));
  return parsed.ok ? rpcId(parsed.node) : undefined;
}

function idKey(id: ReturnType<typeof rpcId>): string {
  return id === undefined || id.kind === 'null' ? 'null' : id.key;
}
