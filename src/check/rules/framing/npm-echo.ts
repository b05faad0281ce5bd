import type { Session } from '../../../model/session.ts';
import { strayNumbers, straysOfKind } from '../../evidence/strays.ts';
import { headOf, quote } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

export const npmEcho = defineRule({
  id: 'framing/npm-echo',
  severity: 'problem',
  side: 'host',
  summary: 'the server is started through a package manager that prints the script on stdout',
  spec: {
    section: 'basic/transports#stdio',
    revision: '2025-06-18',
    says: 'A server must not write anything to its stdout that is not a valid MCP message.',
  },
  hosts:
    'Hosts that parse every line report "Unexpected token >" before the server has said anything.',
  fix: 'Start the server with npm run -s, or call node directly.',
  example: {
    bad: `
← > widget-server@0.3.0 start
← > node index.js
handshake
`,
    good: 'handshake',
  },
  find: (session) => findEcho(session),
});

function findEcho(session: Session): Found[] {
  const echoes = straysOfKind(session, 'server', 'echo');
  const [first] = echoes;
  if (!first) return [];
  const text = headOf(first.line.frame.bytes);
  const tool = text.startsWith('yarn') ? 'yarn' : 'npm';
  return [
    {
      title: `${tool} script echo on the server's stdout, ${strayNumbers(echoes)}: ${quote(text)}`,
      places: echoes.map(({ seq }) => ({ seq, index: undefined })),
      fix:
        tool === 'npm'
          ? 'Start the server with `npm run -s` (silent), or call node directly.'
          : 'Start the server with `yarn --silent`, or call node directly.',
    },
  ];
}
