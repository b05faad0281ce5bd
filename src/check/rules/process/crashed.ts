import type { Session } from '../../../model/session.ts';
import { diedEarly, endingOf, exitText } from '../../evidence/ending.ts';
import { openRequestsOf } from '../../evidence/misfits.ts';
import { lastWords } from '../../evidence/stderr.ts';
import { duration } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** With a request open, the request tells it; before the handshake another rule does. */
export const crashed = defineRule({
  id: 'process/crashed',
  severity: 'problem',
  side: 'server',
  summary: 'the server ended by itself in the middle of a session',
  spec: {
    section: 'basic/lifecycle#shutdown',
    revision: '2025-06-18',
    says: 'On stdio the client ends a session by closing the server’s stdin; a server may also end it by closing its output and exiting.',
  },
  hosts: 'Hosts show a lost server, and start it again or not; what it held in memory is gone.',
  fix: 'Read the last lines of its stderr; catch what handlers throw.',
  example: {
    bad: `
handshake
→ 1 ping
← 1 result {}
stderr TypeError: rooms is not iterable
exited 1
closed by server
`,
    good: `
handshake
→ 1 ping
← 1 result {}
stdin closed
exited 0
closed by client
`,
  },
  find: findCrash,
});

function findCrash(session: Session): Found[] {
  const { exit, leftByItself, startedAt } = endingOf(session);
  if (!exit || !leftByItself || diedEarly(session)) return [];
  const isOpen = openRequestsOf(session).some(({ request }) => request.from === 'client');
  if (isOpen) return [];
  const isClean = exit.code === 0;
  return [
    {
      severity: isClean ? 'note' : 'problem',
      title: `${exitText(exit)} by itself, ${duration(exit.at - startedAt)} after the start${lastWords(session)}`,
      places: [{ seq: exit.seq, index: undefined }],
      ...(isClean && { fix: 'Stay until stdin is closed: hosts take an exit for a crash.' }),
    },
  ];
}
