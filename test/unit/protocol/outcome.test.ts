import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { answer, ask, call, cancelled } from '../../support/messages.ts';
import { exchange, orphans, outcomes } from '../../support/outcomes.ts';
import { verifies } from '../../support/verifies.ts';

describe('requests without an answer', () => {
  it('are cancelled when the asking side gave up', () => {
    verifies('pair:unanswered');
    const session = conversation()
      .client(ask(0, 'initialize'), { at: 0 })
      .client(cancelled(0), { at: 60_006 })
      .end({ at: 60_009 })
      .session();
    expect(outcomes(session)).toEqual(['client initialize 0 cancelled']);
    expect(session.duration).toBe(60_009_000);
  });

  it('are pending while the recording goes on', () => {
    verifies('pair:unanswered');
    expect(outcomes(conversation().client(call(1)).open().session())).toEqual([
      'client tools/call 1 pending',
    ]);
  });

  it.each([
    ['exit', { event: 'exit', code: 1, signal: null }],
    ['closed output', { event: 'stdout-closed' }],
    ['failed start', { event: 'spawn-failed', code: 'ENOENT', text: '' }],
  ] as const)('are unanswered after the %s of the server', (_, event) => {
    verifies('pair:unanswered');
    const session = conversation()
      .client(call(1))
      .server(ask(1, 'ping'))
      .event(event)
      .open()
      .session();
    const asked = event.event === 'exit' ? 'unanswered' : 'pending';
    expect(outcomes(session)).toEqual(['client tools/call 1 unanswered', `server ping 1 ${asked}`]);
  });

  it('of the server are unanswered once the client closed the input', () => {
    verifies('pair:unanswered');
    const session = conversation()
      .client(call(1))
      .server(ask(1, 'ping'))
      .event({ event: 'stdin-closed' })
      .open()
      .session();
    expect(outcomes(session)).toEqual(['client tools/call 1 pending', 'server ping 1 unanswered']);
  });

  it('may need none', () => {
    verifies('pair:none-due');
    const session = conversation()
      .client(ask('sub', 'subscriptions/listen'))
      .client(ask(null, 'ping'))
      .server(answer(null))
      .client(cancelled('sub'))
      .session();
    expect(outcomes(session)).toEqual([
      'client subscriptions/listen "sub" none-due',
      'client ping null none-due',
    ]);
    expect(exchange(session, 'client', '"sub"').cancel?.seq).toBe(3);
    expect(orphans(session)).toEqual(['2 null-id after 1']);
  });

  it('takes the closing answer of a subscription for an answer, not a late one', () => {
    verifies('pair:none-due');
    const session = conversation()
      .client(ask('sub', 'subscriptions/listen'))
      .client(cancelled('sub'))
      .server(answer('sub'))
      .session();
    expect(outcomes(session)).toEqual(['client subscriptions/listen "sub" answered']);
  });
});
