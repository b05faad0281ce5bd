import { gzipSync } from 'node:zlib';

/** One file of an archive. */
export interface ArchiveFile {
  /** At most 100 bytes, in ASCII. */
  readonly name: string;
  readonly bytes: Buffer;
}

const BLOCK = 512;

/**
 * A gzipped archive in the POSIX ustar form (IEEE 1003.1, "ustar Interchange Format"), which every system
 * opens. The same files give the same bytes: it carries no time and no user.
 */
export function tarGz(files: readonly ArchiveFile[]): Buffer {
  const blocks = files.flatMap(({ name, bytes }) => [
    header(name, bytes.length),
    bytes,
    Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK),
  ]);
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
}

function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const field = (text: string, at: number) => block.write(text, at, 'latin1');
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  field(name, 0);
  field(octal(0o600, 7), 100);
  field(octal(0, 7), 108);
  field(octal(0, 7), 116);
  field(octal(size, 11), 124);
  field(octal(0, 11), 136);
  // The sum of all bytes, with spaces in the place of the sum itself.
  field('        ', 148);
  field('0', 156);
  field('ustar\u000000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  field(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
