import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Side } from '../../../src/model/frame.ts';
import type { Damage, EndEntry } from '../../../src/model/recording.ts';
import { readEntries } from '../../../src/recording/read.ts';

/** What went one way: how much, and a fingerprint of it. */
export interface Passed {
  readonly bytes: number;
  readonly sha256: string;
}

/** What a recording says, read piece by piece: it may be longer than memory. */
export interface Recorded extends Readonly<Record<Side | 'errors', Passed>> {
  readonly frames: number;
  readonly notes: readonly string[];
  readonly events: readonly string[];
  readonly damage: readonly Damage[];
  readonly end: EndEntry | undefined;
  /** Entries that are not in their place: `seq` counts on by one, and time never goes back. */
  readonly disorder: readonly string[];
  /** Of the first and last entry, in microseconds. */
  readonly from: number;
  readonly to: number;
}

/** Takes bytes, tells their number and fingerprint. */
export class Meter {
  readonly #hash: Hash = createHash('sha256');
  #bytes = 0;

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Of all until now. */
  get passed(): Passed {
    return { bytes: this.#bytes, sha256: this.#hash.copy().digest('hex') };
  }
}

/** Reads a recording without keeping it. */
export async function recordedIn(path: string): Promise<Recorded> {
  const meters = { client: new Meter(), server: new Meter(), errors: new Meter() };
  const damage: Damage[] = [];
  const notes: string[] = [];
  const events: string[] = [];
  const disorder: string[] = [];
  let [frames, seq, from, to] = [0, 0, 0, 0];
  let end: EndEntry | undefined;
  for await (const item of readEntries(createReadStream(path, { highWaterMark: 1 << 18 }), path)) {
    if (item.kind === 'damage') damage.push(item.damage);
    if (item.kind !== 'entry') continue;
    const { entry } = item;
    if (entry.seq !== seq) disorder.push(`seq ${entry.seq} in the place of ${seq}`);
    if (entry.at < to) disorder.push(`seq ${entry.seq} is ${to - entry.at} µs before the last`);
    seq = entry.seq + 1;
    from ||= entry.at;
    to = entry.at;
    if (entry.type === 'frame') {
      frames += 1;
      meters[entry.from].add(entry.bytes);
      meters[entry.from].add(Buffer.from(entry.eol));
    } else if (entry.type === 'stderr') {
      meters.errors.add(entry.bytes);
      meters.errors.add(Buffer.from(entry.eol));
    } else if (entry.type === 'note') notes.push(entry.text);
    else if (entry.type === 'event') events.push(entry.event);
    else if (entry.type === 'end') end = entry;
  }
  const { client, server, errors } = meters;
  return {
    client: client.passed,
    server: server.passed,
    errors: errors.passed,
    frames,
    notes,
    events,
    damage,
    end,
    disorder,
    from,
    to,
  };
}
