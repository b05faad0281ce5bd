import { SIDES } from '../../evidence/lines.ts';
import { strayNumbers, straysOfKind } from '../../evidence/strays.ts';
import { count, streamOf } from '../../evidence/text.ts';
import { defineRule } from '../../rule.ts';

export const blankLines = defineRule({
  id: 'framing/blank-lines',
  severity: 'note',
  summary: 'empty lines between the messages',
  spec: {
    section: 'basic/transports#stdio',
    revision: '2025-06-18',
    says: 'Messages are separated by line feeds; a line that is no message has no place on stdout.',
  },
  hosts:
    'Most clients skip an empty line; strict ones report "Unexpected end of JSON input" for each.',
  fix: 'End each message with one line feed and write nothing else.',
  example: {
    bad: `
handshake
← 
→ 1 ping
← 1 result {}
`,
    good: `
handshake
→ 1 ping
← 1 result {}
`,
  },
  find: (session) =>
    SIDES.flatMap((side) => {
      const blanks = straysOfKind(session, side, 'blank');
      if (blanks.length === 0) return [];
      return [
        {
          side,
          title: `${count(blanks.length, 'blank line')} on ${streamOf(side)}: ${strayNumbers(blanks)}`,
          places: blanks.map(({ seq }) => ({ seq, index: undefined })),
          fix: 'End each message with one line feed and write nothing else; strict peers report "Unexpected end of JSON input".',
        },
      ];
    }),
});
