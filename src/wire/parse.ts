import type { Frame } from '../model/frame.ts';
import type { FrameContent, Message, ParsedFrame, Stray } from '../model/message.ts';
import { parseJson } from './json.ts';
import { messageOf, stray } from './message.ts';

export { messageOf } from './message.ts';

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Tab, line feed, vertical tab, form feed, carriage return, space. */
const WHITE = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20]);

/**
 * What a frame holds. Every frame gets an answer: what is no message is a stray with its reason, and
 * with the message that a more tolerant peer would see (byte order mark removed; NaN and Infinity
 * taken for numbers). A JSON text that the stream ended after, before a line feed, counts in full.
 * Never throws.
 */
export function parseFrame(frame: Frame): ParsedFrame {
  const { bytes } = frame;
  if (isBlank(bytes)) return { frame, content: blank(bytes), defects: [] };
  if (bytes.subarray(0, BOM.length).equals(BOM)) return withBom(frame);
  const json = parseJson(bytes);
  if (!json.ok) return notJson(frame, json.offset, json.detail);
  const { node, defects } = json;
  if (node.kind !== 'array') return { frame, content: messageOf(node, bytes), defects };
  const content: FrameContent =
    node.items.length === 0
      ? stray('empty-batch', 'an array without members', node.start)
      : { kind: 'batch', members: node.items.map((each) => messageOf(each, bytes)) };
  return { frame, content, defects };
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => WHITE.has(byte));
}

function blank(bytes: Buffer): Stray {
  return stray('blank', bytes.length === 0 ? 'empty line' : 'white space only', undefined);
}

function withBom(frame: Frame): ParsedFrame {
  const { almost, defects, problem } = tolerant(frame.bytes, BOM.length);
  const detail = `starts with a byte order mark${problem === undefined ? '' : `; after it: ${problem}`}`;
  return { frame, content: { ...stray('bom', detail, 0), almost }, defects };
}

function notJson(frame: Frame, offset: number, detail: string): ParsedFrame {
  const { almost, defects } = tolerant(frame.bytes, 0);
  const why = frame.eol === '' ? 'cut' : 'not-json';
  return { frame, content: { ...stray(why, detail, offset), almost }, defects };
}

interface Tolerant {
  readonly almost: Message | undefined;
  readonly defects: ParsedFrame['defects'];
  /** Why there is no message, or what was tolerated. */
  readonly problem: string | undefined;
}

/** Reads from `start` as the most tolerant peer known does: Python's json module. */
function tolerant(bytes: Buffer, start: number): Tolerant {
  const strict = parseJson(bytes, start);
  const json = strict.ok ? strict : parseJson(bytes, start, { lenient: true });
  if (!json.ok) return { almost: undefined, defects: [], problem: json.detail };
  const found = messageOf(json.node, bytes);
  const { defects } = json;
  if (found.kind === 'stray') return { almost: undefined, defects, problem: found.detail };
  return { almost: found, defects, problem: strict.ok ? undefined : strict.detail };
}
