import type { Micros } from '../model/frame.ts';
import { at } from '../model/json.ts';
import type { FrameContent } from '../model/message.ts';
import type { FrameEntry, Header } from '../model/recording.ts';
import { parseFrame } from '../wire/parse.ts';
import { openRecording, readError } from './load.ts';
import { EntryReader, type ReadItem } from './read.ts';

/** What a list of recordings shows of one file. */
export interface RecordingSummary {
  readonly path: string;
  /** Bytes of the file. */
  readonly size: number;
  readonly header: Header;
  /** From the header to the last entry, in microseconds. */
  readonly duration: Micros;
  /** Requests of both sides, members of batches each. */
  readonly requests: number;
  readonly answers: number;
  readonly notifications: number;
  /** JSON-RPC errors among the answers. */
  readonly failures: number;
  /** Results that say `isError: true`. */
  readonly toolErrors: number;
  /** Frames, or members of a batch, that hold no message. */
  readonly strays: number;
  /** How often each method was asked or notified; in the order first seen. */
  readonly methods: ReadonlyMap<string, number>;
  /** open: still being written, or the recorder was killed. */
  readonly state: 'ended' | 'open';
  /** Damaged places. */
  readonly damage: number;
}

/**
 * Facts about a recording, at the price of reading it once: the hints tell requests, notifications and
 * answers apart, so a message is parsed only when it has none or may be an error. Constant memory.
 *
 * @throws SadapError as `loadRecording`.
 */
export async function summariseRecording(path: string): Promise<RecordingSummary> {
  const reader = new EntryReader(path);
  const counter = new Counter();
  let size = 0;
  try {
    for await (const chunk of openRecording(path)) {
      size += chunk.length;
      for (const item of reader.push(chunk)) counter.add(item);
    }
  } catch (error) {
    throw readError(path, error);
  }
  for (const item of reader.end()) counter.add(item);
  return { path, size, ...counter.result() };
}

class Counter {
  #header: Header | undefined;
  #last: Micros = 0;
  #state: 'ended' | 'open' = 'open';
  #requests = 0;
  #answers = 0;
  #notifications = 0;
  #failures = 0;
  #toolErrors = 0;
  #strays = 0;
  #damage = 0;
  readonly #methods = new Map<string, number>();

  add(item: ReadItem): void {
    if (item.kind === 'damage') this.#damage += 1;
    else if (item.kind === 'header') {
      this.#header = item.header;
      this.#last = item.header.startedAt;
    } else {
      this.#last = Math.max(this.#last, item.entry.at);
      if (item.entry.type === 'end') this.#state = 'ended';
      if (item.entry.type === 'frame') this.#frame(item.entry);
    }
  }

  result(): Omit<RecordingSummary, 'path' | 'size'> {
    const header = this.#header;
    if (!header) throw new Error('the reader gave neither a header nor an error');
    return {
      header,
      duration: this.#last - header.startedAt,
      requests: this.#requests,
      answers: this.#answers,
      notifications: this.#notifications,
      failures: this.#failures,
      toolErrors: this.#toolErrors,
      strays: this.#strays,
      methods: this.#methods,
      state: this.#state,
      damage: this.#damage,
    };
  }

  #frame(entry: FrameEntry): void {
    const { hints, bytes } = entry;
    if (hints?.method !== undefined) this.#called(hints.method, hints.id !== undefined);
    else if (hints?.id !== undefined && !mayBeError(bytes)) this.#answers += 1;
    else this.#content(parseFrame(entry).content);
  }

  #called(method: string, isRequest: boolean): void {
    if (isRequest) this.#requests += 1;
    else this.#notifications += 1;
    this.#methods.set(method, (this.#methods.get(method) ?? 0) + 1);
  }

  #content(content: FrameContent): void {
    switch (content.kind) {
      case 'batch':
        for (const each of content.members) this.#content(each);
        break;
      case 'stray':
        this.#strays += 1;
        break;
      case 'request':
      case 'notification':
        this.#called(content.method, content.kind === 'request');
        break;
      case 'failure':
        this.#answers += 1;
        this.#failures += 1;
        break;
      case 'result': {
        this.#answers += 1;
        const flag = at(content.result, 'isError');
        if (flag?.kind === 'literal' && flag.value === true) this.#toolErrors += 1;
      }
    }
  }
}

/** Only a look at the bytes; whether it is one, the parser decides. */
function mayBeError(bytes: Buffer): boolean {
  return bytes.includes('"error"') || bytes.includes('"isError"') || !bytes.includes('"result"');
}
