import { describe, expect, it } from 'vitest';
import { refKey, type Session } from '../../../src/model/session.ts';
import { rolesOf } from '../../../src/protocol/roles.ts';
import { type Conversation, conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';

const rpc = { jsonrpc: '2.0' } as const;
const ask = (id: unknown, method = 'tools/call') => ({ ...rpc, id, method });
const result = (id: unknown) => ({ ...rpc, id, result: {} });
const fault = (id?: unknown) => ({
  ...rpc,
  ...(id !== undefined && { id }),
  error: { code: -32600, message: 'no' },
});
const closed = { event: 'http-closed', by: 'server', complete: true, bytes: 9 } as const;

describe('answers over HTTP', () => {
  verifies('proxy:pairs-by-exchange');

  it('pair within their exchange first, though others use the same id at the same time', () => {
    const session = conversation()
      .client(ask(1), { call: 1 })
      .client(ask(1), { call: 2 })
      .server(result(1), { call: 2 })
      .server(result(1), { call: 1 })
      .session();
    expect(pairs(session)).toEqual(['0>3', '1>2']);
  });

  it('pair in their session when they come on another stream', () => {
    const session = conversation()
      .http(1, 'POST /mcp', { 'Mcp-Session-Id': '«masked:1»' })
      .client(ask(1), { call: 1 })
      .http(2, 'POST /mcp', { 'mcp-session-id': '«masked:2»' })
      .client(ask(1), { call: 2 })
      .http(3, 'GET /mcp', { 'mcp-session-id': '«masked:1»', 'last-event-id': '4' })
      .server(result(1), { call: 3, sse: { id: '5' } })
      .session();
    expect(pairs(session)).toEqual(['1>5', '3>unanswered']);
  });

  it('stay ambiguous when several open requests of the session have their id', () => {
    const session = conversation()
      .client(ask(1), { call: 1 })
      .client(ask(1), { call: 2 })
      .server(result(1), { call: 3, sse: {} })
      .session();
    expect(pairs(session)).toEqual(['0>ambiguous', '1>ambiguous']);
  });

  it('are duplicates the second time, in the same exchange and elsewhere', () => {
    const session = conversation()
      .client(ask(1), { call: 1 })
      .server(result(1), { call: 1 })
      .server(result(1), { call: 1 })
      .server(result(1), { call: 2, sse: {} })
      .session();
    expect(pairs(session)).toEqual(['0>1']);
    expect(session.exchanges[0]?.duplicates).toHaveLength(2);
  });

  it('to a batch pair each, also as events', () => {
    const session = conversation()
      .client([ask(1), ask(2)], { call: 1 })
      .server(result(2), { call: 1, sse: {} })
      .server(result(1), { call: 1, sse: {} })
      .session();
    expect(pairs(session)).toEqual(['0.0>2', '0.1>1']);
  });

  it('of the client to the server come in other exchanges of the session', () => {
    const session = conversation()
      .client(ask(7), { call: 1 })
      .server(ask(0, 'elicitation/create'), { call: 1, sse: {} })
      .client(result(0), { call: 2 })
      .server(result(7), { call: 1, sse: {} })
      .session();
    expect(pairs(session)).toEqual(['0>3', '1>2']);
    expect(session.exchanges[1]?.within).toEqual({ seq: 0, index: undefined });
  });
});

describe('an error that names no request', () => {
  verifies('proxy:pairs-by-exchange');

  it.each([
    ['null', null],
    ['"server-error"', 'server-error'],
    ['nothing', undefined],
  ])('belongs to the request of its exchange: id %s', (_, id) => {
    const session = conversation()
      .http(1, 'POST /mcp', { accept: '*/*' })
      .client(ask(0, 'initialize'), { call: 1 })
      .http(1, '406 Not Acceptable')
      .server(fault(id), { call: 1 })
      .session();
    expect(pairs(session)).toEqual(['1>3']);
    expect(session.orphans).toEqual([]);
  });

  it('belongs to no request when there are two, or none', () => {
    const session = conversation()
      .client([ask(1), ask(2)], { call: 1 })
      .server(fault(null), { call: 1 })
      .client({ ...rpc, method: 'notifications/initialized' }, { call: 2 })
      .server(fault(null), { call: 2 })
      .http(3, 'GET /mcp')
      .server(fault(null), { call: 3 })
      .session();
    expect(pairs(session)).toEqual(['0.0>unanswered', '0.1>unanswered']);
    expect(session.orphans).toEqual([]);
    expect(rolesOf(session).get('3')?.part).toBe('alone');
  });

  it('is an orphan when it names one that nobody asked', () => {
    const session = conversation()
      .client({ ...rpc, method: 'notifications/initialized' }, { call: 1 })
      .server(fault(99), { call: 1 })
      .session();
    expect(session.orphans.map(({ why, after }) => [why, after])).toEqual([
      ['unknown-id', undefined],
    ]);
  });

  it('answers nothing that has its answer', () => {
    const session = conversation()
      .client(ask(1), { call: 1 })
      .server(result(1), { call: 1, sse: {} })
      .server(fault(null), { call: 1, sse: {} })
      .session();
    expect(pairs(session)).toEqual(['0>1']);
  });
});

describe('the end of an exchange', () => {
  verifies('proxy:pairs-by-exchange');
  const open = (build: (talk: Conversation) => Conversation) =>
    pairs(build(conversation()).open().session());

  it('leaves its request unanswered, also while others go on', () => {
    expect(
      open((talk) =>
        talk
          .client(ask(1), { call: 1 })
          .client(ask(2), { call: 2 })
          .server({ ...rpc, method: 'notifications/progress' }, { call: 1, sse: {} })
          .event({ ...closed, call: 1 }),
      ),
    ).toEqual(['0>unanswered', '1>pending']);
  });

  it('leaves it open when the answer may come elsewhere', () => {
    expect(
      open((talk) =>
        talk
          .http(1, 'POST /m')
          .client(ask(1), { call: 1 })
          .http(1, '202 Accepted')
          .event({ ...closed, call: 1 }),
      ),
    ).toEqual(['1>pending']);
    expect(
      open((talk) =>
        talk
          .client(ask(1), { call: 1 })
          .server('', { call: 1, sse: { id: '1' } })
          .event({ ...closed, call: 1 }),
      ),
    ).toEqual(['0>pending']);
  });
});

describe('sessions over HTTP', () => {
  verifies('proxy:sessions');

  it('are conversations of their own, whatever their interleaving', () => {
    const session = twoSessions();
    expect(
      session.conversations.map(({ era, revision, client }) => [era, revision, client?.name]),
    ).toEqual([
      ['legacy', '2025-06-18', 'one'],
      ['legacy', '2025-03-26', 'two'],
    ]);
    expect(pairs(session)).toEqual(['1>3', '5>7', '9>13', '11>12']);
  });

  it('of the transport with two endpoints are told apart by where the client posts', () => {
    const endpoint = (call: number, id: string) => ({ call, sse: { event: 'endpoint' }, id });
    const talk = conversation();
    for (const [call, id] of [
      [1, '«masked:1»'],
      [2, '«masked:2»'],
    ] as const)
      talk
        .http(call, 'GET /base/sse')
        .server(
          call === 1 ? `messages?sessionId=${id}` : `/base/messages?sessionId=${id}`,
          endpoint(call, id),
        );
    const session = talk
      .http(3, 'POST /base/messages?sessionId=«masked:1»')
      .client(ask(1), { call: 3 })
      .http(3, '202 Accepted')
      .http(4, 'POST /base/messages?sessionId=«masked:2»')
      .client(ask(1), { call: 4 })
      .server(result(1), { call: 2, sse: { event: 'message' } })
      .server(result(1), { call: 1, sse: { event: 'message' } })
      .session();
    expect(pairs(session)).toEqual(['5>10', '8>9']);
    expect(session.conversations).toHaveLength(2);
  });

  it('do not mix their server requests, whose ids each counts from 0', () => {
    const talk = conversation();
    for (const call of [1, 2]) talk.http(call, 'GET /mcp', { 'mcp-session-id': `s${call}` });
    for (const call of [1, 2]) talk.server(ask(0, 'ping'), { call, sse: {} });
    for (const call of [4, 3])
      talk
        .http(call, 'POST /mcp', { 'mcp-session-id': `s${call - 2}` })
        .client(result(0), { call });
    expect(pairs(talk.session())).toEqual(['2>7', '3>5']);
  });
});

function twoSessions(): Session {
  const talk = conversation();
  const opening = (call: number, name: string, protocolVersion: string) =>
    talk
      .http(call, 'POST /mcp')
      .client(
        {
          ...ask(0, 'initialize'),
          params: { protocolVersion, capabilities: {}, clientInfo: { name } },
        },
        { call },
      )
      .http(call, '200 OK', { 'Mcp-Session-Id': `«masked:${call}»` })
      .server(
        { ...rpc, id: 0, result: { protocolVersion, capabilities: {}, serverInfo: { name: 's' } } },
        { call },
      );
  opening(1, 'one', '2025-06-18');
  opening(2, 'two', '2025-03-26');
  return talk
    .http(3, 'POST /mcp', { 'mcp-session-id': '«masked:1»' })
    .client(ask(1), { call: 3 })
    .http(4, 'POST /mcp', { 'mcp-session-id': '«masked:2»' })
    .client(ask(1), { call: 4 })
    .server(result(1), { call: 4 })
    .server(result(1), { call: 3 })
    .session();
}

/** `request>answer` by place, or what became of it. */
function pairs({ exchanges }: Session): string[] {
  return exchanges.map(({ request, outcome }) => {
    const end = outcome.kind === 'answered' ? refKey(outcome.answer) : outcome.kind;
    return `${refKey(request)}>${end}`;
  });
}
