import { OUTLIVED } from '../../../model/recording.ts';
import type { Session } from '../../../model/session.ts';
import { endingOf } from '../../evidence/ending.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Seen by the recorder, which ends everything that a server started, when the server itself had gone. */
export const leftBehind = defineRule({
  id: 'process/left-behind',
  severity: 'warning',
  side: 'server',
  summary: 'the server ends, and processes that it started run on',
  spec: {
    section: 'basic/lifecycle#shutdown',
    revision: '2025-06-18',
    says: 'On stdio a session ends with the server’s process; the client closes its stdin and may signal it.',
  },
  hosts:
    'Hosts signal the process that they started, at most: browsers, watchers and workers stay, and pile up with every restart.',
  fix: 'End what the server started when stdin ends and on SIGTERM; start through exec, not through a shell or npm.',
  example: {
    bad: `
handshake
stdin closed
note the server has ended, and what it had started was still running
sent SIGTERM
exited 0
closed by client
`,
    good: `
handshake
stdin closed
exited 0
closed by client
`,
  },
  find: findLeft,
});

function findLeft(session: Session): Found[] {
  const { signals } = endingOf(session);
  return session.recording.items.flatMap((item) => {
    if (item.type !== 'note' || item.text !== OUTLIVED) return [];
    const after = signals.filter(({ seq }) => seq > item.seq);
    const names = after.map(({ signal }) => signal).join(' and ');
    return [
      {
        title: `${OUTLIVED}${names === '' ? '' : `; it took ${names}`}`,
        places: [item, ...after].map(({ seq }) => ({ seq, index: undefined })),
      },
    ];
  });
}
