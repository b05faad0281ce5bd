import { SIDES, streamsOf } from '../../evidence/lines.ts';
import { count, jsonPath } from '../../evidence/text.ts';
import { defineRule } from '../../rule.ts';

/** RFC 8259 section 4 leaves the meaning open; parsers keep the last, the first, or refuse. */
export const duplicateKeys = defineRule({
  id: 'framing/duplicate-keys',
  severity: 'warning',
  summary: 'the same key twice in one object',
  basis: 'RFC 8259 section 4: names within an object should be unique',
  hosts:
    'JavaScript and Python keep the last value, some parsers the first, others refuse the message.',
  fix: 'Write each key once.',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"a","arguments":{}}
← {"jsonrpc":"2.0","id":1,"result":{"content":[],"isError":true,"isError":false}}
`,
    good: `
handshake
→ 1 tools/call {"name":"a","arguments":{}}
← 1 result {"content":[],"isError":false}
`,
  },
  find: (session) =>
    SIDES.flatMap((side) => {
      const repeated = streamsOf(session)[side].flatMap((line) =>
        line.defects.flatMap((each) => (each.kind === 'duplicate-key' ? [{ line, ...each }] : [])),
      );
      const [first] = repeated;
      if (!first) return [];
      const more =
        repeated.length === 1 ? '' : `; ${count(repeated.length, 'repeated key')} in all`;
      return [
        {
          side,
          title: `duplicate key ${jsonPath(first.pointer)} in a message of the ${side}; peers disagree about which value counts${more}`,
          places: repeated.map(({ line, pointer, offset }) => ({
            seq: line.frame.seq,
            index: undefined,
            pointer,
            offset,
          })),
          fix: 'Write each key once.',
        },
      ];
    }),
});
