import type { Frame } from '../../model/frame.ts';
import type { Stray, StrayWhy } from '../../model/message.ts';
import { escapeBytes } from './escape.ts';
import { bytes } from './format.ts';
import { cut } from './width.ts';
import { wrapWords } from './words.ts';

/** Why this is no message, in words. */
export function strayReason(stray: Stray): string {
  const at = stray.offset === undefined ? '' : ` at byte ${stray.offset}`;
  const why = WHY[stray.why];
  return stray.detail === '' ? `${why}${at}` : `${why}: ${stray.detail}${at}`;
}

/** The bytes as printable text, a few lines of them. */
export function strayText(frame: Frame, columns: number, elide: boolean): string[] {
  const most = elide ? LINES : Infinity;
  const bound = elide ? Math.min(frame.bytes.length, columns * LINES * 4) : frame.bytes.length;
  const text = escapeBytes(frame.bytes.subarray(0, bound));
  const rest = frame.bytes.length - bound;
  const size = ` … ${bytes(frame.bytes.length)}`;
  const whole = wrapWords(text, columns);
  if (rest === 0 && whole.length <= most) return whole;
  const lines = wrapWords(text, columns, most);
  const last = cut(lines.at(-1) ?? '', Math.max(1, columns - size.length), '');
  return [...lines.slice(0, -1), cut(last + size, columns)];
}

/** The message that a tolerant peer would see all the same. */
export function almostText(stray: Stray): string | undefined {
  const { almost } = stray;
  if (!almost) return undefined;
  const what = 'method' in almost ? `${almost.kind} ${almost.method}` : almost.kind;
  return `a tolerant peer would read: ${what}`;
}

const LINES = 4;

const WHY: Record<StrayWhy, string> = {
  blank: 'blank line',
  'not-json': 'not JSON',
  bom: 'starts with a byte order mark',
  'not-rpc': 'no JSON-RPC message',
  'empty-batch': 'empty batch',
  cut: 'cut off',
};
