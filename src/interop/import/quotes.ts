import type { Side } from '../../model/frame.ts';
import { member } from '../../model/json.ts';
import type { Message } from '../../model/message.ts';
import { parseJson } from '../../wire/json.ts';
import { messageOf } from '../../wire/message.ts';

/** A message that a sentence of a log repeats: evidence of one message, not a record of the traffic. */
export interface Quoted {
  /** Who said it, as far as the sentence tells. */
  readonly from: Side | undefined;
  readonly message: Message;
}

/** Looked at for messages, in bytes; a log that quotes more of one has cut it. */
const LONGEST = 1024 * 1024;

/** The JSON-RPC messages in the text of a line, in order. Linear in its length. */
export function quotedIn(text: string): Quoted[] {
  if (!MAYBE.test(text)) return [];
  const bytes = Buffer.from(text.slice(0, LONGEST));
  const quoted: Quoted[] = [];
  let at = bytes.indexOf('{');
  while (at !== -1) {
    const end = endOfBrackets(bytes, at);
    if (end === -1) break;
    const message = messageIn(bytes.subarray(at, end));
    if (message) quoted.push({ from: senderIn(text.slice(0, 400)), message });
    at = bytes.indexOf('{', end);
  }
  return quoted;
}

const MAYBE = /"jsonrpc"|"method"|"result"|"error"/;

/** The offset behind the bracket that closes the one at `start`; -1 when none does. */
export function endOfBrackets(bytes: Buffer, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (inString) {
      if (byte === 0x5c) at += 1;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x7b || byte === 0x5b) depth += 1;
    else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** Other objects have members of these names too: it must look like JSON-RPC in one more way. */
function messageIn(bytes: Buffer): Message | undefined {
  const parsed = parseJson(bytes);
  if (!parsed.ok) return undefined;
  const found = messageOf(parsed.node, bytes);
  if (found.kind === 'stray') return undefined;
  const isTyped = member(parsed.node, 'jsonrpc') !== undefined;
  if (isTyped) return found;
  if ('method' in found) return found.method.includes('/') ? found : undefined;
  return found.id && found.kind === 'result' ? found : undefined;
}

function senderIn(text: string): Side | undefined {
  if (/\breceived\b|from (?:the )?server/i.test(text)) return 'server';
  return /\bsent\b|\bsending\b|from (?:the )?client/i.test(text) ? 'client' : undefined;
}
