import type { Session } from '../../../model/session.ts';
import { endingOf } from '../../evidence/ending.ts';
import { count } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** What a pipe holds on Linux; a server that has written this much blocks when nobody reads. */
const PIPE = 65_536;

export const stderrFlood = defineRule({
  id: 'process/stderr-flood',
  severity: 'note',
  side: 'server',
  summary: 'more on stderr than a pipe holds',
  spec: {
    section: 'basic/transports#stdio',
    revision: '2025-06-18',
    says: 'A server may write logs to stderr, and a client may read them or not.',
  },
  hosts:
    'With a host that does not read stderr the server blocks in a write once the pipe is full, and goes silent.',
  fix: 'Log less, or to a file.',
  example: {
    bad: `
handshake
stderr ⟨70000 × .⟩
→ 1 ping
← 1 result {}
`,
    good: `
handshake
stderr INFO ready
→ 1 ping
← 1 result {}
`,
  },
  find: (session) => findFlood(session),
});

function findFlood(session: Session): Found[] {
  const { stderr } = endingOf(session);
  const rest = session.recording.passedOver?.stderr ?? { lines: 0, bytes: 0 };
  const own = stderr.reduce((sum, each) => sum + each.bytes.length + each.eol.length, 0);
  const bytes = own + rest.bytes;
  const [first] = stderr;
  if (!first || bytes <= PIPE) return [];
  return [
    {
      title: `${count(bytes, 'byte')} on stderr in ${count(stderr.length + rest.lines, 'line')}: with a host that does not read stderr the server blocks after ${PIPE}`,
      places: [{ seq: first.seq, index: undefined }],
      fix: 'Log less, or to a file; hosts must read stderr all the time.',
    },
  ];
}
