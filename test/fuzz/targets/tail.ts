import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EntryReader, type ReadItem } from '../../../src/recording/read.ts';
import { Tail } from '../../../src/recording/tail.ts';
import { conversations, fileOf } from '../support.ts';
import { chunksOf, type FuzzTarget, same } from '../target.ts';

const folder = mkdtempSync(join(tmpdir(), 'sadap-tail-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const MOST_PIECES = 2000;
const path = join(folder, 'a.ndjson');

/** A file that grows in pieces, and of which a line that has not ended is taken back at times. */
export const target: FuzzTarget = {
  promise:
    'a file that is followed while it grows gives the bytes and items of the whole file, also when the last line is taken back for another one',
  seeds: [...conversations, 'a\n{"id":1}\nb', '\n\n<{"id":1,"result":{}}\r\n'],
  longest: 4096,
  run: (bytes) => {
    const file = Buffer.concat([fileOf(bytes), bytes, Buffer.from('\n')]);
    const fd = openSync(path, 'w');
    const seen = new Seen();
    try {
      let at = 0;
      for (const [nth, piece] of piecesOf(file).entries()) {
        write(fd, piece, at);
        at += piece.length;
        // Pieces that came together are read together.
        if (nth % 3 > 0) seen.look();
        if (nth % 5 === 4) takeBack(fd, file, at, nth % 2 === 0 ? seen : undefined);
      }
      seen.look();
    } finally {
      closeSync(fd);
      seen.close();
    }
    same(seen.bytes, file, 'the bytes of a file that grew');
    const reader = new EntryReader(path);
    const whole = [...reader.push(file), ...reader.end()];
    same(JSON.stringify(seen.items), JSON.stringify(whole), 'its items');
  },
};

/** Each piece is written and looked for: of a long file they are larger, not more. */
function piecesOf(file: Buffer): Buffer[] {
  const pieces = chunksOf(file);
  const together = Math.ceil(pieces.length / MOST_PIECES);
  return Array.from({ length: Math.ceil(pieces.length / together) }, (_, at) =>
    Buffer.concat(pieces.slice(at * together, (at + 1) * together)),
  );
}

function write(fd: number, bytes: Buffer, at: number): void {
  if (bytes.length > 0) writeSync(fd, bytes, 0, bytes.length, at);
}

/** The line that is not whole yet goes, another one stands there for a while, and it comes again. */
function takeBack(fd: number, file: Buffer, at: number, seen: Seen | undefined): void {
  const start = file.lastIndexOf('\n', at - 1) + 1;
  if (start >= at) return;
  const other = Buffer.from(file[start] === 0x78 ? 'y' : 'x');
  ftruncateSync(fd, start);
  write(fd, other, start);
  seen?.look();
  write(fd, file.subarray(start, at), start);
}

/** What a reader of the growing file has, as a follower puts it together. */
class Seen {
  bytes = Buffer.alloc(0);
  readonly items: ReadItem[] = [];
  readonly #tail = new Tail(path);
  readonly #reader = new EntryReader(path);

  look(): void {
    for (let found = this.#tail.read(); found !== undefined; found = this.#tail.read()) {
      if (found === 'shrunk') throw new Error('broken: no whole line was taken back');
      if (found === 'line') {
        this.bytes = this.bytes.subarray(0, this.bytes.lastIndexOf('\n') + 1);
        this.#reader.forgetLine();
      } else {
        this.bytes = Buffer.concat([this.bytes, found]);
        this.items.push(...this.#reader.push(found));
      }
    }
  }

  close(): void {
    this.items.push(...this.#reader.end());
    this.#tail.close();
  }
}
