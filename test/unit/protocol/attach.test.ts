import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { answer, ask, call, cancelled, notify } from '../../support/messages.ts';
import { exchange, outcomes } from '../../support/outcomes.ts';
import { verifies } from '../../support/verifies.ts';

describe('notifications', () => {
  const withToken = (id: unknown, progressToken: unknown) => ({
    ...ask(id, 'tools/call'),
    params: { name: 'slow', _meta: { progressToken } },
  });
  const progress = (progressToken: unknown) =>
    notify('notifications/progress', { progressToken, progress: 1 });

  it('of progress go to the request with their token, by type', () => {
    verifies('pair:progress');
    const session = conversation()
      .client(withToken(1, 1))
      .client(withToken(2, '1'))
      .client(withToken(3, 0))
      .server(progress('1'))
      .server(progress(1))
      .server(progress(0))
      .server(progress('nobody'))
      .client(progress(1))
      .session();
    const places = session.exchanges.map((each) => each.notifications.map(({ seq }) => seq));
    expect(places).toEqual([[4], [3], [5]]);
  });

  it('of progress go to the open request when a token is used again, and to none of two', () => {
    verifies('pair:progress');
    const session = conversation()
      .client(withToken(1, 't'))
      .server(answer(1))
      .client(withToken(2, 't'))
      .server(progress('t'))
      .client(withToken(3, 't'))
      .server(progress('t'))
      .server(answer(2))
      .server(progress('t'))
      .server(answer(3))
      .server(progress('t'))
      .session();
    const places = session.exchanges.map((each) => each.notifications.map(({ seq }) => seq));
    expect(places).toEqual([[], [3], [7, 9]]);
  });

  it('of progress go past a newer request that is done, and know a token in any spelling', () => {
    verifies('pair:progress');
    const session = conversation()
      .client(withToken(1, 7))
      .client(withToken(2, 7))
      .server(answer(2))
      .server('{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7.0}}')
      .session();
    const places = session.exchanges.map((each) => each.notifications.map(({ seq }) => seq));
    expect(places).toEqual([[3], []]);
  });

  it('of a subscription go to it, and its end may come from either side', () => {
    verifies('pair:progress');
    const of = (method: string, id: unknown) => {
      return notify(method, { _meta: { 'io.modelcontextprotocol/subscriptionId': id } });
    };
    const session = conversation()
      .client(ask(30, 'subscriptions/listen'))
      .client(ask('30', 'subscriptions/listen'))
      .server(of('notifications/subscriptions/acknowledged', 30))
      .server(of('notifications/tools/list_changed', '30'))
      .server(cancelled(30))
      .session();
    const [first, second] = session.exchanges;
    expect(first?.notifications.map(({ seq }) => seq)).toEqual([2]);
    expect(second?.notifications.map(({ seq }) => seq)).toEqual([3]);
    expect([first?.cancel?.seq, second?.cancel?.seq]).toEqual([4, undefined]);
  });

  it('of cancellation count for the side that asked, once', () => {
    verifies('pair:late');
    const session = conversation()
      .client(call(1))
      .server(ask(1, 'roots/list'))
      .server(cancelled(1))
      .server(cancelled(1))
      .client(cancelled(7))
      .client(cancelled(null))
      .client(cancelled({}))
      .session();
    expect(outcomes(session)).toEqual([
      'client tools/call 1 unanswered',
      'server roots/list 1 cancelled',
    ]);
    expect(exchange(session, 'server', '1').notifications.map(({ seq }) => seq)).toEqual([3]);
  });
});
