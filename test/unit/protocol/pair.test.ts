import { describe, expect, it } from 'vitest';
import { isKind, refKey } from '../../../src/model/session.ts';
import { conversation } from '../../support/conversation.ts';
import { answer, ask, call, cancelled, failure, notify } from '../../support/messages.ts';
import { exchange, latency, orphans, outcomes } from '../../support/outcomes.ts';
import { verifies } from '../../support/verifies.ts';

describe('pairing by id', () => {
  it('finds the answers of concurrent requests that come out of order', () => {
    verifies('pair:any-order');
    const session = conversation()
      .initialized()
      .client(ask(1, 'tools/list'), { at: 1000 })
      .client(ask(2, 'tools/list'), { at: 1000 })
      .client(ask(3, 'resources/list'), { at: 1001 })
      .server(failure(3, -32601), { at: 1005 })
      .server(answer(1, { tools: [] }), { at: 1005 })
      .server(answer(2, { tools: [] }), { at: 1009 })
      .session();
    expect(outcomes(session).slice(1)).toEqual([
      'client tools/list 1 answered',
      'client tools/list 2 answered',
      'client resources/list 3 answered',
    ]);
    expect(session.exchanges.slice(1).map(latency)).toEqual([5, 9, 4]);
    expect(session.messages.map((each) => each.seq)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('tells ids apart by type and value', () => {
    verifies('pair:typed-id', 'pair:orphan');
    const session = conversation()
      .client(ask('init-1', 'initialize'))
      .server(answer(0, { protocolVersion: '2025-06-18' }))
      .client(ask(0, 'tools/list'))
      .server(answer(0, { tools: [] }))
      .client(ask('1', 'ping'))
      .client(ask(1, 'ping'))
      .server('{"jsonrpc":"2.0","id":1.0,"result":{}}')
      .session();
    expect(outcomes(session)).toEqual([
      'client initialize "init-1" unanswered',
      'client tools/list 0 answered',
      'client ping "1" unanswered',
      'client ping 1 answered',
    ]);
    expect(orphans(session)).toEqual(['1 unknown-id']);
  });

  it('pairs the empty string and digits that no double can hold', () => {
    verifies('pair:typed-id');
    const session = conversation()
      .client(ask('', 'ping'))
      .client('{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}')
      .client('{"jsonrpc":"2.0","id":12345678901234567891,"method":"ping"}')
      .server('{"jsonrpc":"2.0","id":12345678901234567891,"result":{}}')
      .server(answer(''))
      .session();
    expect(outcomes(session)).toEqual([
      'client ping "" answered',
      'client ping 12345678901234567890 unanswered',
      'client ping 12345678901234567891 answered',
    ]);
  });

  it('keeps a broken text encoding and unusual line separators from breaking a pair', () => {
    const windows1252 = Buffer.from(
      '{"jsonrpc":"2.0","id":2,"result":{"text":"Messger\xe4t"}}',
      'latin1',
    );
    const session = conversation()
      .client(call(2))
      .server(windows1252)
      .client(call(3))
      .stderr("Server error: 'charmap' codec can't decode byte 0x90")
      .client(cancelled(3))
      .client(call(4))
      .server('{"jsonrpc":"2.0","id":4,\r"result":{"text":"a\u2028b\u2029c\u0085d"}}')
      .session();
    expect(outcomes(session)).toEqual([
      'client tools/call 2 answered',
      'client tools/call 3 cancelled',
      'client tools/call 4 answered',
    ]);
  });

  it('does not take an answer that only tolerant peers can read', () => {
    verifies('pair:unanswered');
    const session = conversation()
      .client(call(2))
      .server('{"jsonrpc": "2.0", "id": 2, "result": {"mean": NaN}}')
      .session();
    expect(outcomes(session)).toEqual(['client tools/call 2 unanswered']);
    expect(session.messages).toHaveLength(1);
  });
});

describe('the two directions', () => {
  it('may use the same id at once, and the server asks within what it works on', () => {
    verifies('pair:both-sides', 'pair:nested');
    const session = conversation()
      .client(call(1, 'summarise'), { at: 100 })
      .server(ask(1, 'sampling/createMessage'), { at: 500 })
      .client(answer(1, { role: 'assistant' }), { at: 2000 })
      .server(ask(2, 'elicitation/create'), { at: 2100 })
      .client(answer(2, { action: 'decline' }), { at: 2400 })
      .server(answer(1, { content: [] }), { at: 2500 })
      .session();
    expect(outcomes(session)).toEqual([
      'client tools/call 1 answered',
      'server sampling/createMessage 1 answered',
      'server elicitation/create 2 answered',
    ]);
    expect(session.exchanges.map(latency)).toEqual([2400, 1500, 300]);
    expect(session.exchanges.map((each) => each.within?.seq)).toEqual([undefined, 0, 0]);
  });

  it('lets a request that the client never answers wait without hiding the others', () => {
    verifies('pair:both-sides', 'pair:nested');
    const session = conversation()
      .client(call(3, 'open'))
      .server(ask(0, 'roots/list'))
      .client(call(4, 'click'))
      .server(cancelled(0))
      .server(answer(3))
      .server(answer(4))
      .session();
    expect(outcomes(session)).toEqual([
      'client tools/call 3 answered',
      'server roots/list 0 cancelled',
      'client tools/call 4 answered',
    ]);
    expect(session.exchanges.map((each) => each.within?.seq)).toEqual([undefined, 0, undefined]);
  });

  it('does not say what a server asks for when two requests are in work, or for a ping', () => {
    verifies('pair:nested');
    const session = conversation()
      .client(call(1))
      .server(ask('p', 'ping'))
      .client(call(2))
      .server(ask('e', 'elicitation/create'))
      .server(answer(1))
      .server(ask('f', 'elicitation/create'))
      .session();
    const within = (id: string) => exchange(session, 'server', id).within?.seq;
    expect([within('"p"'), within('"e"'), within('"f"')]).toEqual([undefined, undefined, 2]);
  });

  it('does not nest in a subscription or in a call that was given up', () => {
    verifies('pair:nested');
    const session = conversation()
      .client(ask('s', 'subscriptions/listen'))
      .client(call(1))
      .client(cancelled(1))
      .server(ask(0, 'roots/list'))
      .session();
    expect(exchange(session, 'server', '0').within).toBeUndefined();
  });
});

describe('batches', () => {
  it('pair member by member, across arrays and single lines', () => {
    verifies('pair:any-order', 'pair:reaction');
    const session = conversation()
      .initialized('2025-03-26')
      .client([
        ask(2, 'ping'),
        notify('notifications/initialized'),
        ask(3, 'tools/list'),
        ask(4, 'ping'),
      ])
      .server([answer(3, { tools: [] }), answer(2)])
      .server(answer(4))
      .client('[]')
      .session();
    expect(outcomes(session).slice(1)).toEqual([
      'client ping 2 answered',
      'client tools/list 3 answered',
      'client ping 4 answered',
    ]);
    expect(session.exchanges.slice(1).map((each) => refKey(each.request))).toEqual([
      '3.0',
      '3.2',
      '3.3',
    ]);
    expect(session.messages).toHaveLength(10);
  });

  it('that are refused leave their members unanswered and explain the error', () => {
    verifies('pair:reaction', 'pair:restart');
    const session = conversation()
      .initialized('2025-03-26')
      .client([ask(1, 'ping')])
      .server([answer(1)])
      .initialized('2025-06-18')
      .client([ask(1, 'ping')])
      .server(failure(null, -32600))
      .session();
    expect(outcomes(session).filter((each) => each.includes('ping'))).toEqual([
      'client ping 1 answered',
      'client ping 1 unanswered',
    ]);
    expect(orphans(session)).toEqual(['9 null-id after 8']);
  });
});

describe('messages', () => {
  it('narrow by kind', () => {
    const [first] = conversation().client(call(1)).session().messages;
    expect(first && isKind(first, 'request') && first.message.method).toBe('tools/call');
  });
});
