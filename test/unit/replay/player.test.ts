import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { call, play, text } from '../../support/play.ts';
import { verifies } from '../../support/verifies.ts';

const note = (method: string, params?: object) => ({
  jsonrpc: '2.0',
  method,
  ...(params && { params }),
});
const request = (id: unknown, method: string, params?: object) => ({ id, ...note(method, params) });
const result = (id: unknown, says: object) => ({ jsonrpc: '2.0', id, result: says });
const lines = (...said: object[]) => said.map((each) => JSON.stringify(each));

describe('the bytes of an answer', () => {
  verifies('serve-exact-bytes');

  it('are the recorded ones but for the id', () => {
    const odd = String.raw`{ "result":{"b":1.50,"a":[12345678901234567890,1e2,-0],"x":"\u00e9 é \/ <b>&amp;</b>","x":2},   "jsonrpc":"2.0" , "id" : 7 }`;
    const server = play(conversation().client(call(7, 'odd')).server(odd).recording());
    expect(
      server.say('{"jsonrpc":"2.0","id":1.0,"method":"tools/call","params":{"name":"odd"}}'),
    ).toHaveLength(1);
    const other = play(conversation().client(call(7, 'odd')).server(odd).recording());
    expect(other.say(call('seven "7"', 'odd'))).toEqual([
      odd.replace('"id" : 7', String.raw`"id" : "seven \"7\""`),
    ]);
  });

  it('keep their line end, and lines that are no message', () => {
    const recording = conversation()
      .server('Server started')
      .client(call(1, 'a'))
      .server('{"half":')
      .server(text(1, 'a'), { eol: '\r\n' })
      .recording();
    const server = play(recording);
    expect(server.say(call(5, 'a'))).toEqual(['{"half":', JSON.stringify(text(5, 'a'))]);
  });
});

describe('what a server says unasked', () => {
  verifies('serve-in-place');

  it('comes where it came: after initialized, during calls, behind answers', () => {
    const changed = note('notifications/tools/list_changed');
    const log = note('notifications/message', { level: 'info', data: 'x' });
    const server = play(
      conversation()
        .initialized()
        .server(changed)
        .server(changed)
        .client(call(1, 'toggle'))
        .server(log)
        .server(text(1, 'on'))
        .server(log)
        .recording(),
    );
    server.say(request(0, 'initialize', {}));
    expect(server.say(note('notifications/initialized'))).toEqual(lines(changed, changed));
    expect(server.say(call(4, 'toggle'))).toEqual(lines(log, text(4, 'on'), log));
  });

  const roots = conversation()
    .initialized()
    .client(call(1, 'roots'))
    .server(request(1, 'roots/list'))
    .client(result(1, { roots: [{ uri: 'file:///a' }] }))
    .server(text(1, 'one root'))
    .recording();

  it('waits for the answer of the client, with the same id on both sides', () => {
    const server = play(roots);
    expect(server.say(call(1, 'roots'))).toEqual(lines(request(1, 'roots/list')));
    expect(server.wait(60_000)).toEqual([]);
    expect(server.say(result(1, { roots: [{ uri: 'file:///a' }] }))).toEqual(
      lines(text(1, 'one root')),
    );
    expect(server.told).toEqual([]);
  });

  it('is answered otherwise: reported, and played on', () => {
    verifies('serve-client-answers');
    const server = play(roots);
    server.say(call(1, 'roots'));
    expect(server.say(result(1, { roots: [{ uri: 'file:///b' }] }))).toHaveLength(1);
    expect(server.told).toEqual([
      'the client answers roots/list otherwise than recorded (frame 5): /result/roots/0/uri',
    ]);
    expect(server.player.counts.differing).toBe(1);
    const refusing = play(roots);
    refusing.say(call(1, 'roots'));
    refusing.say({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no' } });
    expect(refusing.told[0]).toContain('with an error, not a result');
  });

  it('asks with another id when the recorded one is in use', () => {
    const server = play(roots, { repeat: 'last' });
    server.say(call(1, 'roots'));
    expect(server.say(call(2, 'roots'))).toEqual(lines(request('sadap-1', 'roots/list')));
    expect(server.say(result('sadap-1', { roots: [{ uri: 'file:///a' }] }))).toEqual(
      lines(text(2, 'one root')),
    );
  });

  it('names the subscription of this client', () => {
    const meta = (id: unknown) => ({ _meta: { 'io.modelcontextprotocol/subscriptionId': id } });
    const server = play(
      conversation()
        .client(
          request('sub', 'subscriptions/listen', { notifications: { toolsListChanged: true } }),
        )
        .server(note('notifications/subscriptions/acknowledged', meta('sub')))
        .client(call(2, 'toggle'))
        .server(note('notifications/tools/list_changed', meta('sub')))
        .server(text(2, 'on'))
        .client(note('notifications/cancelled', { requestId: 'sub' }))
        .recording(),
    );
    const listen = request(30, 'subscriptions/listen', {
      notifications: { toolsListChanged: true },
    });
    expect(server.say(listen)).toEqual(
      lines(note('notifications/subscriptions/acknowledged', meta(30))),
    );
    expect(server.wait(1000)).toEqual([]);
    expect(server.say(call(1, 'toggle'))).toEqual(
      lines(note('notifications/tools/list_changed', meta(30)), text(1, 'on')),
    );
    expect(server.told).toEqual([]);
  });
});

describe('requests that were open together', () => {
  verifies('serve-concurrency');
  const list = (id: number, method: string) => request(id, method);
  const recording = () =>
    conversation()
      .client(list(1, 'tools/list'))
      .client(list(2, 'prompts/list'))
      .client(list(3, 'resources/list'))
      .server(result(3, { resources: [] }))
      .server(result(1, { tools: [] }))
      .server(result(2, { prompts: [] }))
      .recording();

  it('are answered in the recorded order when they come together again', () => {
    const server = play(recording());
    expect(server.say(list(11, 'tools/list'))).toEqual([]);
    expect(server.say(list(12, 'prompts/list'))).toEqual([]);
    expect(server.say(list(13, 'resources/list'))).toEqual(
      lines(result(13, { resources: [] }), result(11, { tools: [] }), result(12, { prompts: [] })),
    );
  });

  it('are answered soon when they come one by one', () => {
    const server = play(recording());
    server.say(list(11, 'tools/list'));
    expect(server.wait(99)).toEqual([]);
    expect(server.wait(1)).toEqual(lines(result(11, { tools: [] })));
    server.say(list(12, 'prompts/list'));
    expect(server.wait(100)).toEqual(lines(result(12, { prompts: [] })));
  });

  it('keep a batch whole when all of it is asked for, and give the parts else', () => {
    const batch = [request(2, 'tools/list'), note('notifications/x'), request(3, 'prompts/list')];
    const answers = [result(3, { prompts: [] }), result(2, { tools: [] })];
    const server = () => play(conversation().client(batch).server(answers).recording());
    expect(
      server().say(batch.map((each) => ('id' in each ? { ...each, id: String(each.id) } : each))),
    ).toEqual([JSON.stringify([result('3', { prompts: [] }), result('2', { tools: [] })])]);
    expect(server().say(request(9, 'prompts/list'))).toEqual(lines(result(9, { prompts: [] })));
  });
});

describe('a request that was cancelled', () => {
  verifies('serve-silence');
  const cancelled = (id: unknown) => note('notifications/cancelled', { requestId: id });

  it('gets its late answer after the cancellation only', () => {
    const server = play(
      conversation()
        .client(call(20, 'slow'))
        .client(cancelled(20))
        .server(text(20, 'late'))
        .client(call(21, 'slow'))
        .server(text(21, 'soon'))
        .server(text(99, 'nobody asked'))
        .recording(),
    );
    expect(server.say(call('a', 'slow'))).toEqual([]);
    expect(server.wait(60_000)).toEqual([]);
    expect(server.say(cancelled('a'))).toEqual(lines(text('a', 'late')));
    expect(server.say(call('b', 'slow'))).toEqual(
      lines(text('b', 'soon'), text(99, 'nobody asked')),
    );
  });

  it('gets none when it is cancelled before, where that was not recorded', () => {
    const server = play(
      conversation()
        .client(call(1, 'ask'))
        .server(request(1, 'roots/list'))
        .client(result(1, { roots: [] }))
        .server(text(1, 'done'))
        .recording(),
    );
    server.say(call(5, 'ask'));
    expect(server.say(cancelled(5))).toEqual([]);
    expect(server.say(result(1, { roots: [] }))).toEqual([]);
  });
});

describe('a multi-round-trip call', () => {
  verifies('serve-multi-round');
  const ask = (id: unknown, more: object = {}) =>
    request(id, 'tools/call', { name: 'confirm', arguments: { who: 'A' }, ...more });
  const input = (id: unknown) =>
    result(id, { resultType: 'input_required', inputRequests: { ok: {} }, requestState: 'st-1' });
  const done = (id: unknown) => result(id, { resultType: 'complete', content: [] });
  const yes = { inputResponses: { ok: { action: 'accept' } }, requestState: 'st-1' };
  const recording = () =>
    conversation().client(ask(2)).server(input(2)).client(ask(3, yes)).server(done(3)).recording();

  it('plays round by round', () => {
    const server = play(recording());
    expect(server.say(ask('a'))).toEqual(lines(input('a')));
    expect(server.say(ask('b', yes))).toEqual(lines(done('b')));
    expect(server.told).toEqual([]);
  });

  it('reports other input, and goes on', () => {
    const server = play(recording());
    server.say(ask(1));
    const no = { ...yes, inputResponses: { ok: { action: 'decline' } } };
    expect(server.say(ask(2, no))).toEqual(lines(done(2)));
    expect(server.told).toEqual([
      'the client gives tools/call other input than recorded (frame 2): /params/inputResponses/ok/action',
    ]);
  });

  it('takes no requestState that was not given', () => {
    const server = play(recording());
    server.say(ask(1));
    const [answer = ''] = server.say(ask(2, { ...yes, requestState: 'st-2' }));
    expect(JSON.parse(answer).error.data).toEqual({
      nearest: { seq: 2, request: 'tools/call confirm' },
      differs: ['/params/requestState'],
    });
  });
});

describe('an opening that the recording lacks', () => {
  verifies('serve-openings');
  const modernMeta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const modern = conversation()
    .client(request(0, 'tools/list', { _meta: modernMeta }))
    .server(
      result(0, {
        resultType: 'complete',
        tools: [],
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'm', version: '2' } },
      }),
    )
    .recording();
  const legacy = conversation().initialized('2025-06-18').recording();
  const unopened = conversation()
    .client(request(4, 'tools/list'))
    .server(result(4, { tools: [] }))
    .recording();
  const answerTo = (recording: typeof modern, asked: object) => {
    const server = play(recording);
    return { ...JSON.parse(server.say(asked)[0] ?? ''), told: server.told };
  };

  it('is made from what the other messages show', () => {
    expect(answerTo(modern, request(1, 'server/discover', { _meta: modernMeta }))).toMatchObject({
      result: {
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {} },
        resultType: 'complete',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'm', version: '2' } },
      },
      told: ['the recording has no server/discover; answered with what its other messages show'],
    });
    expect(
      answerTo(unopened, request(1, 'initialize', { protocolVersion: '2025-03-26' })),
    ).toMatchObject({
      result: { protocolVersion: '2025-03-26', capabilities: { tools: {} } },
    });
  });

  it('is refused where the era has none, as its servers do', () => {
    expect(answerTo(legacy, request(1, 'server/discover', { _meta: modernMeta }))).toMatchObject({
      error: { code: -32601 },
      told: [expect.stringContaining('no server/discover')],
    });
    expect(
      answerTo(modern, request(1, 'initialize', { protocolVersion: '2025-11-25' })),
    ).toMatchObject({
      error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2025-11-25' } },
    });
  });

  it('is a ping: answered, without a word', () => {
    expect(answerTo(legacy, request(1, 'ping'))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {},
      told: [],
    });
  });
});

describe('pauses', () => {
  verifies('serve-timing');
  const recording = conversation()
    .client(call(1, 'slow'), { at: 0 })
    .server(note('notifications/message', { level: 'info', data: 1 }), { at: 100 })
    .server(text(1, 'done'), { at: 400 })
    .recording();

  it.each([
    [0, [0, 0]],
    [1, [100, 400]],
    [0.5, [50, 200]],
  ])('are the recorded ones times %s', (timing, times) => {
    const server = play(recording, { timing });
    const came: number[] = [];
    came.push(...server.say(call(1, 'slow')).map(() => 0));
    for (let now = 10; now <= 500; now += 10) came.push(...server.wait(10).map(() => now));
    expect(came).toEqual(times);
  });
});
