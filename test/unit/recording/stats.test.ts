import { describe, expect, it } from 'vitest';
import { at } from '../../../src/model/json.ts';
import type { Recording } from '../../../src/model/recording.ts';
import { answerOf, type Exchange } from '../../../src/model/session.ts';
import { buildSession } from '../../../src/protocol/session.ts';
import { StatsCollector } from '../../../src/recording/stats/collect.ts';
import { peekCall } from '../../../src/recording/stats/peek.ts';
import { Repeats } from '../../../src/recording/stats/repeats.ts';
import type { Stats } from '../../../src/recording/stats/types.ts';
import { hashOf } from '../../../src/recording/text-hash.ts';
import { conversation } from '../../support/conversation.ts';
import { fileOf, itemsOf } from '../../support/recording-file.ts';
import { sample, sampleNames } from '../../support/samples.ts';
import { verifies } from '../../support/verifies.ts';
import { call, toolResult } from '../view/support.ts';

async function statsOf(...recordings: Recording[]): Promise<Stats> {
  const collector = new StatsCollector();
  for (const [nth, recording] of recordings.entries()) {
    const bytes = fileOf(recording);
    collector.startOfFile(`${nth}.ndjson`);
    for (const item of await itemsOf(bytes)) collector.add(item);
    collector.endOfFile(bytes.length);
  }
  return collector.stats();
}

describe('the numbers of a recording', () => {
  verifies('stats/agrees');

  it.each(sampleNames)('of %s are those of its session', async (name) => {
    const recording = sample(name);
    const stats = await statsOf(recording);
    const { exchanges } = buildSession(recording);
    const expected = new Map<string, Exchange[]>();
    for (const each of exchanges) {
      const key = `${each.request.from} ${each.request.message.method}`;
      expected.set(key, [...(expected.get(key) ?? []), each]);
    }
    expect(stats.methods.map(({ from, method }) => `${from} ${method}`)).toEqual([
      ...expected.keys(),
    ]);
    for (const found of stats.methods) {
      const own = expected.get(`${found.from} ${found.method}`) ?? [];
      const answers = own.flatMap((each) => answerOf(each) ?? []);
      const isProbe = found.method === 'server/discover';
      expect(found).toMatchObject({
        requests: { count: own.length, bytes: sizes(own.map(({ request }) => request)) },
        answers: { count: answers.length, bytes: sizes(answers) },
        failures: isProbe ? 0 : answers.filter(({ message }) => message.kind === 'failure').length,
        toolErrors: answers.filter(({ message }) => isToolError(message)).length,
        unanswered: own.filter(({ outcome }) => outcome.kind === 'unanswered').length,
      });
      const latencies = own
        .flatMap((each) => (answerOf(each)?.at ?? Number.NaN) - each.request.at)
        .sort((one, other) => one - other);
      expect(found.latency?.min).toBe(latencies[0]);
      expect(found.latency?.p50).toBe(latencies[Math.ceil(latencies.length / 2) - 1]);
      expect(found.latency?.max).toBe(latencies.at(-1));
    }
  });

  it('tell what became of each request', async () => {
    const talk = conversation()
      .client(call(1, 'a'))
      .server(toolResult(1, 'no', { isError: true }))
      .client(call(2, 'a'))
      .server({ jsonrpc: '2.0', id: 2, error: { code: 1, message: 'no' } })
      .client(call(3, 'b'))
      .client({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } })
      .client(call(4, 'b'))
      .client({ jsonrpc: '2.0', id: 5, method: 'server/discover' })
      .server({ jsonrpc: '2.0', id: 5, error: { code: -32601, message: 'no' } })
      .server({ jsonrpc: '2.0', id: 99, result: {} })
      .server('hello')
      .server('');
    const stats = await statsOf(talk.recording());
    expect(stats).toMatchObject({ orphans: 1, strays: 1, damage: 0 });
    const ends = (name: string) => {
      const { requests, failures, toolErrors, unanswered, cancelled, pending } =
        stats.tools.find(({ tool }) => tool === name) ?? {};
      return [requests?.count, failures, toolErrors, unanswered, cancelled, pending];
    };
    expect(ends('a')).toEqual([2, 1, 1, 0, 0, 0]);
    expect(ends('b')).toEqual([2, 0, 0, 1, 1, 0]);
    expect(stats.methods.find(({ method }) => method === 'server/discover')).toMatchObject({
      failures: 0,
      answers: { count: 1 },
    });
    const open = await statsOf(conversation().client(call(1, 'a')).open().recording());
    expect(open.tools).toMatchObject([{ unanswered: 0, pending: 1 }]);
  });

  it('know that no client takes an answer whose line was never ended', async () => {
    const hints = { id: '1' };
    const recording = conversation()
      .client(call(1, 'a'))
      .server(toolResult(1, 'x'), { eol: '' })
      .recording();
    const items = recording.items.map((item) =>
      item.type === 'frame' && item.frame.from === 'server'
        ? { ...item, entry: { ...item.entry, hints } }
        : item,
    );
    const stats = await statsOf({ ...recording, items });
    expect(stats.tools).toMatchObject([{ answers: { count: 0 }, unanswered: 1 }]);
    expect(stats.strays).toBe(1);
  });

  it('count the members of a batch, and keys spelled with escapes', async () => {
    const batch = `[${JSON.stringify(call(1, 'a'))},${JSON.stringify(call(2, 'b'))}]`;
    const odd = '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"n\\u0061me":"c\\u0041"}}';
    const error = '{"jsonrpc":"2.0","id":3,"result":{"is\\u0045rror" : true}}';
    const stats = await statsOf(conversation().client(batch).client(odd).server(error).recording());
    expect(stats.tools.map(({ tool, toolErrors }) => [tool, toolErrors])).toEqual([
      ['a', 0],
      ['b', 0],
      ['cA', 1],
    ]);
    expect(stats.tools[0]?.requests.bytes).toBe(JSON.stringify(call(1, 'a')).length);
  });
});

describe('tools that were listed', () => {
  it('and never called are named with their size; a call of what no list has is told', async () => {
    verifies('stats/unused');
    const tools = [{ name: 'a' }, { name: 'b', description: 'é' }];
    const talk = conversation()
      .client({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
      .server({ jsonrpc: '2.0', id: 1, result: { tools } })
      .client(call(2, 'a'))
      .client(call(3, 'c'));
    const stats = await statsOf(talk.recording());
    expect(stats.listed).toBe(2);
    expect(stats.unused).toEqual([{ server: 'test', tool: 'b', bytes: 31 }]);
    expect(stats.tools.map(({ tool, isListed }) => [tool, isListed])).toEqual([
      ['a', true],
      ['c', false],
    ]);
  });

  it('are told apart by server', async () => {
    const of = (label: string, tool: string) =>
      conversation({ label })
        .client({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
        .server({ jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'a' }] } })
        .client(call(2, tool))
        .recording();
    const stats = await statsOf(of('one', 'a'), of('two', 'b'));
    expect(stats.unused).toMatchObject([{ server: 'two', tool: 'a' }]);
    expect(stats).toMatchObject({ recordings: 2, servers: ['one', 'two'] });
  });
});

describe('calls that were repeated', () => {
  verifies('stats/repeated');
  const again = (first: number) =>
    conversation()
      .client(call(first, 'a', { x: 1 }))
      .server(toolResult(first, 'one'))
      .client(call(first + 1, 'a', { x: 2 }))
      .server(toolResult(first + 1, 'two'))
      .client(call(first + 2, 'a', { x: 1 }))
      .server(toolResult(first + 2, 'three'))
      .recording();

  it('are counted with the size of what came again, each session for itself', async () => {
    const { repeats, repeatsComplete } = await statsOf(again(1), again(10));
    const size = JSON.stringify(toolResult(3, 'three')).length;
    expect(repeatsComplete).toBe(true);
    expect(
      repeats.map(({ path, times, arguments: args, first, last }) => [
        path,
        times,
        args,
        first,
        last,
      ]),
    ).toEqual([
      ['0.ndjson', 2, '{"x":1}', '0', '4'],
      ['1.ndjson', 2, '{"x":1}', '0', '4'],
    ]);
    expect(repeats[0]?.again).toBe(size);
  });

  it('are not the further rounds of one call', async () => {
    const round = (id: number, more: object) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'a', arguments: {}, ...more },
    });
    const talk = conversation()
      .client(round(1, {}))
      .client(round(2, { inputResponses: {} }))
      .client(round(3, { requestState: 's' }));
    expect((await statsOf(talk.recording())).repeats).toEqual([]);
  });

  it('are remembered up to a number, which is told', () => {
    const repeats = new Repeats();
    const ask = (nth: number) => {
      const bytes = Buffer.from(`${nth}`);
      const args = { bytes, start: 0, end: bytes.length };
      return repeats.call({ path: 'p', server: 's', tool: 't' }, args, hashOf(args), nth);
    };
    for (let nth = 0; nth < 20_000; nth += 1) ask(nth);
    expect(repeats.isComplete).toBe(true);
    for (let nth = 20_000; nth < 30_000; nth += 1) ask(nth);
    expect(repeats.isComplete).toBe(false);
    ask(29_999);
    ask(0);
    expect(repeats.calls()).toMatchObject([{ arguments: '29999', times: 2 }]);
  });
});

describe('what a call asks for', () => {
  it.each([
    ['{"params":{"name":"a","arguments":{"x": [1, 2]}}}', 'a', '{"x": [1, 2]}'],
    ['{"params":{"name":"a","name":"b"}}', 'b', ''],
    ['{"params":{"name":"\\u0061"}}', 'a', ''],
    ['{"p\\u0061rams":{"name":"a","arguments":1}}', 'a', '1'],
    ['{"params":{"name":5}}', undefined, ''],
    ['{"params":[1]}', undefined, ''],
    ['{}', undefined, ''],
  ])('%s', (text, tool, args) => {
    verifies('stats/agrees');
    const { arguments: span, ...rest } = peekCall(Buffer.from(text));
    expect(rest).toEqual({ tool, isLaterRound: false });
    expect(span.bytes.toString('utf8', span.start, span.end)).toBe(args);
  });
});

function sizes(
  all: readonly {
    readonly message:
      | Exchange['request']['message']
      | { readonly node: { start: number; end: number } };
  }[],
) {
  return all.reduce((sum, { message: { node } }) => sum + node.end - node.start, 0);
}

function isToolError(message: {
  readonly kind: string;
  readonly result?: Parameters<typeof at>[0];
}) {
  const flag = message.kind === 'result' ? at(message.result, 'isError') : undefined;
  return flag?.kind === 'literal' && flag.value === true;
}
