import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { answer, ask, call, failure, modern, notify } from '../../support/messages.ts';
import { orphans, outcomes } from '../../support/outcomes.ts';
import { verifies } from '../../support/verifies.ts';

describe('a new beginning', () => {
  const started = { event: 'started' } as const;

  it('by another process ends what was open before', () => {
    verifies('pair:restart');
    const session = conversation()
      .event(started)
      .client(call(5))
      .event({ event: 'exit', code: null, signal: 'SIGTERM' })
      .event(started)
      .client(call(6))
      .server(answer(5))
      .open()
      .session();
    expect(outcomes(session)).toEqual([
      'client tools/call 5 unanswered',
      'client tools/call 6 pending',
    ]);
    expect(orphans(session)).toEqual(['5 unknown-id']);
    expect(session.conversations.map((each) => each.from)).toEqual([1, 4]);
  });

  it('by another initialize lets ids be used again', () => {
    verifies('pair:restart');
    const session = conversation()
      .initialized()
      .client(call(1))
      .initialized()
      .client(call(1))
      .server(answer(1))
      .open()
      .session();
    expect(outcomes(session)).toEqual([
      'client initialize 0 answered',
      'client tools/call 1 unanswered',
      'client initialize 0 answered',
      'client tools/call 1 answered',
    ]);
    expect(session.conversations.map((each) => each.from)).toEqual([0, 4]);
  });

  it('forgets what was answered', () => {
    verifies('pair:restart');
    const session = conversation()
      .initialized()
      .client(call(1))
      .server(answer(1))
      .initialized()
      .server(answer(1))
      .session();
    expect(orphans(session)).toEqual(['8 unknown-id after 7']);
  });

  it('after a probe that timed out still takes the late answer to the probe', () => {
    verifies('pair:restart');
    const session = conversation()
      .client(ask('probe', 'server/discover'))
      .initialized('2025-11-25')
      .server(failure('probe', -32601))
      .session();
    expect(outcomes(session)).toEqual([
      'client server/discover "probe" answered',
      'client initialize 0 answered',
    ]);
    expect(session.conversations).toHaveLength(1);
  });

  it('by another process takes whatever comes first', () => {
    verifies('pair:restart');
    const session = conversation()
      .event(started)
      .initialized()
      .event(started)
      .client(call(1))
      .initialized()
      .session();
    expect(session.conversations.map((each) => each.from)).toEqual([1, 5]);
  });

  it('forgets progress tokens', () => {
    verifies('pair:restart', 'pair:progress');
    const session = conversation()
      .client(ask(1, 'tools/call', { _meta: { progressToken: 't' } }))
      .initialized()
      .server(notify('notifications/progress', { progressToken: 't' }))
      .session();
    expect(session.exchanges.map((each) => each.notifications)).toEqual([[], []]);
  });

  it('is not a probe in the middle of a modern session', () => {
    verifies('pair:restart');
    const session = conversation()
      .client(modern(1, 'tools/list'))
      .client(modern(2, 'server/discover'))
      .open()
      .session();
    expect(outcomes(session)).toEqual([
      'client tools/list 1 pending',
      'client server/discover 2 pending',
    ]);
  });
});
