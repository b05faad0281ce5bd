import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { answer, ask, call, cancelled, failure, notify } from '../../support/messages.ts';
import { exchange, latency, orphans, outcomes } from '../../support/outcomes.ts';
import { verifies } from '../../support/verifies.ts';

describe('answers that nobody waits for', () => {
  it('are late after a cancellation and orphans when the id is unknown', () => {
    verifies('pair:late', 'pair:orphan');
    const session = conversation()
      .client(call(20, 'scan'), { at: 0 })
      .client(cancelled(20), { at: 60_000 })
      .client(call(21, 'scan'), { at: 60_500 })
      .server(answer(20), { at: 63_200 })
      .server(answer(99), { at: 64_000 })
      .server(answer(21), { at: 125_000 })
      .session();
    expect(outcomes(session)).toEqual([
      'client tools/call 20 late',
      'client tools/call 21 answered',
    ]);
    expect(session.exchanges.map(latency)).toEqual([63_200, 64_500]);
    expect(exchange(session, 'client', '20').cancel?.seq).toBe(1);
    expect(orphans(session)).toEqual(['4 unknown-id']);
  });

  it('are not late when the cancellation came after them', () => {
    verifies('pair:late');
    const session = conversation().client(call(1)).server(answer(1)).client(cancelled(1)).session();
    expect(outcomes(session)).toEqual(['client tools/call 1 answered']);
    expect(exchange(session, 'client', '1').cancel?.seq).toBe(2);
  });

  it('are duplicates when the id was answered, and never pair by order', () => {
    verifies('pair:duplicate', 'pair:orphan');
    const session = conversation()
      .initialized()
      .client(ask(1, 'tools/list'))
      .server(answer(0, { tools: [] }))
      .client(call('req-a'))
      .server(answer(null))
      .session();
    expect(outcomes(session)).toEqual([
      'client initialize 0 answered',
      'client tools/list 1 unanswered',
      'client tools/call "req-a" unanswered',
    ]);
    expect(exchange(session, 'client', '0').duplicates.map((each) => each.seq)).toEqual([4]);
    expect(orphans(session)).toEqual(['6 null-id']);
  });

  it('react to the line that is no message', () => {
    verifies('pair:reaction');
    const session = conversation()
      .initialized()
      .client('{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"session":$10}}')
      .server(failure(null, -32700))
      .client(call(8))
      .server(answer(8))
      .session();
    expect(outcomes(session)).toEqual([
      'client initialize 0 answered',
      'client tools/call 8 answered',
    ]);
    expect(orphans(session)).toEqual(['4 null-id after 3']);
  });

  it('react to the oldest unread line, even when a request came between', () => {
    verifies('pair:reaction');
    const session = conversation()
      .client('{broken')
      .client('{broken too')
      .client(call(1))
      .server(failure(null, -32700))
      .server('{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}')
      .server(failure(null, -32700))
      .server(answer(1))
      .session();
    expect(orphans(session)).toEqual(['3 null-id after 0', '4 no-id after 1', '5 null-id']);
  });

  it('react to a line that a tolerant server could read, by its id', () => {
    verifies('pair:reaction');
    const session = conversation()
      .client(`\ufeff${JSON.stringify(ask(0, 'initialize'))}`)
      .client('{broken')
      .server(answer(0))
      .session();
    expect(orphans(session)).toEqual(['2 unknown-id after 0']);
  });

  it('react to a refused batch rather than to an older line, and never to a blank one', () => {
    verifies('pair:reaction');
    const session = conversation()
      .client('')
      .client('{broken')
      .client([call(1)])
      .server(failure(null, -32600))
      .server(failure(null, -32700))
      .session();
    expect(orphans(session)).toEqual(['3 null-id after 2', '4 null-id after 1']);
  });

  it('react to a notification, once', () => {
    verifies('pair:reaction');
    const session = conversation()
      .initialized()
      .server(failure(null, -32601))
      .server(failure(null, -32601))
      .client(notify('notifications/roots/list_changed'))
      .server('{"jsonrpc":"2.0","id":null}')
      .client(call(1))
      .server(answer(1))
      .session();
    expect(outcomes(session)).toEqual([
      'client initialize 0 answered',
      'client tools/call 1 answered',
    ]);
    expect(orphans(session)).toEqual(['3 null-id after 2', '4 null-id']);
  });
});

describe('an id used twice', () => {
  it('is fine after the answer', () => {
    verifies('pair:any-order');
    const session = conversation()
      .client(call(1))
      .server(answer(1))
      .client(call(1))
      .server(answer(1))
      .session();
    expect(session.exchanges.map((each) => each.duplicates.length)).toEqual([0, 0]);
    expect(session.exchanges.map(latency)).toEqual([1, 1]);
  });

  it('is ambiguous before it', () => {
    verifies('pair:ambiguous');
    const session = conversation()
      .client(call(1))
      .client(call(1, 'other'))
      .server(answer(1))
      .server(answer(1))
      .server(answer(1))
      .client(call(1, 'third'))
      .server(answer(1))
      .session();
    expect(session.exchanges.map((each) => each.outcome.kind)).toEqual([
      'ambiguous',
      'ambiguous',
      'answered',
    ]);
    const [first, second] = session.exchanges;
    expect(first?.outcome).toEqual(second?.outcome);
    expect(first?.outcome).toMatchObject({ answers: [{ seq: 2 }, { seq: 3 }] });
    expect(second?.duplicates.map((each) => each.seq)).toEqual([4]);
  });

  it('is unanswered, not ambiguous, when there is no answer', () => {
    verifies('pair:ambiguous');
    const session = conversation().client(call(1)).client(call(1)).session();
    expect(session.exchanges.map((each) => each.outcome.kind)).toEqual([
      'unanswered',
      'unanswered',
    ]);
  });

  it('cannot be cancelled, because nobody knows which request is meant', () => {
    verifies('pair:ambiguous');
    const session = conversation()
      .client(ask(1, 'subscriptions/listen'))
      .server(ask(1, 'roots/list'))
      .server(ask(1, 'ping'))
      .server(cancelled(1))
      .session();
    expect(session.exchanges.map((each) => each.cancel)).toEqual([undefined, undefined, undefined]);
  });
});
