import { BYTE, Scanner } from '../wire/scanner.ts';

/** Where one member of an object stands in the bytes. */
export interface MemberSpan {
  /** The key between its quotes, as spelled. */
  readonly key: string;
  /** First byte after the colon: white space before the value belongs to the span. */
  readonly start: number;
  /** The comma or brace that ends the member. */
  readonly end: number;
}

/**
 * The members of the JSON object that fills `bytes`, found by counting brackets and skipping strings:
 * values are not looked into. `undefined` when the brackets do not pair up or something follows.
 * What it accepts need not be JSON; whatever is JSON and an object, it accepts.
 */
export function memberSpans(bytes: Buffer): MemberSpan[] | undefined {
  const scanner = new Scanner(bytes);
  const spans: MemberSpan[] = [];
  let here = scanner.space(0);
  if (bytes[here] !== BYTE.openObject) return undefined;
  here = scanner.space(here + 1);
  if (bytes[here] === BYTE.closeObject) return endsAfter(scanner, here) ? spans : undefined;
  for (;;) {
    const span = memberAt(scanner, here);
    if (!span) return undefined;
    spans.push(span);
    if (bytes[span.end] === BYTE.closeObject)
      return endsAfter(scanner, span.end) ? spans : undefined;
    here = scanner.space(span.end + 1);
  }
}

/** The text of a member's value without the white space around it. */
export function valueText(bytes: Buffer, span: MemberSpan): string {
  return bytes.toString('utf8', span.start, span.end).trim();
}

function endsAfter(scanner: Scanner, last: number): boolean {
  return scanner.space(last + 1) === scanner.bytes.length;
}

/** The member whose key opens at `at`. */
function memberAt(scanner: Scanner, at: number): MemberSpan | undefined {
  const afterKey = scanner.string(at);
  if (afterKey < 0) return undefined;
  const colon = scanner.space(afterKey);
  if (scanner.bytes[colon] !== BYTE.colon) return undefined;
  const end = valueEnd(scanner, colon + 1);
  if (end < 0) return undefined;
  return { key: scanner.bytes.toString('utf8', at + 1, afterKey - 1), start: colon + 1, end };
}

/** The comma or brace that ends the value which starts at `start`; negative when there is none. */
function valueEnd(scanner: Scanner, start: number): number {
  const { bytes } = scanner;
  let depth = 0;
  let here = start;
  while (here < bytes.length) {
    const byte = bytes[here];
    if (byte === BYTE.quote) {
      here = scanner.string(here);
      if (here < 0) return here;
      continue;
    }
    if (depth === 0 && (byte === BYTE.comma || byte === BYTE.closeObject)) return here;
    if (byte === BYTE.openObject || byte === BYTE.openArray) depth += 1;
    if (byte === BYTE.closeObject || byte === BYTE.closeArray) depth -= 1;
    if (depth < 0) return -1;
    here += 1;
  }
  return -1;
}
