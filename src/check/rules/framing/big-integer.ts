import type { Session } from '../../../model/session.ts';
import { type LongInteger, longIntegersOf, throughDouble } from '../../evidence/big-integers.ts';
import { SIDES } from '../../evidence/lines.ts';
import { count, jsonPath } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** RFC 8259 section 6: integers are interoperable from -(2^53)+1 to 2^53-1. */
export const bigInteger = defineRule({
  id: 'framing/big-integer',
  severity: 'warning',
  summary: 'integers that a peer with doubles reads as another number',
  basis: 'RFC 8259 section 6: integers are interoperable from -(2^53)+1 to 2^53-1',
  hosts:
    'Hosts in JavaScript read 1915883588174806058 as …806000: the model reads, and sends back, another id than the server gave.',
  fix: 'Send such numbers as strings.',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"newest","arguments":{}}
← 1 result {"content":[{"type":"text","text":"…"}],"structuredContent":{"id":1915883588174806058}}
`,
    good: `
handshake
→ 1 tools/call {"name":"newest","arguments":{}}
← 1 result {"content":[{"type":"text","text":"…"}],"structuredContent":{"id":"1915883588174806058"}}
`,
  },
  find: (session) => SIDES.flatMap((side) => findBig(session, side)),
});

/** Limits of a schema; nobody calculates with them, and servers in Go and Rust write them everywhere. */
const IN_SCHEMA = /\/(inputSchema|outputSchema|requestedSchema)\//;

function findBig(session: Session, side: 'client' | 'server'): Found[] {
  const big = longIntegersOf(session).filter((each) => each.located.from === side && isLossy(each));
  const [first] = big;
  if (!first) return [];
  const more = big.length === 1 ? '' : `; ${count(big.length, 'such integer')} in all`;
  return [
    {
      side,
      title: `integer beyond 2^53 at ${jsonPath(first.pointer)}: ${short(first.text)} becomes ${throughDouble(first.text)} in JavaScript${more}`,
      places: big.map(({ located, pointer }) => ({
        seq: located.seq,
        index: located.index,
        pointer,
      })),
      fix: 'Send such numbers as strings.',
    },
  ];
}

function isLossy({ isNumber, pointer, text }: LongInteger): boolean {
  return isNumber && throughDouble(text) !== text && !IN_SCHEMA.test(pointer);
}

function short(digits: string): string {
  return digits.length <= 40 ? digits : `${digits.slice(0, 40)}… (${digits.length} digits)`;
}
