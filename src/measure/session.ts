import type { Located } from '../model/message.ts';
import type { Session } from '../model/session.ts';
import { buildSession } from '../protocol/session.ts';
import { recordingFrom } from '../recording/load.ts';
import { canarySession } from '../targets/canary/table.ts';
import type { JsonMembers } from './leaves.ts';

/** A session with the canary as a recording would give it, and which message is which. */
export interface CanaryRecorded {
  readonly session: Session;
  /** By `about` of the script, as a measurement names it. */
  readonly messages: ReadonlyMap<string, Located>;
}

/** Records the canary without starting it. `label` is the key that the host knows the server by. */
export function recordCanary(label = 'canary', modern = false): CanaryRecorded {
  const lines: string[] = [JSON.stringify(header(label))];
  const abouts = new Map<number, string>();
  const add = (from: string, message: JsonMembers, about?: string) => {
    const seq = lines.length - 1;
    if (about !== undefined) abouts.set(seq, about);
    lines.push(JSON.stringify({ type: 'message', seq, at: TIME, from, message }));
  };
  for (const { about, request, answers } of canarySession({ modern })) {
    add('client', request);
    for (const answer of answers) {
      const { method } = answer;
      add('server', answer, typeof method === 'string' ? `${about}, ${method}` : about);
    }
  }
  const session = buildSession(recordingFrom(Buffer.from(`${lines.join('\n')}\n`), 'canary'));
  const messages = session.messages.flatMap((located) => {
    const about = abouts.get(located.seq);
    return about === undefined ? [] : [[about, located] as const];
  });
  return { session, messages: new Map(messages) };
}

const TIME = '2026-01-01T00:00:00.000000Z';

function header(label: string): JsonMembers {
  return {
    type: 'header',
    format: 'sadap',
    version: 1,
    session: '019b0000-0000-7000-8000-000000000000',
    startedAt: TIME,
    recorder: 'sadap',
    mode: 'record',
    exact: true,
    server: { label },
  };
}
