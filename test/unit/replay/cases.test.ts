import { describe, expect, it } from 'vitest';
import { recordingFrom } from '../../../src/recording/load.ts';
import { conversation } from '../../support/conversation.ts';
import { call, play, text } from '../../support/play.ts';
import { sampleBytes } from '../../support/samples.ts';
import { verifies } from '../../support/verifies.ts';

const request = (id: unknown, method: string, params?: object) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});
const result = (id: unknown, says: object) => ({ jsonrpc: '2.0', id, result: says });
const lines = (...said: unknown[]) => said.map((each) => JSON.stringify(each));

describe('sessions that peers got wrong', () => {
  it('has the same id on both sides at once, and a declined question', () => {
    verifies('serve-in-place');
    const ask = (id: number) => request(id, 'sampling/createMessage', { maxTokens: 5 });
    const form = (id: number) => request(id, 'elicitation/create', { message: '?' });
    const recording = conversation()
      .client(call(1, 'write'))
      .server(ask(1))
      .client(result(1, { role: 'assistant' }))
      .server(form(2))
      .client(result(2, { action: 'decline' }))
      .server(text(1, 'written'))
      .recording();
    const server = play(recording);
    expect(server.say(call(2, 'write'))).toEqual(lines(ask(1)));
    expect(server.say(result(1, { role: 'assistant' }))).toEqual(lines(form(2)));
    expect(server.say(result(2, { action: 'decline' }))).toEqual(lines(text(2, 'written')));
    expect(server.told).toEqual([]);
  });

  it('holds an array with a notification, its answers in another order, and one alone', () => {
    verifies('serve-concurrency');
    const array = (from: number) => [
      request(from, 'tools/list'),
      { jsonrpc: '2.0', method: 'notifications/x' },
      request(from + 1, 'prompts/list'),
      request(from + 2, 'ping'),
    ];
    const recording = conversation()
      .initialized('2025-03-26')
      .client(array(2))
      .server([result(3, { prompts: [] }), result(2, { tools: [] })])
      .server(result(4, {}))
      .client('[]')
      .server({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } })
      .recording();
    const server = play(recording);
    expect(server.say(array(12))).toEqual(
      lines([result(13, { prompts: [] }), result(12, { tools: [] })], result(14, {})),
    );
    expect(server.say('[]')).toEqual([
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}',
    ]);
    expect(server.told).toEqual([]);
  });

  it('asks before it says that it is initialized, or behind it', () => {
    verifies('serve-matching');
    const level = (id: number) => request(id, 'logging/setLevel', { level: 'info' });
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const recording = conversation()
      .client(request(0, 'initialize', {}))
      .server(result(0, { protocolVersion: '2025-06-18' }))
      .client(level(1))
      .server(result(1, {}))
      .client(initialized)
      .recording();
    for (const order of [
      [level(1), initialized],
      [initialized, level(1)],
    ]) {
      const server = play(recording);
      server.say(request(0, 'initialize', {}));
      expect(order.flatMap((each) => server.say(each))).toEqual(lines(result(1, {})));
    }
  });

  it('is damaged: what can be read plays', () => {
    verifies('serve-damaged');
    const whole = sampleBytes('memory').toString().split('\n');
    const middle = [...whole.slice(0, 6), '{"type":"mess', ...whole.slice(7)].join('\n');
    for (const damaged of [middle, `${middle.slice(0, -400)}`, `${middle}\0\0\0`]) {
      const server = play(recordingFrom(Buffer.from(damaged)));
      const opened = server.say(request(0, 'initialize', {}));
      expect(opened[0]).toContain('serverInfo');
    }
  });

  it('is of another client: its session comes first, then those of the others', () => {
    verifies('serve-matching', 'serve-http');
    const session = (call_: number, id: string, answer: string) => (talk: Talk) =>
      talk
        .http(call_, 'POST /mcp', { 'mcp-session-id': id })
        .client(request(0, 'initialize', {}), { call: call_ })
        .server(result(0, { protocolVersion: '2025-06-18' }), { call: call_ })
        .client(call(1, 'who'), { call: call_ })
        .server(text(1, answer), { call: call_ });
    type Talk = ReturnType<typeof conversation>;
    const talk = conversation();
    session(1, 'a', 'first')(talk);
    session(2, 'b', 'second')(talk);
    const second = play(talk.recording(), { transport: 'http' });
    second.player.rewind(1);
    second.say(request(0, 'initialize', {}));
    const answers = [4, 5, 6].map((id) => second.say(call(id, 'who'))[0]);
    expect(answers.slice(0, 2)).toEqual(lines(text(4, 'second'), text(5, 'first')));
    expect(answers[2]).toContain('-32010');
  });

  it('has bytes that are no UTF-8, a carriage return, and a number that no double holds', () => {
    verifies('serve-exact-bytes');
    const answer = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"n":12345678901234567890,"x":1.0,"t":"'),
      Buffer.from([0xe9]),
      Buffer.from('"}}'),
    ]);
    const effects: Buffer[] = [];
    const server = play(
      conversation().client(call(1, 'a')).server(answer, { eol: '\r\n' }).recording(),
    );
    server.watch = (bytes, eol) => effects.push(bytes, Buffer.from(eol));
    server.say(call(2, 'a'));
    const expected = Buffer.concat([answer, Buffer.from('\r\n')]);
    expected[expected.indexOf('1,"result"')] = 0x32;
    expect(Buffer.concat(effects).equals(expected)).toBe(true);
  });
});
