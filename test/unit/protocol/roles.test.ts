import { describe, expect, it } from 'vitest';
import { rolesOf } from '../../../src/protocol/roles.ts';
import { conversation } from '../../support/conversation.ts';
import { answer, ask, call, cancelled, notify } from '../../support/messages.ts';
import { verifies } from '../../support/verifies.ts';

describe('roles', () => {
  it('say which part of which exchange each message is', () => {
    verifies('role:one');
    const session = conversation()
      .client(call(1))
      .client([call(2), notify('notifications/initialized')])
      .server(answer(1))
      .server(answer(1))
      .client(cancelled(2))
      .server(answer('x'))
      .client(ask(3, 'subscriptions/listen'))
      .server(
        notify('notifications/tools/list_changed', {
          _meta: { 'io.modelcontextprotocol/subscriptionId': 3 },
        }),
      )
      .session();
    const roles = [...rolesOf(session)].map(([key, { part, exchange }]) => {
      return `${key} ${part} ${exchange ? exchange.request.seq : '-'}`;
    });
    expect(roles).toEqual([
      '0 request 0',
      '1.0 request 1',
      '1.1 alone -',
      '2 answer 0',
      '3 duplicate 0',
      '4 cancel 1',
      '5 orphan -',
      '6 request 6',
      '7 notification 6',
    ]);
  });

  it('show an ambiguous answer with the first request that it may belong to', () => {
    verifies('role:one');
    const session = conversation()
      .client(call(1))
      .client(call(1))
      .server(answer(1))
      .server(answer(1))
      .session();
    const roles = rolesOf(session);
    expect(roles.size).toBe(4);
    expect(roles.get('2')).toMatchObject({ part: 'answer', exchange: { request: { seq: 0 } } });
    expect(roles.get('3')).toMatchObject({ part: 'answer', exchange: { request: { seq: 0 } } });
  });
});
