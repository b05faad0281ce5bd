import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Recorder } from '../../../src/capture/tee/recorder.ts';
import { encodeEntry } from '../../../src/recording/encode.ts';
import { recordingFrom } from '../../../src/recording/load.ts';
import { rawBytes } from '../../../src/recording/raw.ts';
import { FileSink } from '../../../src/recording/sink.ts';
import { RecordingWriter } from '../../../src/recording/write.ts';
import { LineSplitter } from '../../../src/wire/lines.ts';
import { header } from '../../unit/recording/samples.ts';
import { chunksOf, type FuzzTarget, holds, same } from '../target.ts';

const folder = mkdtempSync(join(tmpdir(), 'sadap-fuzz-tee-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'r.ndjson');
const clock = { now: () => header.startedAt };

/** The recorder of tee, with little memory and small batches, so that lines take each of their ways. */
export const target: FuzzTarget = {
  promise:
    'tee records any bytes in any chunks as the encoder writes whole lines, and gives them back',
  seeds: [
    '{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc":"2.0","id":1,"result":{}}\r\nnot JSON\n',
    `{"text":"${'é'.repeat(80)}"}\n${'x'.repeat(150)}\r\n`,
    Buffer.from([0x22, 0xc3, 0x0a, 0x22, 0xf0, 0x9f, 0x8e, 0x89, 0x22, 0x0d, 0x0a, 0xff]),
  ],
  run: (bytes) => {
    rmSync(path, { force: true });
    const writer = RecordingWriter.on(new FileSink(path, openSync(path, 'ax')), header, clock);
    const failed = (error: unknown) => {
      throw error;
    };
    const memory = 8 + (bytes.length % 60);
    const recorder = new Recorder({ writer, clock, failed, batch: 64 + bytes.length * 2, memory });
    for (const chunk of chunksOf(bytes)) recorder.frames('server', Buffer.from(chunk));
    recorder.ended('server');
    const written = readFileSync(path);
    recorder.end({ closedBy: 'client' });
    same(written, encoded(bytes), 'what tee wrote');
    const { items, damage } = recordingFrom(readFileSync(path));
    holds(damage.length === 0, 'nothing is damaged');
    same(rawBytes(items, 'server'), bytes, 'the bytes of the server');
  },
};

function encoded(bytes: Buffer): Buffer {
  const splitter = new LineSplitter();
  const lines = splitter.push(bytes);
  const last = splitter.end();
  const entries = (last ? [...lines, last] : lines).map((line, seq) =>
    encodeEntry({ type: 'frame', seq, at: clock.now(), from: 'server', ...line }),
  );
  return Buffer.concat([encodeEntry(header), ...entries]);
}
