import type { ParsedFrame } from '../model/message.ts';
import type { EventEntry, FrameEntry, TimelineItem } from '../model/recording.ts';
import { parseFrame } from '../wire/parse.ts';

/**
 * The items of a recording by which its era and revision are known: the first frames, and later on
 * every handshake and probe with what follows it. Their number and size are bounded.
 */
export class OpeningItems {
  readonly items: TimelineItem[] = [];
  #frames = 0;
  /** Frames from here that are kept, whatever they are: an answer comes soon after its request. */
  #wanted = FIRST;

  /** Must this frame be parsed and offered? */
  mayOpen({ hints, bytes }: FrameEntry): boolean {
    return this.mayOpenBy(hints?.method, bytes.length);
  }

  /** The same by what decides it: the hint, and how many bytes the frame has. */
  mayOpenBy(method: string | undefined, length: number): boolean {
    if (this.#frames >= MOST || length > LONGEST) return false;
    if (method !== undefined) this.#announce(method);
    return this.#wanted > 0;
  }

  frame({ content }: ParsedFrame, entry: FrameEntry): void {
    if (this.#frames >= MOST || entry.bytes.length > LONGEST) return;
    if ('method' in content) this.#announce(content.method);
    if (this.#wanted === 0) return;
    this.#frames += 1;
    this.#wanted -= 1;
    if (content.kind === 'stray') return;
    // A copy: the bytes are a part of the large piece of the file that they were read with.
    const kept = { ...entry, bytes: Buffer.from(entry.bytes) };
    this.items.push({ ...parseFrame(kept), type: 'frame', entry: kept });
  }

  event(event: EventEntry): void {
    if (this.items.length < 2 * MOST) this.items.push(event);
  }

  #announce(method: string): void {
    if (OPENS.has(method)) this.#wanted = Math.max(this.#wanted, NEXT);
  }
}

const OPENS: ReadonlySet<string> = new Set([
  'initialize',
  'notifications/initialized',
  'server/discover',
]);

const FIRST = 16;
const NEXT = 8;
const MOST = 256;
/** In bytes. No handshake is this long. */
const LONGEST = 64 * 1024;
