import type { EventEntry } from '../../../model/recording.ts';
import type { Session } from '../../../model/session.ts';
import { endingOf } from '../../evidence/ending.ts';
import { defineRule, type Found } from '../../rule.ts';

export const closedEarly = defineRule({
  id: 'process/closed-early',
  severity: 'problem',
  side: 'server',
  summary: 'the server closes its stdout, or stops reading its stdin, while it still runs',
  spec: {
    section: 'basic/transports#stdio',
    revision: '2025-06-18',
    says: 'The server reads messages from its stdin and writes messages to its stdout as long as the session lasts.',
  },
  hosts: 'Hosts see a closed connection, or write into a pipe that nobody reads (EPIPE) and hang.',
  fix: 'Keep both streams open until stdin ends; do not close or replace sys.stdout or process.stdout.',
  example: {
    bad: `
handshake
stdout closed
→ 1 ping
wait 2 s
stdin closed
exited 0
closed by client
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
  find: findClosed,
});

/** A server that exits within this time of its output's end was ending; a busy machine takes its time. In µs. */
const ENDING = 1_000_000;

function findClosed(session: Session): Found[] {
  const { stdinClosed, signals, exit } = endingOf(session);
  const over = Math.min(
    stdinClosed?.seq ?? Infinity,
    signals[0]?.seq ?? Infinity,
    exit?.seq ?? Infinity,
  );
  const events = session.recording.items.filter(
    (each): each is EventEntry => each.type === 'event' && each.seq < over,
  );
  return events.flatMap((each) => {
    const place = { seq: each.seq, index: undefined };
    if (each.event === 'stdout-closed') {
      if (exit && exit.at - each.at < ENDING) return [];
      return [
        { title: 'the server closed its stdout while it was still running', places: [place] },
      ];
    }
    if (each.event === 'write-failed')
      return [
        {
          title: `the server no longer read its stdin: a write failed with ${each.code}`,
          places: [place],
        },
      ];
    return [];
  });
}
