import type { Side } from '../../../model/frame.ts';
import type { Session } from '../../../model/session.ts';
import { SIDES, streamsOf } from '../../evidence/lines.ts';
import { count, streamOf } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** The structure is JSON, so peers pair the message; the text in it is damaged. */
export const invalidUtf8 = defineRule({
  id: 'framing/invalid-utf8',
  severity: 'problem',
  summary: 'bytes in a message that are no UTF-8',
  spec: {
    section: 'basic/transports#stdio',
    revision: '2025-06-18',
    says: 'Messages are UTF-8 encoded.',
  },
  hosts:
    'Most clients put U+FFFD in place of each bad byte, so the model reads damaged text; strict ones drop the line.',
  fix: 'Write UTF-8 (Python: PYTHONUTF8=1 or sys.stdout.reconfigure(encoding="utf-8"); .NET: Console.OutputEncoding).',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"city","arguments":{}}
← {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Z⟨FC⟩rich"}]}}
`,
    good: `
handshake
→ 1 tools/call {"name":"city","arguments":{}}
← {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Zürich"}]}}
`,
  },
  find: (session) => SIDES.flatMap((side) => findInvalid(session, side)),
});

function findInvalid(session: Session, side: Side): Found[] {
  const bad = streamsOf(session)[side].flatMap((line) =>
    line.defects.flatMap((each) => (each.kind === 'invalid-utf8' ? [{ line, ...each }] : [])),
  );
  const [first] = bad;
  if (!first) return [];
  const { line, offset, byte } = first;
  const more = bad.length === 1 ? '' : `; ${count(bad.length, 'line')} have such bytes`;
  return [
    {
      side,
      title: `invalid UTF-8 at byte offset ${offset} of line ${line.number} of ${streamOf(side)} (0x${hex(byte)})${likely(line.frame.bytes, offset)}${more}`,
      places: bad.map((each) => ({
        seq: each.line.frame.seq,
        index: undefined,
        offset: each.offset,
      })),
      fix: 'Write UTF-8 (Python: PYTHONUTF8=1 or sys.stdout.reconfigure(encoding="utf-8"); .NET: Console.OutputEncoding).',
    },
  ];
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}

/** What the bytes probably are; nothing when that would be a guess without a reason. */
function likely(bytes: Buffer, offset: number): string {
  const [first = 0, second = 0] = bytes.subarray(offset);
  if (first === 0xed && second >= 0xa0) return ', an encoded surrogate half (CESU-8)';
  if (first >= 0xc2 && first <= 0xf4 && second >= 0x80 && second <= 0xbf)
    return ', a UTF-8 character cut short';
  const character = windows1252(first);
  return /[\p{L}\p{P}\p{Sc}\p{So}\p{N}]/u.test(character)
    ? `, looks like windows-1252 (${character})`
    : '';
}

/** 0x80 to 0x9F, where windows-1252 is not ISO 8859-1. A table: some releases of Node decode these as ISO 8859-1. */
const C1_RANGE = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

function windows1252(byte: number): string {
  return C1_RANGE[byte - 0x80] ?? String.fromCharCode(byte);
}
