import type { Transform } from 'node:stream';
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type Zlib,
} from 'node:zlib';

/** Bytes that a body may unpack to; a small one can hold terabytes of zeros. */
export const MOST_UNPACKED = 64 * 1024 * 1024;

/** A stream that unpacks; its `bytesWritten` are those that it has taken. */
export type Unpacker = Transform & Zlib;

/** What a body holds, or why that cannot be said. */
export type Unpacked =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly why: string };

/** Undoes a `Content-Encoding` (RFC 9110 section 8.4), for the recording alone; at most 64 MiB. */
export function unpack(body: Buffer, encoding: string | undefined): Unpacked {
  let bytes = body;
  for (const coding of codingsOf(encoding).reverse()) {
    const undo = UNDO[coding];
    if (!undo) return { ok: false, why: `its content coding "${coding}" is not known` };
    try {
      bytes = undo(bytes);
    } catch (error) {
      return { ok: false, why: `its content coding ${coding} cannot be undone: ${reason(error)}` };
    }
  }
  return { ok: true, bytes };
}

/**
 * The same for a stream, event by event: undefined when nothing is to be undone, or nobody can tell how.
 */
export function unpacker(encoding: string | undefined): Unpacker | undefined {
  const [coding, ...others] = codingsOf(encoding);
  return coding === undefined || others.length > 0 ? undefined : STREAMS[coding]?.();
}

/** In the order applied, lower case; `identity` is none. */
export function codingsOf(encoding: string | undefined): string[] {
  if (encoding === undefined) return [];
  return encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

const LIMIT = { maxOutputLength: MOST_UNPACKED };

const UNDO: { readonly [coding: string]: (bytes: Buffer) => Buffer } = {
  gzip: (bytes) => gunzipSync(bytes, LIMIT),
  'x-gzip': (bytes) => gunzipSync(bytes, LIMIT),
  br: (bytes) => brotliDecompressSync(bytes, LIMIT),
  // Some send bare deflate where the standard asks for the zlib format around it.
  deflate: (bytes) => (isZlib(bytes) ? inflateSync(bytes, LIMIT) : inflateRawSync(bytes, LIMIT)),
};

const STREAMS: { readonly [coding: string]: () => Unpacker } = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  deflate: () => createInflate(),
};

/** Method and check bits of RFC 1950 section 2.2. */
function isZlib(bytes: Buffer): boolean {
  const [method = 0, flags = 0] = bytes;
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}

function reason(error: unknown): string {
  // zlib's errors carry a code.
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === 'ERR_BUFFER_TOO_LARGE' ? 'it unpacks to more than 64 MiB' : (code ?? 'broken');
}
