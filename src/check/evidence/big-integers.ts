import { type JsonNode, walk } from '../../model/json.ts';
import type { Located } from '../../model/message.ts';
import type { Session } from '../../model/session.ts';
import { perSession } from './per-session.ts';

/** An integer of 16 digits or more: a number, or digits in a text. */
export interface LongInteger {
  readonly located: Located;
  readonly pointer: string;
  /** The digits as sent. */
  readonly text: string;
  readonly isNumber: boolean;
}

/** Every integer in the session that is too long for a double to be safe, in wire order. */
export const longIntegersOf = perSession((session: Session): readonly LongInteger[] =>
  session.messages
    .filter((located) => hasLongRun(located.bytes))
    .flatMap((located) => [...inMessage(located)]),
);

/**
 * What a program that reads numbers as doubles (JavaScript, jq, most JSON libraries) writes for these
 * digits. The same digits again: nothing is lost.
 */
export function throughDouble(digits: string): string {
  return String(Number(digits));
}

const LONGEST = 300;

function* inMessage(located: Located): Generator<LongInteger> {
  for (const [pointer, node] of walk(located.message.node))
    for (const text of integersOf(node))
      if (text.length <= LONGEST)
        yield { located, pointer, text, isNumber: node.kind === 'number' };
}

function integersOf(node: JsonNode): string[] {
  if (node.kind === 'number') return /^-?\d{16,}$/.test(node.text) ? [node.text] : [];
  if (node.kind !== 'string' || node.value.length < 16) return [];
  // Not inside words (hexadecimal, base64) and not the digits of a fraction.
  return node.value.match(/(?<![\w.+/-])-?\d{16,}(?![\w.+/=-])/g) ?? [];
}

/** Most messages have no such number: a look at the bytes saves the walk through their values. */
function hasLongRun(bytes: Buffer): boolean {
  let run = 0;
  for (const byte of bytes) {
    run = byte >= 0x30 && byte <= 0x39 ? run + 1 : 0;
    if (run === 16) return true;
  }
  return false;
}
