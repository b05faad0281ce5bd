import { isUtf8 } from 'node:buffer';

/** Bytes at the start of a file that give its kind away. */
const MAGIC: readonly (readonly [string, string])[] = [
  ['1f8b', 'a gzip file; unpack it first'],
  ['28b52ffd', 'a Zstandard file; unpack it first'],
  ['504b0304', 'a ZIP file; unpack it first'],
  ['fffe', 'UTF-16 text, as PowerShell writes with ">"; save it as UTF-8'],
  ['feff', 'UTF-16 text; save it as UTF-8'],
  ['53514c69746520666f726d6174', 'an SQLite database'],
];

/** What a file that is no recording may be, from its first bytes (some hundred are enough). One phrase. */
export function looksLike(start: Buffer): string {
  const magic = MAGIC.find(([hex]) => start.toString('hex', 0, hex.length / 2) === hex);
  if (magic) return magic[1];
  if (start.every((byte) => byte === 0)) return 'nothing but zero bytes, as a crash leaves them';
  if (isBinary(start)) return 'binary data';
  return textKind(start.toString('utf8').replace(/^\uFEFF/, ''));
}

/** The last character may be cut, so the end is not held against it. */
function isBinary(start: Buffer): boolean {
  return (
    start.includes(0) || ![0, 1, 2, 3].some((cut) => isUtf8(start.subarray(0, -cut || undefined)))
  );
}

function textKind(text: string): string {
  const [line = ''] = text.split('\n', 1);
  if (text.trim() === '') return 'nothing but white space';
  if (/^\s*\{.*"log".*"version"/s.test(text)) return 'a HAR file';
  if (/^\{\s*"type":\s*"header"/.test(line)) return 'a recording that is damaged in its header';
  if (/^\{.*"jsonrpc"/.test(line)) return 'bare JSON-RPC messages without a header';
  if (/^\{.*\}\s*$/.test(line)) return 'NDJSON of another program';
  if (/^\s*[[{]/.test(text)) return 'one JSON document, not one entry a line';
  return 'plain text';
}
