import type { MessageRef } from '../../../model/message.ts';
import type { Session } from '../../../model/session.ts';
import { type LongInteger, longIntegersOf, throughDouble } from '../../evidence/big-integers.ts';
import { defineRule, type Found } from '../../rule.ts';

/** The server gave an id, a hop with doubles rounded it, and the model calls back with the wrong one. */
export const roundedInteger = defineRule({
  id: 'framing/rounded-integer',
  severity: 'problem',
  side: 'host',
  summary: 'an argument is a rounded form of an integer that a result gave',
  basis: 'RFC 8259 section 6: integers are interoperable from -(2^53)+1 to 2^53-1',
  hosts: 'The server says that nothing has that id, and everybody blames the model.',
  fix: 'Send such numbers as strings; a host should keep the digits it was sent.',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"newest","arguments":{}}
← 1 result {"content":[{"type":"text","text":"id 1915883588174806058"}]}
→ 2 tools/call {"name":"read","arguments":{"id":1915883588174806000}}
← 2 result {"content":[]}
`,
    good: `
handshake
→ 1 tools/call {"name":"newest","arguments":{}}
← 1 result {"content":[{"type":"text","text":"id 1915883588174806058"}]}
→ 2 tools/call {"name":"read","arguments":{"id":"1915883588174806058"}}
← 2 result {"content":[]}
`,
  },
  find: (session) => findRounded(session),
});

function findRounded(session: Session): Found[] {
  const given = new Map<string, { text: string; ref: MessageRef }>();
  const seen = new Set<string>();
  return longIntegersOf(session).flatMap((each) => {
    const rounded = throughDouble(each.text);
    if (each.located.from === 'server') {
      seen.add(each.text);
      const { seq, index } = each.located;
      if (!given.has(rounded)) given.set(rounded, { text: each.text, ref: { seq, index } });
      return [];
    }
    const source = given.get(rounded);
    if (!source || seen.has(each.text) || !isArgument(each)) return [];
    return [rounding(each, source.text, source.ref)];
  });
}

function isArgument({ pointer, located }: LongInteger): boolean {
  return located.message.kind === 'request' && pointer.startsWith('/params/arguments/');
}

function rounding({ located, pointer, text }: LongInteger, source: string, ref: MessageRef): Found {
  const { seq, index } = located;
  const name = pointer.slice('/params/'.length).replaceAll('/', '.');
  return {
    title: `${name} ${text} was never seen in a result; the nearest is ${source}, which a double rounds to it`,
    places: [{ seq, index, pointer }, ref],
    fix: 'Send ids beyond 2^53 as strings in results, and take strings for them in arguments.',
  };
}
