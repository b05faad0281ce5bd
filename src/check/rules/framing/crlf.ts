import type { Side } from '../../../model/frame.ts';
import type { Session } from '../../../model/session.ts';
import { SIDES, streamsOf } from '../../evidence/lines.ts';
import { straysOfKind } from '../../evidence/strays.ts';
import { count, streamOf } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Most JSON parsers take the carriage return for white space, so this is a note. */
export const crlf = defineRule({
  id: 'framing/crlf',
  severity: 'note',
  summary: 'lines end in CR LF',
  spec: {
    section: 'basic/transports#stdio',
    revision: '2025-06-18',
    says: 'Messages are separated by line feeds.',
  },
  hosts:
    'JSON parsers take the carriage return for white space, so nearly every client copes; a program that compares whole lines does not.',
  fix: 'End messages with a single line feed (Python on Windows: open stdout with newline="\\n").',
  example: {
    bad: `
→ 1 ping
← {"jsonrpc":"2.0","id":1,"result":{}}⟨CR⟩
`,
    good: `
→ 1 ping
← {"jsonrpc":"2.0","id":1,"result":{}}
`,
  },
  find: (session) => SIDES.flatMap((side) => findCrlf(session, side)),
});

function findCrlf(session: Session, side: Side): Found[] {
  // LSP headers end in CR LF by their own rule, and that framing has a finding of its own.
  const headers = new Set(straysOfKind(session, side, 'lsp').map((each) => each.line));
  const all = streamsOf(session)[side];
  const lines = all.filter((each) => each.frame.eol === '\r\n' && !headers.has(each));
  const [first] = lines;
  if (!first) return [];
  return [
    {
      side,
      title: `lines end in CRLF on ${streamOf(side)}: ${lines.length} of ${count(streamsOf(session).counts[side], 'line')}, first line ${first.number}`,
      places: [{ seq: first.frame.seq, index: undefined, offset: first.frame.bytes.length }],
      fix: 'End messages with a single line feed (Python on Windows: open stdout with newline="\\n").',
    },
  ];
}
