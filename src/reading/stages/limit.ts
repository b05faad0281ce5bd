import type { Limit } from '../../model/profile.ts';
import { added, type Piece, plainText } from '../pieces.ts';
import type { RuleName } from '../rules.ts';

/** Pieces that fit a limit, and what to say of the cut; no note when nothing was cut. */
export interface Cutting {
  readonly pieces: readonly Piece[];
  readonly note: string | undefined;
}

/** Keeps the start of a text. */
export function cutToLimit(
  pieces: readonly Piece[],
  limit: Limit | undefined,
  rule: RuleName,
): Cutting {
  if (!limit) return { pieces, note: undefined };
  const first = limit.firstLine ? firstLine(pieces) : { pieces, note: undefined };
  const text = plainText(first.pieces);
  const size = sizeOf(text, limit.unit);
  if (size <= limit.n) return first;
  const room = limit.n - (limit.within ? sizeOf(limit.marker ?? '', limit.unit) : 0);
  const kept = slicePieces(first.pieces, 0, headLength(text, Math.max(0, room), limit.unit));
  const note = `${limit.n} of ${size} ${limit.unit}`;
  return { pieces: [...kept, ...added(rule, limit.marker)], note };
}

/** The first line without the white space around it. */
function firstLine(pieces: readonly Piece[]): Cutting {
  const text = plainText(pieces);
  const [line = ''] = text.split('\n', 1);
  const start = line.length - line.trimStart().length;
  const kept = slicePieces(pieces, start, Math.max(start, line.trimEnd().length));
  return { pieces: kept, note: text.includes('\n') ? 'the first line' : undefined };
}

/** How long a text is. */
export function sizeOf(text: string, unit: Limit['unit']): number {
  if (unit === 'chars') return text.length;
  if (unit === 'lines') return text.split('\n').length;
  const bytes = Buffer.byteLength(text);
  return unit === 'bytes' ? bytes : Math.ceil(bytes / BYTES_OF_TOKEN);
}

/** Number of UTF-16 units of the longest start that has at most that size. */
export function headLength(text: string, size: number, unit: Limit['unit']): number {
  if (unit === 'chars') return whole(text, Math.min(size, text.length));
  if (unit === 'lines') return text.split('\n').slice(0, size).join('\n').length;
  return bytesLength(text, unit === 'bytes' ? size : size * BYTES_OF_TOKEN);
}

/** Number of UTF-16 units of the longest end that has at most that size. */
export function tailLength(text: string, size: number, unit: Limit['unit']): number {
  if (unit === 'chars') return Math.min(size, text.length);
  if (unit === 'lines') return size === 0 ? 0 : text.split('\n').slice(-size).join('\n').length;
  const bytes = Buffer.from(text);
  const most = unit === 'bytes' ? size : size * BYTES_OF_TOKEN;
  let start = Math.max(0, bytes.length - most);
  while (start < bytes.length && isContinuation(bytes[start])) start++;
  return bytes.toString('utf8', start).length;
}

/** The pieces of a part of their text, from `start` to `end` in UTF-16 units. */
export function slicePieces(pieces: readonly Piece[], start: number, end: number): Piece[] {
  const kept: Piece[] = [];
  let at = 0;
  for (const piece of pieces) {
    const text = piece.text.slice(Math.max(0, start - at), Math.max(0, end - at));
    at += piece.text.length;
    if (text !== '') kept.push({ ...piece, text });
  }
  return kept;
}

/** Tokens are taken as four bytes each. */
export function bytesOfTokens(tokens: number): number {
  return tokens * BYTES_OF_TOKEN;
}

const BYTES_OF_TOKEN = 4;

/** A pair of surrogates is not taken apart. */
function whole(text: string, length: number): number {
  const last = text.charCodeAt(length - 1);
  return length < text.length && last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}

function bytesLength(text: string, most: number): number {
  const bytes = Buffer.from(text);
  let end = Math.min(most, bytes.length);
  while (end > 0 && isContinuation(bytes[end])) end--;
  return bytes.toString('utf8', 0, end).length;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
