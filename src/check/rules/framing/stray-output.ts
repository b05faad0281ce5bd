import type { Session } from '../../../model/session.ts';
import { type StrayLine, strayNumbers, straysOfKind } from '../../evidence/strays.ts';
import { count, headOf, quote } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Banners, log lines and debug prints on stdout; what other rules explain better is left to them. */
export const strayOutput = defineRule({
  id: 'framing/stray-output',
  severity: 'problem',
  side: 'server',
  summary: 'the server writes lines on stdout that are no message',
  spec: {
    section: 'basic/transports#stdio',
    revision: '2025-06-18',
    says: 'A server must not write anything to its stdout that is not a valid MCP message.',
  },
  hosts:
    'Strict hosts show "Unexpected token …" or drop the server; the TypeScript SDK skips such a line, which is why authors often do not see it.',
  fix: 'Write logs to stderr (Node: console.error; Python: logging, or print(…, file=sys.stderr)).',
  example: {
    bad: `
← Widget server 1.2 listening
handshake
`,
    good: `
stderr Widget server 1.2 listening
handshake
`,
  },
  find: (session) => findStrayOutput(session),
});

function findStrayOutput(session: Session): Found[] {
  const strays = straysOfKind(session, 'server', 'text', 'json');
  const [first] = strays;
  if (!first) return [];
  return [
    {
      title: `${subject(strays)} on the server's stdout, ${strayNumbers(strays)}: ${quote(headOf(first.line.frame.bytes))}`,
      places: strays.map(({ seq, index }) => ({ seq, index })),
      fix: 'Write banners, logs and debug output to stderr; stdout carries MCP messages only.',
    },
  ];
}

function subject(strays: readonly StrayLine[]): string {
  const isJson = strays.every((each) => each.kind === 'json');
  return `${count(strays.length, isJson ? 'JSON value' : 'line')} that ${strays.length === 1 ? 'is' : 'are'} no message`;
}
