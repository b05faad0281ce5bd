import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { call, play, text } from '../../support/play.ts';
import { verifies } from '../../support/verifies.ts';

describe('the answer to a request', () => {
  const recording = () =>
    conversation()
      .client(call(1, 'get-sum', { a: 2, b: 3 }))
      .server(text(1, '5'))
      .client(call(2, 'echo', { message: 'halo' }))
      .server(text(2, 'halo'))
      .recording();

  it('is never that of another tool, and the right one is still there afterwards', () => {
    verifies('serve-never-another', 'serve-loud');
    const server = play(recording());
    const [answer = ''] = server.say(call(7, 'reverse', { a: 2, b: 3 }));
    expect(JSON.parse(answer).error).toMatchObject({
      code: -32010,
      data: { nearest: { seq: 0, request: 'tools/call get-sum' }, differs: ['/params/name'] },
    });
    expect(server.say(call(8, 'get-sum', { a: 2, b: 3 }))).toEqual([JSON.stringify(text(8, '5'))]);
    expect(server.player.counts).toMatchObject({ answered: 1, misses: 1 });
    expect(server.told).toEqual([
      'tools/call reverse is not in the recording; the nearest recorded request (frame 0) differs at /params/name',
    ]);
  });

  it('is a miss where one argument differs, with its pointer', () => {
    verifies('serve-loud', 'serve-matching');
    const server = play(recording());
    const [answer = ''] = server.say(call(1, 'get-sum', { a: 2, b: 4 }));
    expect(JSON.parse(answer).error.data.differs).toEqual(['/params/arguments/b']);
    const [other = ''] = server.say({ jsonrpc: '2.0', id: 2, method: 'prompts/list' });
    expect(JSON.parse(other).error.message).toContain('nor any request of this method');
  });

  it('is found whatever the spelling, the order, and who asks', () => {
    verifies('serve-matching');
    const server = play(recording());
    const asked =
      '{"method":"tools/call","params":{"_meta":{"progressToken":"p","traceparent":"00-1","baggage":"b","tracestate":"t","io.modelcontextprotocol/clientInfo":{"name":"x"},"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/protocolVersion":"2026-07-28"},"arguments":{"b":3.0,"a":20e-1},"name":"get-sum"},"jsonrpc":"2.0","id":"x"}';
    expect(server.say(asked)).toEqual([JSON.stringify(text('x', '5'))]);
  });

  it('is missed by another digit of a long number, or another member of _meta', () => {
    verifies('serve-matching');
    const server = play(
      conversation()
        .client(
          '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"n":12345678901234567890}}}',
        )
        .server(text(1, 'a'))
        .recording(),
    );
    const asked = (n: string, meta = '{}') =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"n":${n}},"_meta":${meta}}}`;
    for (const miss of [
      asked('12345678901234567000'),
      asked('12345678901234567890', '{"tenant":1}'),
    ])
      expect(JSON.parse(server.say(miss)[0] ?? '')).toHaveProperty('error');
    expect(server.say(asked('12345678901234567890'))).toEqual([JSON.stringify(text(1, 'a'))]);
  });

  it('does not look at what is to be ignored', () => {
    verifies('serve-matching');
    const server = play(recording(), { ignore: ['/params/arguments/b'] });
    expect(server.say(call(1, 'get-sum', { a: 2, b: 9 }))).toEqual([JSON.stringify(text(1, '5'))]);
  });
});

describe('a request that is asked again', () => {
  verifies('serve-repeats');
  const recording = () =>
    conversation()
      .initialized()
      .client(call(2, 'next', {}, { progressToken: 2 }))
      .server({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: 2, progress: 1 },
      })
      .server(text(2, '1'))
      .client(call(3, 'next', {}, { progressToken: 3 }))
      .server(text(3, '2'))
      .client(call(9, 'hang'))
      .recording();

  it('gets the answers in order, with its own ids and tokens, then a miss that names it', () => {
    verifies('serve-in-place');
    const server = play(recording());
    expect(server.say(call('x', 'next', {}, { progressToken: 'tok' }))).toEqual([
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"tok","progress":1}}',
      JSON.stringify(text('x', '1')),
    ]);
    expect(server.say({ ...call(7, 'next'), params: { arguments: {}, name: 'next' } })).toEqual([
      JSON.stringify(text(7, '2')),
    ]);
    const [used = ''] = server.say(call(8, 'next'));
    expect(JSON.parse(used)).toMatchObject({ id: 8, error: { code: -32010 } });
    expect(used).toContain('tools/call next was recorded 2 times and is asked once more');
    expect(server.say(call(9, 'next', { n: 1 }))[0]).toContain('/params/arguments/n');
  });

  it('gets the last answer again when that is wanted', () => {
    const server = play(recording(), { repeat: 'last' });
    const answers = [1, 2, 3, 4].map((id) => server.say(call(id, 'next')).at(-1));
    expect(answers).toEqual(
      [1, 2, 3, 4].map((id) => JSON.stringify(text(id, `${Math.min(id, 2)}`))),
    );
  });

  it('begins with the first answer again for another initialize', () => {
    const server = play(recording());
    const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} };
    for (let run = 0; run < 2; run += 1) {
      expect(server.say(initialize)).toHaveLength(1);
      expect(server.say(call(1, 'next')).at(-1)).toContain('"text":"1"');
    }
  });

  it('gets no answer where none was recorded, and that is told', () => {
    verifies('serve-silence');
    const server = play(recording());
    expect(server.say(call(1, 'hang'))).toEqual([]);
    expect(server.wait(1000)).toEqual([]);
    expect(server.told).toEqual([
      'tools/call hang has no answer in the recording (frame 8): none is given',
    ]);
  });
});

describe('a request that has no recorded answer', () => {
  it('gets an answer of its shape that holds nothing, when that is wanted', () => {
    verifies('serve-loud');
    const server = play(conversation().client(call(1, 'a')).server(text(1, 'b')).recording(), {
      onMiss: 'empty',
    });
    expect(server.say({ jsonrpc: '2.0', id: 4, method: 'prompts/list' })).toEqual([
      '{"jsonrpc":"2.0","id":4,"result":{"prompts":[]}}',
    ]);
    expect(server.player.counts.misses).toBe(1);
  });
});

describe('a redacted recording', () => {
  verifies('serve-redacted');
  const recording = () =>
    conversation()
      .client(call(1, 'find', { nik: '«redacted:nik:1»', age: '«redacted:age:1»' }))
      .server(text(1, 'no «redacted:nik:1»'))
      .client(call(2, 'move', { who: 'nik=«redacted:nik:1»', to: '«redacted:nik:2»' }))
      .server(text(2, 'moved'))
      .recording();

  it('takes any value for a placeholder, the same one everywhere', () => {
    const server = play(recording());
    expect(server.say(call(1, 'find', { nik: '3201', age: 12 }))).toEqual([
      JSON.stringify(text(1, 'no «redacted:nik:1»')),
    ]);
    const other = server.say(call(2, 'move', { who: 'nik=9', to: '77' }));
    expect(JSON.parse(other[0] ?? '').error.data.differs).toEqual([
      '/params/arguments/who',
      '/params/arguments/to',
    ]);
    expect(server.say(call(3, 'move', { who: 'nik=3201', to: '3201' }))[0]).toContain('error');
    expect(server.say(call(4, 'move', { who: 'nik=3201', to: '77' }))).toEqual([
      JSON.stringify(text(4, 'moved')),
    ]);
  });

  it('gets its own placeholders back as they are', () => {
    const server = play(recording());
    const asked = call(1, 'find', { nik: '«redacted:nik:1»', age: '«redacted:age:1»' });
    expect(server.say(asked)).toHaveLength(1);
    expect(server.told).toEqual([]);
  });
});
