import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { call, failure, note, opening, request, result } from './messages.ts';
import { answering, playTo } from './stage.ts';

const able = answering({
  initialize: opening,
  'tools/list': { tools: [] },
  'tools/call': { content: [] },
  ping: {},
});

describe('the lines of a recorded client', () => {
  verifies('replay:exact-lines');

  it('are written byte for byte: spelling, order, escapes and white space', () => {
    const odd =
      '{ "id" : 3,"jsonrpc":"2.0", "method":"tools/call","params":{"name":"x","arguments":{"b":"<b>&amp;</b> \\/ \\u00e9é \\ud83c\\udf89🎉","z":1.50,"a":1e-7,"n":12345678901234567890}} }';
    const { texts } = playTo(
      conversation().initialized().client(odd).server(result(3)).session(),
      able,
    );
    expect(texts[2]).toBe(odd);
  });

  it('present the recorded client: revision, capabilities and name', () => {
    const session = conversation()
      .initialized('2025-03-26', {}, { roots: { listChanged: true }, sampling: {} })
      .session();
    const { written } = playTo(session, able);
    expect(written[0]?.json.params).toEqual({
      protocolVersion: '2025-03-26',
      capabilities: { roots: { listChanged: true }, sampling: {} },
      clientInfo: { name: 'client-x', version: '1.0' },
    });
  });

  it('keep an array on one line, and its members together', () => {
    const batch = [request(2, 'ping'), note('notifications/initialized'), request(3, 'tools/list')];
    const session = conversation()
      .client(request(0, 'initialize', opening))
      .server(result(0, opening))
      .client(batch)
      .server([result(3, { tools: [] }), result(2)])
      .client([])
      .session();
    const { texts, play } = playTo(session, able);
    expect(texts.slice(1)).toEqual([JSON.stringify(batch), '[]']);
    expect(play.omissions).toEqual([]);
  });

  it('that are no messages are written too', () => {
    const session = conversation().initialized().client('{"broken":').session();
    expect(playTo(session, able).texts.at(-1)).toBe('{"broken":');
  });
});

describe('the order of a recorded client', () => {
  verifies('replay:order');
  const slow = answering({
    initialize: opening,
    'tools/call': ({ id, params }, say) => {
      say(result(id), params.arguments.ms);
      return undefined;
    },
  });

  it('waits for an answer that the client had before it asked on', () => {
    const session = conversation()
      .initialized()
      .client(call(1, 'a', { ms: 50 }))
      .server(result(1))
      .client(call(2, 'b', { ms: 5 }))
      .server(result(2))
      .session();
    expect(playTo(session, slow).written.map(({ at }) => at)).toEqual([0, 0, 0, 50]);
  });

  it('sends together what was in flight together, whatever comes first', () => {
    const session = conversation()
      .initialized()
      .client(call(1, 'a', { ms: 50 }))
      .client(call(2, 'b', { ms: 5 }))
      .client(call(3, 'c', { ms: 20 }))
      .server(result(3))
      .client(call(4, 'd', { ms: 1 }))
      .server(result(1))
      .server(result(2))
      .server(result(4))
      .session();
    const { written, took } = playTo(session, slow);
    expect(written.slice(2).map(({ at, json }) => [json.id, at])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
      // It had waited for 3 alone.
      [4, 20],
    ]);
    expect(took).toBe(50);
  });

  it('pairs answers by id and type, not by what comes first', () => {
    const session = conversation()
      .initialized()
      .client(request(1, 'ping'))
      .client(request('1', 'ping'))
      .server(result('1'))
      .client(call(2, 'after-text', { ms: 1 }))
      .server(result(2))
      .server(result(1))
      .session();
    const { written } = playTo(session, (message, say) => {
      if (message.method === 'initialize') say(result(0, opening));
      else if (message.method === 'ping') say(result(message.id), message.id === 1 ? 5 : 30);
      else if (message.id !== undefined) say(result(message.id));
    });
    expect(written.at(-1)).toMatchObject({ at: 30, json: { id: 2 } });
  });

  it('goes on after a time-out, and tells of it', () => {
    const lost: string[] = [];
    const session = conversation()
      .initialized()
      .client(call(1, 'a'))
      .server(result(1))
      .client(request(2, 'ping'))
      .server(result(2))
      .session();
    const { written, play } = playTo(
      session,
      (message, say) => {
        if (message.method !== 'tools/call' && message.id !== undefined)
          say(result(message.id, opening));
      },
      { timeoutMs: 700, timedOut: ({ request: { message } }) => lost.push(message.method) },
    );
    expect(written.at(-1)).toMatchObject({ at: 700, json: { id: 2 } });
    expect(lost).toEqual(['tools/call']);
    expect(play.stopped).toBeUndefined();
  });

  it('does not wait for what was never answered', () => {
    const session = conversation()
      .initialized()
      .client(call(9, 'hang'))
      .client(request(10, 'ping'))
      .server(result(10))
      .session();
    const { took, written } = playTo(session, answering({ initialize: opening, ping: {} }));
    expect(written.at(-1)).toMatchObject({ at: 0, json: { id: 10 } });
    expect(took).toBeLessThan(600);
  });

  it('waits for what the server said of its own accord, but not for ever', () => {
    const session = conversation()
      .initialized()
      .server(note('notifications/tools/list_changed'))
      .client(request(1, 'tools/list'))
      .server(result(1, { tools: [] }))
      .session();
    const server = (after: number | undefined) =>
      answering({
        initialize: (_message, say) => {
          if (after !== undefined) say(note('notifications/tools/list_changed'), after);
          return opening;
        },
        'tools/list': { tools: [] },
      });
    expect(playTo(session, server(300)).written.at(-1)?.at).toBe(300);
    const without = playTo(session, server(undefined)).written.at(-1)?.at ?? 0;
    expect(without).toBeGreaterThan(900);
    expect(without).toBeLessThan(1100);
  });

  it('does not wait for progress and log messages', () => {
    const session = conversation()
      .initialized()
      .client(call(1, 'a', {}, { _meta: { progressToken: 1 } }))
      .server(note('notifications/progress', { progressToken: 1, progress: 1 }))
      .server(note('notifications/message', { level: 'info', data: 'x' }))
      .server(result(1))
      .client(request(2, 'ping'))
      .server(result(2))
      .session();
    expect(playTo(session, able).took).toBe(0);
  });
});

describe('a cancellation', () => {
  verifies('replay:cancellations');
  const cancelled = (late = false) => {
    const session = conversation()
      .initialized()
      .client(call(20, 'scan'), { at: 100 })
      .client(note('notifications/cancelled', { requestId: 20, reason: 'no time' }), { at: 300 })
      .client(call(21, 'scan'), { at: 305 });
    if (late) session.server(result(20), { at: 310 });
    return session.server(result(21), { at: 400 }).session();
  };

  it('is sent after the time that the client had waited, and the play goes on', () => {
    const server = answering({
      initialize: opening,
      'tools/call': ({ id }) => (id === 21 ? {} : undefined),
    });
    const { written } = playTo(cancelled(), server);
    expect(written.slice(2).map(({ at, json }) => [json.method, at])).toEqual([
      ['tools/call', 0],
      ['notifications/cancelled', 200],
      ['tools/call', 200],
    ]);
  });

  it('is not sent when the answer has come', () => {
    const { texts, play } = playTo(cancelled(), able);
    expect(texts.some((each) => each.includes('cancelled'))).toBe(false);
    expect(play.omissions).toMatchObject([
      { why: 'pointless', detail: 'what it cancels was answered before' },
    ]);
  });

  it('waits no longer than two seconds', () => {
    const session = conversation()
      .initialized()
      .client(call(20, 'scan'), { at: 0 })
      .client(note('notifications/cancelled', { requestId: 20 }), { at: 60_000 })
      .session();
    const { written } = playTo(session, answering({ initialize: opening }));
    expect(written.at(-1)).toMatchObject({ at: 2000, json: { method: 'notifications/cancelled' } });
  });

  it('answered late is an answer that may as well not come', () => {
    const server = answering({
      initialize: opening,
      'tools/call': ({ id }) => (id === 21 ? {} : undefined),
    });
    const { took, play } = playTo(cancelled(true), server);
    expect(play.stopped).toBeUndefined();
    expect(took).toBeLessThan(2500);
  });
});

describe('an opening that fails now', () => {
  verifies('replay:failed-opening');

  it('ends the play: the rest is not asked', () => {
    const session = conversation().initialized().client(request(1, 'tools/list')).session();
    const { texts, play } = playTo(session, (message, say) => {
      if (message.method === 'initialize') say(failure(0));
    });
    expect(texts).toHaveLength(1);
    expect(play.stopped).toBe('initialize failed');
    expect(play.omissions.map(({ why }) => why)).toEqual(['stopped', 'stopped']);
  });

  it('is no fault when it failed in the recording, and another one follows', () => {
    const session = conversation()
      .client(request(0, 'server/discover', { _meta: {} }))
      .server(failure(0, -32601))
      .client(request(1, 'initialize', opening))
      .server(result(1, opening))
      .client(note('notifications/initialized'))
      .client(request(2, 'ping'))
      .server(result(2))
      .session();
    const { texts, play } = playTo(session, (message, say) => {
      if (message.method === 'server/discover') say(failure(0, -32601));
      else if (message.id !== undefined) say(result(message.id, opening));
    });
    expect(texts).toHaveLength(4);
    expect(play.stopped).toBeUndefined();
  });
});
