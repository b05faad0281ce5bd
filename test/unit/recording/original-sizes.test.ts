import { describe, expect, it } from 'vitest';
import { OriginalSizes } from '../../../src/recording/original-sizes.ts';
import { RecordingRedactor } from '../../../src/recording/redact.ts';
import { Redactor } from '../../../src/secrets/redactor.ts';
import { EVERYTHING } from '../../../src/secrets/rules.ts';
import { conversation } from '../../support/conversation.ts';
import fc from '../../support/fast-check.ts';
import { verifies } from '../../support/verifies.ts';

const mail = fc.stringMatching(/^[a-z]{0,40}$/).map((name) => (name ? `${name}@example.org` : ''));

describe('sizes from before values were taken out', () => {
  verifies('export.taken-told');

  it('are those of every entry and message, also in a batch', () => {
    fc.assert(
      fc.property(fc.array(fc.array(mail, { minLength: 1, maxLength: 4 })), (frames) => {
        const talk = conversation();
        for (const mails of frames) {
          talk.server(mails.map((to) => ({ jsonrpc: '2.0', method: 'x', params: { to } })));
          talk.stderr(mails.join(' '));
        }
        const { session, left, sizes } = taken(talk);
        for (const [place, before] of session.recording.items.entries()) {
          const [now] = left[place] ?? [];
          if (now?.type !== 'frame' && now?.type !== 'stderr') continue;
          const entry = before.type === 'frame' ? before.entry : before;
          const size = entry.type === now.type ? entry.bytes.length : undefined;
          expect(sizes.ofEntry(now.seq) ?? now.bytes.length).toBe(size);
        }
        for (const located of session.messages) {
          const { node } = located.message;
          if (!located.bytes.includes('@', node.start)) continue;
          const size = sizes.ofMessage(located);
          if (size !== undefined) expect(size).toBe(node.end - node.start);
          else expect(located.bytes.includes('@')).toBe(false);
        }
      }),
    );
  });

  it('are none of events that tell a number of bytes', () => {
    const talk = conversation().server({
      jsonrpc: '2.0',
      method: 'x',
      params: { to: 'a@example.org' },
    });
    talk.event({ event: 'http-closed', call: 1, by: 'server', complete: true, bytes: 70 });
    talk.event({ event: 'undelivered', to: 'client', bytes: 70 });
    const { left, sizes } = taken(talk);
    const events = left.flat().filter((each) => each.type === 'event');
    expect(events).toHaveLength(2);
    for (const { seq } of events) expect(sizes.ofEntry(seq)).toBeUndefined();
  });
});

function taken(talk: ReturnType<typeof conversation>) {
  const session = talk.session();
  const redactor = new RecordingRedactor(new Redactor(EVERYTHING));
  const sizes = new OriginalSizes();
  const left = session.recording.items.map((item) => {
    const entry = item.type === 'frame' ? item.entry : item;
    const made = redactor.take({ kind: 'entry', entry, line: 0, offset: 0 });
    sizes.note(entry, made);
    return made;
  });
  return { session, left, sizes };
}
