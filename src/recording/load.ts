import { createReadStream } from 'node:fs';
import { SadapError } from '../errors.ts';
import { rpcId } from '../model/ids.ts';
import type { ParsedFrame } from '../model/message.ts';
import type {
  Damage,
  EndEntry,
  FrameEntry,
  Header,
  Recording,
  TimelineItem,
} from '../model/recording.ts';
import { parseJson } from '../wire/json.ts';
import { parseFrame } from '../wire/parse.ts';
import { EntryReader, type ReadItem } from './read.ts';

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

/** What a system error on reading means to the user; any other error comes back as it is. */
export function readError(path: string, error: unknown): unknown {
  // Node's file system errors carry the system's name for them.
  const code = error instanceof Error && (error as NodeJS.ErrnoException).code;
  if (typeof code !== 'string' || error instanceof SadapError) return error;
  if (code === 'ENOENT')
    return new SadapError('recording-missing', `there is no file ${path}`, {
      hint: 'See which recordings exist with: sadap list',
      cause: error,
    });
  const why = code === 'EISDIR' ? 'it is a folder' : code;
  return new SadapError('recording-invalid', `${path} cannot be read: ${why}`, {
    ...(code === 'EISDIR' && {
      hint: `Name a file in it, or see all with: sadap list --dir ${path}`,
    }),
    ...(code === 'EACCES' && { hint: 'Recordings are readable by the user who made them only.' }),
    cause: error,
  });
}

/** Collects what the reader finds. */
class Loader {
  readonly #path: string;
  readonly #reader: EntryReader;
  #size = 0;
  #header: Header | undefined;
  #end: EndEntry | undefined;
  readonly #items: TimelineItem[] = [];
  readonly #damage: Damage[] = [];

  constructor(path: string) {
    this.#path = path;
    this.#reader = new EntryReader(path);
  }

  push(chunk: Buffer): void {
    this.#size += chunk.length;
    for (const item of this.#reader.push(chunk)) this.#add(item);
  }

  end(): Recording {
    for (const item of this.#reader.end()) this.#add(item);
    const header = this.#header;
    if (!header) throw new Error('the reader gave neither a header nor an error');
    return {
      path: this.#path,
      size: this.#size,
      header,
      items: this.#items,
      damage: this.#damage,
      end: this.#end,
    };
  }

  #add(item: ReadItem): void {
    if (item.kind === 'header') this.#header = item.header;
    else if (item.kind === 'damage') this.#damage.push(item.damage);
    else if (item.entry.type === 'frame') this.#addFrame(item.entry, item.line, item.offset);
    else {
      this.#items.push(item.entry);
      if (item.entry.type === 'end') this.#end = item.entry;
    }
  }

  #addFrame(entry: FrameEntry, line: number, offset: number): void {
    const parsed = parseFrame(entry);
    this.#items.push({ ...parsed, type: 'frame', entry });
    if (!hintsAgree(entry.hints, parsed))
      this.#damage.push({ line, offset, length: 0, why: 'wrong-hints' });
  }
}

/** Hints may be absent; where they are present they must repeat the message. */
function hintsAgree(hints: FrameEntry['hints'], { content }: ParsedFrame): boolean {
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
