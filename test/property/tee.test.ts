import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Recorder } from '../../src/capture/tee/recorder.ts';
import type { Line, Side } from '../../src/model/frame.ts';
import { encodeEntry } from '../../src/recording/encode.ts';
import { recordingFrom } from '../../src/recording/load.ts';
import { rawBytes } from '../../src/recording/raw.ts';
import { FileSink } from '../../src/recording/sink.ts';
import { RecordingWriter } from '../../src/recording/write.ts';
import { LineSplitter } from '../../src/wire/lines.ts';
import fc from '../support/fast-check.ts';
import { verifies } from '../support/verifies.ts';
import { anyStream, cut } from '../unit/capture/tee/streams.ts';
import { header } from '../unit/recording/samples.ts';

const clock = { now: () => header.startedAt };
const cuts = fc.array(fc.nat(), { maxLength: 12 });
const turns = fc.array(fc.boolean(), { maxLength: 30 });
/** Around the sizes of the lines, so that each of the ways a line can go is taken. */
const sizes = fc.record({
  batch: fc.constantFrom(64, 200, 1000, 3000, 128 * 1024),
  /** With the fast code, or without. */
  prepared: fc.boolean(),
  memory: fc.constantFrom(8, 9, 30, 100, 1000, 2 * 1024 * 1024),
  /** Long lines may grow in the recording; else each goes to a file of its own. */
  grows: fc.boolean(),
});

let folder = '';
let runs = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sadap-tee-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Step {
  readonly from: Side;
  /** undefined: the side has ended. */
  readonly chunk: Buffer | undefined;
}

/** Two streams in chunks, taking turns, then their ends. */
const conversation = fc
  .tuple(anyStream, anyStream, cuts, cuts, turns)
  .map(([client, server, clientCuts, serverCuts, order]) => {
    const rest = { client: cut(client, clientCuts), server: cut(server, serverCuts) };
    const steps: Step[] = [];
    const take = (from: Side) => {
      const chunk = rest[from].shift();
      if (chunk) steps.push({ from, chunk });
    };
    for (const isClient of order) take(isClient ? 'client' : 'server');
    for (const from of ['client', 'server'] as const) {
      while (rest[from].length > 0) take(from);
      steps.push({ from, chunk: undefined });
    }
    return { client, server, steps };
  });

describe('the recorder of tee', () => {
  it('writes for any bytes in any chunks what the encoder writes for the whole lines', () => {
    verifies('tee:round-trip', 'tee:append-first');
    let grown = 0;
    fc.assert(
      fc.property(conversation, sizes, ({ client, server, steps }, size) => {
        const { path, recorder } = create(size);
        const reference = new Reference();
        for (const { from, chunk } of steps) {
          if (chunk) giveOnce(recorder, from, chunk);
          else recorder.ended(from);
          reference.take(from, chunk);
          // After each call the file holds every line that has ended, and perhaps the start of one that has not.
          const [file, whole] = [readFileSync(path), reference.file()];
          const rest = file.subarray(whole.length);
          same(file.subarray(0, whole.length), whole);
          expect(rest.length > 0 && (!size.grows || rest.includes(0x0a))).toBe(false);
          if (rest.length > 0) grown += 1;
        }
        same(readFileSync(path), reference.file());
        recorder.end({ closedBy: 'client' });
        const { items, damage } = recordingFrom(readFileSync(path));
        expect(damage).toEqual([]);
        same(rawBytes(items, 'client'), client);
        same(rawBytes(items, 'server'), server);
      }),
      { numRuns: 600 },
    );
    expect(grown).toBeGreaterThan(100);
    expect(readdirSync(folder).filter((name) => !name.endsWith('.ndjson'))).toEqual([]);
  });

  it('stops at a limit with the number of frames that it left out, and stays a recording', () => {
    verifies('tee:limit');
    const limit = fc.integer({ min: 0, max: 3000 });
    fc.assert(
      fc.property(conversation, sizes, limit, ({ client, server, steps }, size, maxBytes) => {
        const { path, recorder } = create({ ...size, maxBytes });
        for (const { from, chunk } of steps) {
          if (chunk) giveOnce(recorder, from, chunk);
          else recorder.ended(from);
        }
        recorder.end({ closedBy: 'server' });
        const { items, damage, end } = recordingFrom(readFileSync(path));
        expect(damage).toEqual([]);
        const frames = items.flatMap((item) => (item.type === 'frame' ? [item.entry] : []));
        const sent = linesOf(client) + linesOf(server);
        const left = sent - frames.length;
        const says = `recording stopped at ${maxBytes} bytes, ${left} frames not recorded`;
        expect(end?.reason).toBe(left === 0 && !end?.reason ? undefined : says);
        expect(client.indexOf(rawBytes(items, 'client'))).toBe(0);
        expect(server.indexOf(rawBytes(items, 'server'))).toBe(0);
        const last = frames.at(-1);
        if (!last) return;
        const file = readFileSync(path);
        const place = file.indexOf(encodeEntry(last)) + encodeEntry(last).length;
        expect(place).toBeLessThanOrEqual(maxBytes);
      }),
      { numRuns: 300 },
    );
  });
});

/** Faster than a matcher for long buffers, and as text when it fails. */
function same(found: Buffer, wanted: Buffer): void {
  if (!found.equals(wanted)) expect(found.toString('latin1')).toBe(wanted.toString('latin1'));
}

/** Gives a chunk in memory that is used again at once, as read buffers are. */
function giveOnce(recorder: Recorder, from: Side, chunk: Buffer): void {
  const buffer = Buffer.from(chunk);
  recorder.frames(from, buffer);
  buffer.fill(0xaa);
}

function create(sizes: {
  batch: number;
  memory: number;
  prepared: boolean;
  grows: boolean;
  maxBytes?: number;
}) {
  runs += 1;
  const path = join(folder, `${runs}.ndjson`);
  // Under another name the recording cannot be opened again.
  const name = sizes.grows ? path : `${path}.moved`;
  const writer = RecordingWriter.on(new FileSink(name, openSync(path, 'ax')), header, clock);
  const failed = (error: unknown) => {
    throw error;
  };
  const recorder = new Recorder({ writer, clock, failed, ...sizes });
  if (sizes.prepared) recorder.prepare();
  return { path, recorder };
}

/** The recording as the plain encoder would write it. */
class Reference {
  readonly #splitters = { client: new LineSplitter(), server: new LineSplitter() };
  readonly #file = [encodeEntry(header)];

  take(from: Side, chunk: Buffer | undefined): void {
    const splitter = this.#splitters[from];
    const lines = chunk ? splitter.push(chunk) : [splitter.end()];
    for (const line of lines) if (line) this.#write(from, line);
  }

  file(): Buffer {
    return Buffer.concat(this.#file);
  }

  #write(from: Side, line: Line): void {
    const seq = this.#file.length - 1;
    this.#file.push(encodeEntry({ type: 'frame', seq, at: clock.now(), from, ...line }));
  }
}

function linesOf(bytes: Buffer): number {
  const splitter = new LineSplitter();
  return splitter.push(bytes).length + (splitter.end() ? 1 : 0);
}
