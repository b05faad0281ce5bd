/**
 * The one place where text from a recording becomes printable. Everything a server says is
 * untrusted: a control character can repaint the terminal, a bidi override can make `exe` look like
 * `png`, a zero-width or tag character can carry an instruction that only the model sees. Nothing of
 * that kind leaves this module; what stands in its place says which character it was.
 */

/**
 * How a character that must not be printed is shown.
 * `code`: `\x1b`, `\u202e`, `\u{e0041}`, as in source text; `json`: as a JSON string spells it;
 * `name`: `⟨ESC⟩`, `⟨RLO⟩`, `⟨TAG:A⟩`, for text that a model reads.
 */
export type Escapes = 'code' | 'json' | 'name';

/**
 * One line of printable text. Line feeds, tabs and carriage returns are shown escaped as well; split
 * first where lines are to stay lines.
 */
export function escapeText(text: string, escapes: Escapes = 'code'): string {
  if (PLAIN.test(text)) return text;
  const show = SHOW[escapes];
  return text.replace(SUSPECT, (found, offset: number) =>
    isHarmless(found, text, offset) ? found : show(found),
  );
}

/** A JSON string literal of this value, printable. */
export function escapeJsonString(value: string, escapes: 'json' | 'name' = 'json'): string {
  if (PLAIN_IN_JSON.test(value)) return `"${value}"`;
  const quoted = value.replace(/["\\]/g, '\\$&');
  return `"${escapeText(quoted, escapes)}"`;
}

/**
 * Bytes as printable text: what is UTF-8 as text, every other byte as `\xE4`, capitals, so that it
 * differs from a character that was escaped.
 */
export function escapeBytes(bytes: Buffer, escapes: Escapes = 'code'): string {
  const whole = decode(bytes);
  if (whole !== undefined) return escapeText(whole, escapes);
  let shown = '';
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    const text = length > 0 ? decode(bytes.subarray(at, at + length)) : undefined;
    shown += text === undefined ? hexByte(bytes[at] ?? 0) : escapeText(text, escapes);
    at += text === undefined ? 1 : length;
  }
  return shown;
}

/**
 * A line of JSON with what a terminal would act on spelled as JSON can: the values stay the same. Lines for
 * people hold none of it, so it is done for every line that is printed.
 */
export function escapeJsonLine(line: string): string {
  return ACTED_ON.test(line) ? line.replaceAll(ACTED_ON_ALL, utf16) : line;
}

/** What `JSON.stringify` leaves as it is: DEL, C1, bidi controls, invisible characters, line separators. */
const ACTED_ON =
  /[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;
const ACTED_ON_ALL = new RegExp(ACTED_ON.source, 'gu');

const PLAIN = /^[\x20-\x7e]*$/;
const PLAIN_IN_JSON = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/**
 * Controls (C0, C1, DEL), lone surrogates, formatting and default-ignorable characters (bidi
 * controls, zero-width, tags, variation selectors, BOM, fillers), line and paragraph separators,
 * noncharacters. Also a mark with no letter before it, and the ninth mark on one letter: no
 * language spells so, but such a stain covers the lines above and below.
 */
const SUSPECT =
  /[\p{Cc}\p{Cs}\p{Cf}\p{DI}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|(?<=^|\p{M}{8})\p{M}/gu;

/** Visible signs of Arabic, Syriac and Kaithi numbering; formatting characters by class only. */
const VISIBLE_FORMAT = /^[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]$/u;

const JOINER = '\u200d';
const EMOJI_BEFORE = /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?$/u;
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u;
// No class: Node 26 finds no character beyond U+FFFF by a class right before the end (V8 14).
const VARIANT_BASE = /(?:\p{Emoji}|\p{Extended_Pictographic})$/u;

/** A joiner inside an emoji, the emoji selector behind one, and visible number signs may stay. */
function isHarmless(found: string, text: string, offset: number): boolean {
  if (VISIBLE_FORMAT.test(found)) return true;
  const before = text.slice(Math.max(0, offset - 4), offset);
  if (found === JOINER)
    return EMOJI_BEFORE.test(before) && EMOJI_AFTER.test(text.slice(offset + 1, offset + 3));
  return found === '\ufe0f' && VARIANT_BASE.test(before);
}

const SHOW: Record<Escapes, (char: string) => string> = {
  code: (char) => SHORT[char] ?? coded(codeOf(char)),
  json: (char) => SHORT[char] ?? utf16(char),
  name: (char) => SHORT[char] ?? `⟨${nameOf(codeOf(char))}⟩`,
};

const SHORT: { readonly [char: string]: string } = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}

function coded(code: number): string {
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\u{${hex(code, 1)}}`;
}

function utf16(char: string): string {
  return char
    .split('')
    .map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`)
    .join('');
}

/** The abbreviation that the Unicode code charts use, or the code point. */
function nameOf(code: number): string {
  if (code < CONTROLS.length) return CONTROLS[code] ?? '';
  const name = NAMES.get(code);
  if (name) return name;
  if (code >= 0xe0020 && code <= 0xe007e) return `TAG:${tagged(code - 0xe0000)}`;
  if (code >= 0xfe00 && code <= 0xfe0f) return `VS${code - 0xfe00 + 1}`;
  if (code >= 0xe0100 && code <= 0xe01ef) return `VS${code - 0xe0100 + 17}`;
  return `U+${hex(code, 4).toUpperCase()}`;
}

/** No spaces in names: a line may break there. */
function tagged(code: number): string {
  return code === 0x20 ? 'SP' : String.fromCodePoint(code);
}

const CONTROLS =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  );

const NAMES = new Map([
  [0x7f, 'DEL'],
  [0x85, 'NEL'],
  [0x9b, 'CSI'],
  [0xad, 'SHY'],
  [0x34f, 'CGJ'],
  [0x61c, 'ALM'],
  [0x180e, 'MVS'],
  [0x200b, 'ZWSP'],
  [0x200c, 'ZWNJ'],
  [0x200d, 'ZWJ'],
  [0x200e, 'LRM'],
  [0x200f, 'RLM'],
  [0x2028, 'LS'],
  [0x2029, 'PS'],
  [0x202a, 'LRE'],
  [0x202b, 'RLE'],
  [0x202c, 'PDF'],
  [0x202d, 'LRO'],
  [0x202e, 'RLO'],
  [0x2060, 'WJ'],
  [0x2061, 'FUNCTION'],
  [0x2062, 'TIMES'],
  [0x2063, 'SEPARATOR'],
  [0x2064, 'PLUS'],
  [0x2066, 'LRI'],
  [0x2067, 'RLI'],
  [0x2068, 'FSI'],
  [0x2069, 'PDI'],
  [0xfeff, 'BOM'],
  [0xe0001, 'LANGUAGE-TAG'],
  [0xe007f, 'CANCEL-TAG'],
]);

/** How many bytes a UTF-8 sequence with this first byte has; 0 when none starts so. */
function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Buffer): string | undefined {
  try {
    return STRICT.decode(bytes);
  } catch {
    return undefined;
  }
}

function hexByte(byte: number): string {
  return `\\x${hex(byte, 2).toUpperCase()}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
