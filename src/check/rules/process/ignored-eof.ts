import type { Session } from '../../../model/session.ts';
import { endingOf } from '../../evidence/ending.ts';
import { duration } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/**
 * A signal that comes sooner says nothing about the server: clients that are done with a probe close
 * stdin and send SIGTERM in one breath.
 */
const PATIENCE_US = 1_000_000;

/** Hosts that only close stdin leave such a server running for ever. */
export const ignoredEof = defineRule({
  id: 'process/ignored-eof',
  severity: 'warning',
  side: 'server',
  summary: 'the server does not end when its standard input is closed',
  spec: {
    section: 'basic/lifecycle#shutdown',
    revision: '2025-06-18',
    says: 'On stdio a client ends a session by closing the server’s stdin, and then with SIGTERM and SIGKILL.',
  },
  hosts: 'Hosts that only close stdin leave such a server running for ever.',
  fix: 'End the process when stdin ends (Node: process.stdin.on("end", …)), and on SIGTERM.',
  example: {
    bad: `
handshake
stdin closed
wait 2 s
sent SIGTERM
killed by SIGTERM
closed by client
`,
    good: `
handshake
stdin closed
exited 0
closed by client
`,
  },
  find: (session) => findIgnored(session),
});

function findIgnored(session: Session): Found[] {
  const { stdinClosed, signals } = endingOf(session);
  const after = signals.filter((each) => stdinClosed && each.seq > stdinClosed.seq);
  const late = stdinClosed && after.find(({ at }) => at - stdinClosed.at >= PATIENCE_US);
  if (!stdinClosed || !late) return [];
  const names = after.map((each) => each.signal);
  const isKilled = names.includes('SIGKILL');
  return [
    {
      severity: isKilled ? 'warning' : 'note',
      title: `the server was still running ${duration(late.at - stdinClosed.at)} after its stdin was closed; it took ${names.join(' and ')}`,
      places: [stdinClosed, ...after].map(({ seq }) => ({ seq, index: undefined })),
      fix: isKilled
        ? 'End the process when stdin ends, and on SIGTERM.'
        : 'End the process when stdin ends (Node: process.stdin.on("end", …)).',
    },
  ];
}
