import type { Frame } from '../model/frame.ts';
import type { JsonArray } from '../model/json.ts';
import type { FrameContent, Message, ParsedFrame, Stray } from '../model/message.ts';
import { type JsonResult, parseJson } from './json.ts';
import { messageOf, stray } from './message.ts';

const BOM_BYTES = 3;

/**
 * What a frame holds. Every frame gets an answer: what is no message is a stray with its reason, and
 * with the message that a more tolerant peer would see (byte order mark removed; NaN and Infinity
 * taken for numbers). What a server wrote without the line feed that ends a line is no message: clients
 * wait for it, and never take what they have. Servers are known that do take a last line without one, so
 * what a client wrote counts in full. Never throws.
 */
export function parseFrame(frame: Frame): ParsedFrame {
  const { bytes } = frame;
  if (frame.sse?.dispatched === false) return { frame, content: NOT_DISPATCHED, defects: [] };
  if (isBlank(bytes)) return { frame, content: blank(bytes), defects: [] };
  if (startsWithBom(bytes)) return withBom(frame);
  const json = parseJson(bytes);
  if (!json.ok) return notJson(frame, json);
  const { node, defects } = json;
  const content = node.kind === 'array' ? batchOf(node, bytes) : messageOf(node, bytes);
  return { frame, content: isUnended(frame) ? unended(content, bytes) : content, defects };
}

function batchOf({ items, start }: JsonArray, bytes: Buffer): FrameContent {
  return items.length === 0
    ? stray('empty-batch', 'an array without members', start)
    : { kind: 'batch', members: items.map((each) => messageOf(each, bytes)) };
}

/**
 * Did the server's stream end before the line feed of this line? Bodies of HTTP and events have no line
 * ends. Such a frame is no message, whatever its hints say.
 */
export function isUnended({ eol, from, call, sse }: Frame): boolean {
  return eol === '' && from === 'server' && call === undefined && sse === undefined;
}

function unended(content: FrameContent, bytes: Buffer): Stray {
  if (content.kind === 'stray') return content;
  const almost = content.kind === 'batch' ? undefined : content;
  return { ...stray('cut', 'whole, but the line has no end', bytes.length), almost };
}

/** Lines of an event stream that reach no client are no message, whatever they hold. */
const NOT_DISPATCHED = stray('cut', 'the lines of an event that no client gets', undefined);

function isBlank(bytes: Buffer): boolean {
  let at = 0;
  while (isWhite(bytes[at])) at += 1;
  return at === bytes.length;
}

/** Tab, line feed, vertical tab, form feed, carriage return, space. */
function isWhite(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}

function blank(bytes: Buffer): Stray {
  return stray('blank', bytes.length === 0 ? 'empty line' : 'white space only', undefined);
}

/** U+FEFF in UTF-8, as some Windows programs put it before the first line of a stream. */
function startsWithBom(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function withBom(frame: Frame): ParsedFrame {
  const strict = parseJson(frame.bytes, BOM_BYTES);
  const { almost, defects, problem } = tolerant(frame.bytes, strict, BOM_BYTES);
  const detail = `starts with a byte order mark${problem === undefined ? '' : `; after it: ${problem}`}`;
  return { frame, content: { ...stray('bom', detail, 0), almost }, defects };
}

function notJson(frame: Frame, strict: Refused): ParsedFrame {
  const { almost, defects } = tolerant(frame.bytes, strict, 0);
  // A body of HTTP has no line end; when it is cut, the end of its exchange says so.
  const why = frame.eol === '' && frame.call === undefined ? 'cut' : 'not-json';
  return { frame, content: { ...stray(why, strict.detail, strict.offset), almost }, defects };
}

type Refused = Extract<JsonResult, { ok: false }>;

interface Tolerant {
  readonly almost: Message | undefined;
  readonly defects: ParsedFrame['defects'];
  /** Why there is no message, or what was tolerated. */
  readonly problem: string | undefined;
}

/** What the most tolerant peer known, Python's json module, makes of bytes that `strict` came from. */
function tolerant(bytes: Buffer, strict: JsonResult, start: number): Tolerant {
  const json = isWordlike(bytes, strict) ? parseJson(bytes, start, { lenient: true }) : strict;
  const problem = strict.ok ? undefined : strict.detail;
  if (!json.ok) return { almost: undefined, defects: [], problem };
  const found = messageOf(json.node, bytes);
  const { defects } = json;
  if (found.kind === 'stray') return { almost: undefined, defects, problem: found.detail };
  return { almost: found, defects, problem };
}

/** Saves reading a second time what does not stumble over the N of NaN or the I of Infinity. */
function isWordlike(bytes: Buffer, strict: JsonResult): boolean {
  if (strict.ok) return false;
  const byte = bytes[strict.offset];
  return byte === 0x4e || byte === 0x49;
}
