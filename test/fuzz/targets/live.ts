import { refKey } from '../../../src/model/session.ts';
import { LiveSession } from '../../../src/protocol/live.ts';
import { rolesOf } from '../../../src/protocol/roles.ts';
import { buildSession } from '../../../src/protocol/session.ts';
import { conversations, recordedFrom } from '../support.ts';
import { type FuzzTarget, same } from '../target.ts';

/** A session while it grows. */
export const target: FuzzTarget = {
  promise: 'a session that is followed knows at its end what the whole session knows',
  seeds: conversations,
  longest: 4096,
  run: (bytes) => {
    const recording = recordedFrom(bytes);
    const live = new LiveSession(recording.header);
    for (const item of recording.items) live.add(item);
    const whole = buildSession(recording);
    same(text(live.exchanges()), text(whole.exchanges), 'the exchanges');
    const roles = rolesOf(whole);
    for (const message of whole.messages) {
      const key = refKey(message);
      same(text(live.messages.get(key)), text(message), 'a message');
      same(text(live.roles.get(key)), text(roles.get(key)), 'its role');
    }
    for (const orphan of whole.orphans)
      same(text(live.orphans.get(refKey(orphan.answer))), text(orphan), 'an answer to nobody');
  },
};

function text(value: unknown): string {
  const short = (_: string, each: unknown) => (each instanceof Map ? [...each] : each);
  return JSON.stringify(value, short) ?? '';
}
