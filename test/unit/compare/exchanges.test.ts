import { describe, expect, it } from 'vitest';
import { jsonText } from '../../../src/compare/change.ts';
import { conversation } from '../../support/conversation.ts';
import { answer, ask, call, failure, notify } from '../../support/messages.ts';
import { verifies } from '../../support/verifies.ts';
import { compare, lines } from './support.ts';

const text = (value: string) => ({ content: [{ type: 'text', text: value }] });

describe('exchanges', () => {
  verifies('compare-exchanges');

  it('are aligned by what they ask, repeats in order, whatever id and place they have', () => {
    const a = conversation()
      .client(call(1, 'a', { n: 1 }))
      .server(answer(1, text('one')))
      .client(call(2, 'b'))
      .server(answer(2, text('two')))
      .client(call(3, 'a', { n: 1 }))
      .server(answer(3, text('three')));
    const b = conversation()
      .client(call('x', 'b', {}))
      .server(answer('x', text('two')))
      .client(call('y', 'a', { n: 1.0 }))
      .server(answer('y', text('one')))
      .client(call('z', 'a', { n: 1 }))
      .server(answer('z', text('THREE')));
    expect(lines(compare(a.session(), b.session()))).toEqual([
      'answer.value | tools/call a | /result/content/0/text',
      'order.messages | client | messages 1 (#0 tools/call a) and 3 (#2 tools/call b) swapped',
      'order.messages | server | messages 2 (#1 answer to tools/call a) and 4 (#3 answer to tools/call b) swapped',
    ]);
  });

  it('of both sides with the same id are kept apart', () => {
    const talk = (sampled: string, action: string) =>
      conversation()
        .client(call(1, 'summarise'))
        .server(ask(1, 'sampling/createMessage', { messages: [], maxTokens: 10 }))
        .client(
          answer(1, { role: 'assistant', model: 'm', content: { type: 'text', text: sampled } }),
        )
        .server(ask(2, 'elicitation/create', { message: 'sure?' }))
        .client(answer(2, { action }))
        .server(answer(1, text('done')))
        .session();
    expect(lines(compare(talk('ok', 'decline'), talk('ok', 'decline')))).toEqual([]);
    expect(lines(compare(talk('ok', 'decline'), talk('no', 'accept')))).toEqual([
      'client-answer.changed | sampling/createMessage | /result/content/text',
      'client-answer.changed | elicitation/create | /result/action',
    ]);
  });

  it('in batches are compared one by one, in whatever frames they came', () => {
    const opened = () => conversation().initialized('2025-03-26');
    const batched = opened()
      .client([ask(2, 'ping'), ask(3, 'tools/list'), ask(4, 'ping')])
      .server([answer(3, { tools: [] }), answer(2)])
      .server(answer(4));
    const single = opened()
      .client(ask(5, 'ping'))
      .server(answer(5))
      .client(ask(6, 'tools/list'))
      .server(answer(6, { tools: [] }))
      .client(ask(7, 'ping'))
      .server(answer(7));
    const diff = compare(batched.session(), single.session());
    expect(diff.changes.filter(({ tier }) => tier !== 'info')).toEqual([]);
    expect(lines(diff)).toEqual([
      'order.messages | server | messages 7 (#4.0 answer to tools/list) and 8 (#4.1 answer to ping) swapped',
    ]);
  });

  it('that only one session has, or that ask for something else, are told', () => {
    const a = conversation()
      .client(call(1, 'get', { id: 1 }))
      .server(answer(1, text('x')))
      .client(ask(2, 'ping'))
      .server(answer(2));
    const b = conversation()
      .client(call(1, 'get', { id: 2 }))
      .server(answer(1, text('y')))
      .server(ask(9, 'roots/list'))
      .client(answer(9, { roots: [] }));
    expect(lines(compare(a.session(), b.session()))).toEqual([
      'server-request.new | roots/list',
      'request.changed | tools/call get | /params/arguments/id',
      'request.gone | ping',
    ]);
  });

  it('that differ in volatile values alone are the same question', () => {
    const at = (since: string, said: string) =>
      conversation()
        .client(call(1, 'log', { since }))
        .server(answer(1, text(said)))
        .session();
    const diff = compare(at('2026-11-30T10:10:00Z', 'x'), at('2026-12-01T00:00:00Z', 'y'));
    expect(lines(diff)).toEqual(['answer.value | tools/call log | /result/content/0/text']);
    const example = { pointer: '/params/arguments/since' };
    expect(diff.folded).toMatchObject([{ rule: 'time', count: 1, example }]);
  });

  it('see every digit of results and arguments', () => {
    verifies('compare-digits');
    const talk = (id: string, price: string) =>
      conversation()
        .client(call(2, 'get_ad'))
        .server(
          `{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\\"id\\": ${id}}"}],"structuredContent":{"id":${id},"price":${price}}}}`,
        )
        .client(
          `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"stop_ad","arguments":{"id":${id}}}}`,
        )
        .server(answer(3, text('ok')))
        .session();
    const diff = compare(talk('1915883588174806058', '1.0'), talk('1915883588174806000', '1'));
    expect(lines(diff)).toEqual([
      'request.changed | tools/call stop_ad | /params/arguments/id',
      'answer.value | tools/call get_ad | /result/content/0/text /id',
      'answer.value | tools/call get_ad | /result/structuredContent/id',
      'answer.spelling | tools/call get_ad | /result/structuredContent/price',
    ]);
    const [first] = diff.changes;
    expect([first?.before, first?.after].map((node) => node && jsonText(node))).toEqual([
      '1915883588174806058',
      '1915883588174806000',
    ]);
  });

  it('that mean the same in other bytes are one note', () => {
    const line = String.raw`{ "id" : 3,"jsonrpc":"2.0", "result":{"content":[{"type":"text","text":"<b>&amp;</b> \/ \u00e9é"}],"z":1.50,"a":1e-7} }`;
    const copy = JSON.stringify(JSON.parse(line));
    const talk = (said: string) => conversation().client(call(3, 'x')).server(said).session();
    expect(lines(compare(talk(line), talk(line)))).toEqual([]);
    expect(lines(compare(talk(line), talk(copy)))).toEqual([
      'answer.spelling | tools/call x | /result/z',
      'spelling.bytes | server | 1 of 1 messages',
    ]);
  });
});

describe('what came in another order', () => {
  verifies('compare-moved');

  it('at the two ends of a bridge: swapped, not removed and added', () => {
    const refused = failure(1, -32600, 'Session not initialized');
    const opening = () =>
      conversation()
        .client(ask(0, 'initialize', { protocolVersion: '2025-06-18', capabilities: {} }))
        .server(answer(0, { protocolVersion: '2025-06-18', capabilities: { tools: {} } }));
    const clientSide = opening()
      .client(notify('notifications/initialized'))
      .client(ask(1, 'tools/list'))
      .server(refused);
    const serverSide = opening()
      .client(ask(1, 'tools/list'))
      .server(refused)
      .client(notify('notifications/initialized'));
    expect(lines(compare(clientSide.session(), serverSide.session()))).toEqual([
      'order.messages | client | messages 3 (#2 notifications/initialized) and 4 (#3 tools/list) swapped',
    ]);
  });

  it('answers to concurrent requests', () => {
    const talk = (...order: number[]) => {
      const asked = conversation()
        .client(ask(1, 'tools/list', {}))
        .client(ask(2, 'prompts/list'))
        .client(ask(3, 'resources/list'));
      const answers = [answer(1, { tools: [] }), answer(2, { prompts: [] }), failure(3, -32601)];
      for (const nth of order) asked.server(answers[nth - 1] ?? {});
      return asked.session();
    };
    expect(lines(compare(talk(1, 2, 3), talk(3, 1, 2)))).toEqual([
      'order.messages | server | of 3 messages 1 moved: 6 (#5 answer to resources/list)',
    ]);
  });
});
