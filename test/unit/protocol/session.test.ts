import { describe, expect, it } from 'vitest';
import { rolesOf } from '../../../src/protocol/roles.ts';
import { conversation } from '../../support/conversation.ts';
import { answer, ask, call, cancelled, modern, notify } from '../../support/messages.ts';
import { verifies } from '../../support/verifies.ts';

describe('a session', () => {
  it('is empty when nothing was said', () => {
    const session = conversation().stderr('starting').open().session();
    expect(session).toMatchObject({
      era: 'unknown',
      revision: undefined,
      client: undefined,
      server: undefined,
      conversations: [],
      messages: [],
      exchanges: [],
      operations: [],
      orphans: [],
      duration: 0,
    });
  });

  it('lasts from the first entry to the last', () => {
    const session = conversation()
      .event({ event: 'started' }, { at: 5 })
      .client(call(1), { at: 10 })
      .end({ at: 250.5 })
      .session();
    expect(session.duration).toBe(245_500);
  });

  it('holds the place, time and bytes of every message', () => {
    const session = conversation()
      .stderr('ready')
      .client([call(1), notify('notifications/initialized')], { at: 7 })
      .session();
    const [first, second] = session.messages;
    expect(first).toMatchObject({ seq: 1, index: 0, from: 'client' });
    expect(second).toMatchObject({ seq: 1, index: 1, at: first?.at });
    expect(second?.bytes.subarray(second.message.node.start, second.message.node.end)).toEqual(
      Buffer.from(JSON.stringify(notify('notifications/initialized'))),
    );
  });
});

describe('a long session', () => {
  const count = 20_000;
  const ids = Array.from({ length: count }, (_, nth) => nth);
  /** Milliseconds of processor time, which a busy machine does not stretch. */
  const time = (lines: (readonly [from: 'client' | 'server', said: object | string])[]) => {
    const told = conversation();
    for (const [from, said] of lines) told[from](said);
    const recording = told.recording();
    const before = process.cpuUsage();
    const session = told.session();
    rolesOf(session);
    expect(session.recording.items).toHaveLength(recording.items.length);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const client = (said: object | string) => ['client', said] as const;
  const server = (said: object | string) => ['server', said] as const;

  it.each([
    [
      'all open at once',
      [...ids.map((id) => client(call(id))), ...ids.map((id) => server(answer(id)))],
    ],
    ['under one id', [...ids.map(() => client(call(1))), ...ids.map(() => server(answer(1)))]],
    [
      'with one progress token',
      ids.flatMap((id) => [
        client(ask(id, 'tools/call', { _meta: { progressToken: 't' } })),
        server(notify('notifications/progress', { progressToken: 't' })),
      ]),
    ],
    ['answered again and again', [client(call(1)), ...ids.map(() => server(answer(1)))]],
    ['begun again and again', ids.map((id) => client(ask(id, 'initialize')))],
    [
      'that needs input again and again',
      ids.flatMap((id) => [
        client(modern(id, 'tools/call', { name: 't', requestState: 's' })),
        server(answer(id, { resultType: 'input_required', requestState: 's' })),
      ]),
    ],
    ['cancelled again and again', [client(call(1)), ...ids.map(() => client(cancelled(1)))]],
    ['of lines that are no message', ids.flatMap((id) => [client('{x'), server(answer(id))])],
  ])('is built in linear time when it is %s', (_, lines) => {
    verifies('pair:linear');
    // Quadratic work on this many messages takes much longer.
    expect(time([...lines])).toBeLessThan(1500);
  });
});
