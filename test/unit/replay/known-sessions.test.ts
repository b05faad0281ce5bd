import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../src/model/session.ts';
import { buildSession } from '../../../src/protocol/session.ts';
import { closedLoop, linesFrom } from '../../support/closed-loop.ts';
import { type Conversation, conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { compare } from '../compare/support.ts';
import { call, failure, note, opening, request, result, text } from './messages.ts';

/** Plays it in both directions at once; both sides must say the same, and it must mean the same. */
function again(talk: Conversation) {
  const recording = talk.recording();
  const now = closedLoop(recording);
  for (const side of ['client', 'server'] as const)
    expect(linesFrom(now, side)).toEqual(linesFrom(recording, side));
  const session = buildSession(now);
  const { changes } = compare(buildSession(recording), session);
  expect(changes.filter(({ rule }) => !rule.startsWith('timing.'))).toEqual([]);
  return session;
}

const outcomes = ({ exchanges }: ReturnType<typeof again>) =>
  exchanges.map(({ request: { from, message }, outcome }) =>
    [from, message.id.kind === 'null' ? 'null' : message.id.text, outcome.kind].join(' '),
  );

describe('sessions that others got wrong, played in both directions', () => {
  verifies('replay:closed-loop');

  it('arrays: whole lines, members answered across arrays and single lines', () => {
    const batch = [
      request(2, 'ping'),
      note('notifications/initialized'),
      request(3, 'tools/list'),
      request(4, 'ping'),
    ];
    const session = again(
      conversation()
        .client(request(0, 'initialize', { ...opening, protocolVersion: '2025-03-26' }))
        .server(result(0, { ...opening, protocolVersion: '2025-03-26' }))
        .client(batch)
        .server([result(3, { tools: [] }), result(2)])
        .server(result(4))
        .client([]),
    );
    expect(outcomes(session)).toEqual([
      'client 0 answered',
      'client 2 answered',
      'client 3 answered',
      'client 4 answered',
    ]);
  });

  it('an array where the revision has none: refused as then, its member unanswered', () => {
    const session = again(
      conversation()
        .initialized('2025-06-18')
        .client([request(1, 'ping')])
        .server({
          jsonrpc: '2.0',
          id: null,
          error: { code: -32600, message: 'Batch not supported' },
        }),
    );
    expect(outcomes(session)).toEqual(['client 0 answered', 'client 1 unanswered']);
    expect(session.orphans).toMatchObject([{ why: 'null-id' }]);
  });

  it('concurrent requests that were answered out of order', () => {
    const session = again(
      conversation()
        .initialized()
        .client(request(1, 'tools/list', {}), { at: 1000 })
        .client(request(2, 'tools/list', {}), { at: 1000 })
        .client(request(3, 'resources/list', {}), { at: 1001 })
        .server(failure(3, -32601, 'Method not found'), { at: 1005 })
        .server(result(1, { tools: [] }), { at: 1005 })
        .server(result(2, { tools: [] }), { at: 1009 }),
    );
    const answers = session.messages.filter(({ from }) => from === 'server').slice(1);
    expect(answers.map(({ message }) => 'id' in message && message.id)).toMatchObject([
      { text: '3' },
      { text: '1' },
      { text: '2' },
    ]);
  });

  it('a call that was given up, answered late, and made again', () => {
    const scan = { host: 'h1' };
    const session = again(
      conversation()
        .client(call(20, 'scan', scan), { at: 0 })
        .client(note('notifications/cancelled', { requestId: 20, reason: 'timed out' }), {
          at: 60_000,
        })
        .client(call(21, 'scan', scan), { at: 60_500 })
        .server(result(20, text('open: 22')), { at: 63_200 })
        .server(result(99, text('?')), { at: 64_000 })
        .server(result(21, text('open: 22')), { at: 125_000 }),
    );
    expect(outcomes(session)).toEqual(['client 20 late', 'client 21 answered']);
    expect(session.orphans).toMatchObject([{ why: 'unknown-id' }]);
  });

  it('questions of the server under the ids of open requests of the client', () => {
    const sampling = { messages: [], maxTokens: 10 };
    const session = again(
      conversation()
        .initialized()
        .client(call(1, 'summarise'), { at: 100 })
        .server(request(1, 'sampling/createMessage', sampling), { at: 500 })
        .client(
          result(1, { role: 'assistant', model: 'm', content: { type: 'text', text: 'ok' } }),
          {
            at: 2000,
          },
        )
        .server(request(2, 'elicitation/create', { message: 'sure?' }), { at: 2100 })
        .client(result(2, { action: 'decline' }), { at: 2400 })
        .server(result(1, text('done')), { at: 2500 }),
    );
    expect(outcomes(session)).toEqual([
      'client 0 answered',
      'client 1 answered',
      'server 1 answered',
      'server 2 answered',
    ]);
    const [, called, asked] = session.exchanges;
    expect(asked?.within?.seq).toBe(called?.request.seq);
  });

  it('a request that came before notifications/initialized, through a bridge', () => {
    const session = again(
      conversation()
        .client(request(0, 'initialize', opening))
        .server(result(0, opening))
        .client(request(1, 'tools/list'))
        .server(failure(1, -32600, 'Session not initialized'))
        .client(note('notifications/initialized')),
    );
    expect(
      session.messages.map(({ message }) => ('method' in message ? message.method : '')),
    ).toEqual(['initialize', '', 'tools/list', '', 'notifications/initialized']);
  });

  it('equal calls with other answers in turn, progress in place, a call that nobody answers', () => {
    const next = (id: number) => call(id, 'next', {}, { _meta: { progressToken: id } });
    const session = again(
      conversation()
        .initialized()
        .client(next(2))
        .server(note('notifications/progress', { progressToken: 2, progress: 1 }))
        .server(result(2, text('1')))
        .client(next(3))
        .server(result(3, text('2')))
        .client(call(9, 'hang')),
    );
    expect(outcomes(session).slice(1)).toEqual([
      'client 2 answered',
      'client 3 answered',
      'client 9 unanswered',
    ]);
    const texts = session.exchanges.slice(1, 3).map((each) => answerOf(each)?.bytes.toString());
    expect(texts).toEqual(
      [result(2, text('1')), result(3, text('2'))].map((each) => JSON.stringify(each)),
    );
  });

  it('a line with every spelling that a copy would change: the same bytes, by their hash', () => {
    const odd = String.raw`{ "id" : 3,"jsonrpc":"2.0", "result":{"content":[{"type":"text","text":"<b>&amp;</b> \/ \u00e9é \ud83c\udf89🎉 \u0000"}],"z":1.50,"a":1e-7} }`;
    const talk = conversation().initialized().client(call(3, 'odd')).server(odd);
    again(talk);
    const line = linesFrom(closedLoop(talk.recording()), 'server').at(-1) ?? '';
    const hash = createHash('sha256').update(`${line}\n`).digest('hex');
    expect(hash).toBe('6f78365d40ea2476dc75048d8868f71a37074032a6d1d2767f367245a2697410');
  });
});
