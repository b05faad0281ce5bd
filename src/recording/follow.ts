import type { Header } from '../model/recording.ts';
import { EntryReader, type ReadItem } from './read.ts';
import { readError } from './read-error.ts';
import { Tail } from './tail.ts';

/** Why nothing more came of a recording that was followed. */
export type FollowEnd =
  /** It was closed in order. */
  | 'ended'
  /** Its recorder is gone. */
  | 'cut'
  /** The file was removed, or another one took its place. */
  | 'removed'
  /** The caller had enough. */
  | 'stopped';

export interface FollowOptions {
  /** The caller has had enough. */
  readonly signal?: AbortSignal;
  /** The longest time between two looks at the file, in milliseconds. */
  readonly lookMs?: number;
  /** Does the recorder live? undefined: that cannot be seen. Asked while nothing comes. */
  readonly lives?: (header: Header) => Promise<boolean | undefined>;
}

/** Where the system tells nothing of changes, this is how late a message is seen. */
const LOOK_MS = 50;
/** How often to ask whether the recorder lives, and whether the file is still there. */
const ASK_MS = 500;
/** A file whose lines hold no header by then is no recording. */
const HEADER_MS = 1000;

/**
 * Reads a recording as it grows: what is there, then what comes, as soon as it is in the file. Each
 * value is what was found together, never empty. All of them are what `readEntries` finds in the file
 * when nothing more comes.
 *
 * A line that had not ended may be taken back for another one. A file that loses whole lines (a full disk: what was
 * written of a batch is taken back) is read again, and what was given before is passed over.
 *
 * @throws SadapError as `loadRecording`, but an empty file is waited for.
 */
export async function* followRecording(
  path: string,
  options: FollowOptions = {},
): AsyncGenerator<readonly ReadItem[], FollowEnd> {
  let tail: Tail | undefined;
  try {
    tail = new Tail(path);
    return yield* new Follower(path, tail, options).run();
  } catch (error) {
    throw readError(path, error);
  } finally {
    tail?.close();
  }
}

/** The same for bytes that come by themselves; they end when their source does. */
export async function* followStream(
  chunks: AsyncIterable<Buffer>,
  { signal }: FollowOptions = {},
): AsyncGenerator<readonly ReadItem[], FollowEnd> {
  const reader = new EntryReader('-');
  let hasEnd = false;
  for await (const chunk of chunks) {
    if (signal?.aborted) return 'stopped';
    const items = reader.push(chunk);
    hasEnd ||= items.some((item) => item.kind === 'entry' && item.entry.type === 'end');
    yield* some(items);
  }
  if (signal?.aborted) return 'stopped';
  yield* some(reader.end());
  return hasEnd ? 'ended' : 'cut';
}

class Follower {
  readonly #path: string;
  readonly #tail: Tail;
  readonly #options: FollowOptions;
  #reader: EntryReader;
  #header: Header | undefined;
  #hasEnd = false;
  /** What was given already, for a file that is read again. */
  readonly #given = { seq: -1, damage: new Set<string>() };
  #idleSince = performance.now();
  #askedAt = performance.now();

  constructor(path: string, tail: Tail, options: FollowOptions) {
    this.#path = path;
    this.#tail = tail;
    this.#options = options;
    this.#reader = new EntryReader(path);
  }

  async *run(): AsyncGenerator<readonly ReadItem[], FollowEnd> {
    const { signal, lookMs = LOOK_MS } = this.#options;
    for (;;) {
      yield* this.#rest();
      const end = await this.#end();
      if (end) {
        // What was written between the look and the question.
        yield* this.#rest();
        if (end !== 'stopped') yield* some(this.#reader.end());
        return end;
      }
      await this.#tail.change(lookMs, signal);
    }
  }

  *#rest(): Generator<readonly ReadItem[]> {
    while (!this.#options.signal?.aborted) {
      const found = this.#tail.read();
      if (found === undefined) return;
      this.#idleSince = performance.now();
      if (found === 'line') this.#reader.forgetLine();
      else if (found === 'shrunk') this.#reader = new EntryReader(this.#path);
      else yield* some(this.#reader.push(found).filter((item) => this.#isNew(item)));
    }
  }

  #isNew(item: ReadItem): boolean {
    if (item.kind === 'header') {
      const isFirst = this.#header === undefined;
      this.#header = item.header;
      return isFirst;
    }
    if (item.kind === 'damage') {
      const place = `${item.damage.offset} ${item.damage.why}`;
      const isNew = !this.#given.damage.has(place);
      this.#given.damage.add(place);
      return isNew;
    }
    const { seq, type } = item.entry;
    // An end may have the place of an entry that was given, and taken back since.
    const isEnd = type === 'end' && !this.#hasEnd;
    if (seq <= this.#given.seq && !isEnd) return false;
    this.#given.seq = seq;
    this.#hasEnd ||= type === 'end';
    return true;
  }

  async #end(): Promise<FollowEnd | undefined> {
    if (this.#options.signal?.aborted) return 'stopped';
    if (this.#hasEnd) return 'ended';
    const now = performance.now();
    if (now - this.#askedAt < ASK_MS) return undefined;
    this.#askedAt = now;
    if (this.#tail.isReplaced) return 'removed';
    if (!this.#header) {
      const isWaiting = this.#tail.position === 0 || now - this.#idleSince < HEADER_MS;
      return isWaiting ? undefined : 'cut';
    }
    return (await this.#options.lives?.(this.#header)) === false ? 'cut' : undefined;
  }
}

function* some(items: readonly ReadItem[]): Generator<readonly ReadItem[]> {
  if (items.length > 0) yield items;
}
