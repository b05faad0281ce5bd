import { describe, expect, it } from 'vitest';
import { jsonText } from '../../../src/compare/change.ts';
import { buildSession } from '../../../src/protocol/session.ts';
import { conversation } from '../../support/conversation.ts';
import { answer, ask, call, complete, failure, modern, notify } from '../../support/messages.ts';
import { sample, sampleNames } from '../../support/samples.ts';
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

describe('answers', () => {
  const one = (said?: object) => {
    const asked = conversation().client(call(1, 'x'));
    return (said ? asked.server(said) : asked).session();
  };
  const good = answer(1, text('fine'));
  const bad = answer(1, { ...text('fine'), isError: true });

  it.each<[string, object | undefined, object | undefined, string[]]>([
    ['error for success', good, failure(1, -32603), ['answer.error | tools/call x']],
    ['success for error', failure(1, -32603), good, ['answer.recovered | tools/call x']],
    ['isError', good, bad, ['answer.is-error | tools/call x | /result/isError']],
    [
      'isError spelled out',
      good,
      answer(1, { ...text('fine'), isError: false }),
      ['answer.spelling | tools/call x | /result/isError'],
    ],
    ['another form of failure', failure(1, -32602), bad, ['answer.error-form | tools/call x']],
    ['no answer', good, undefined, ['answer.missing | tools/call x']],
    [
      'error code',
      failure(1, -32002),
      failure(1, -32602),
      ['answer.error-code | tools/call x | /error/code'],
    ],
    [
      'error text',
      failure(1, -1, 'a'),
      failure(1, -1, 'b'),
      ['answer.error-text | tools/call x | /error/message'],
    ],
    [
      'member gone',
      answer(1, { structuredContent: { a: 1, b: 2 } }),
      answer(1, { structuredContent: { a: '1' } }),
      [
        'answer.type | tools/call x | /result/structuredContent/a',
        'answer.member-gone | tools/call x | /result/structuredContent/b',
      ],
    ],
    [
      'time folded',
      answer(1, text('at 2026-11-30T10:10:00Z')),
      answer(1, text('at 2026-12-01T00:00:00Z')),
      [],
    ],
  ])('%s', (_name, before, after, expected) => {
    expect(lines(compare(one(before), one(after)))).toEqual(expected);
  });

  it('count what was folded, by rule, with an example', () => {
    verifies('compare-folds');
    const talk = (time: string) => one(answer(1, { structuredContent: { time, again: time } }));
    const { folded } = compare(talk('2026-11-30T10:10:00Z'), talk('2026-12-01T00:00:00Z'));
    expect(folded).toMatchObject([
      { rule: 'time', count: 2, example: { pointer: '/result/structuredContent/time' } },
    ]);
  });

  it('leave out pointers that are ignored', () => {
    const diff = compare(one(good), one(answer(1, text('other'))), ['/result/content/*/text']);
    expect(diff.changes).toEqual([]);
  });
});

describe('what a server says of itself and lists', () => {
  verifies('compare-definitions');
  const listing = (method: string, member: string, items: object[]) =>
    conversation()
      .client(ask(1, method))
      .server(answer(1, { [member]: items }))
      .session();
  const tools = (...items: object[]) => listing('tools/list', 'tools', items);
  const tool = (name: string, more: object = {}) => ({
    name,
    inputSchema: { type: 'object' },
    ...more,
  });

  it('tools by name', () => {
    const a = tools(
      tool('a', { description: 'x' }),
      tool('getSum'),
      tool('c', { execution: { taskSupport: 'forbidden' } }),
    );
    const b = tools(
      tool('c', { annotations: { readOnlyHint: false } }),
      tool('a', { description: 'y' }),
      tool('get-sum'),
    );
    expect(lines(compare(a, b))).toEqual([
      'tool.gone | tool getSum | get-sum is new | /result/tools/1',
      'tool.added | tool get-sum | /result/tools/2',
      'tool.text | tool a | /result/tools/1/description',
      'tool.default | tool c | /result/tools/0/annotations',
      'tool.default | tool c | /result/tools/0/execution',
      'tool.order | tools | /result/tools',
    ]);
  });

  it('hints, output schemas and arguments of tools', () => {
    const schema = (type: string) => ({ type: 'object', properties: { x: { type } } });
    const a = tools(
      tool('a', {
        annotations: { readOnlyHint: true },
        outputSchema: schema('string'),
        inputSchema: schema('string'),
      }),
    );
    const b = tools(
      tool('a', {
        annotations: { readOnlyHint: false },
        outputSchema: schema('number'),
        inputSchema: schema('number'),
      }),
    );
    expect(lines(compare(a, b))).toEqual([
      'schema.type-changed | tool a | x | /result/tools/0/inputSchema/properties/x/type',
      'tool.hint | tool a | /result/tools/0/annotations/readOnlyHint',
      'tool.output-schema | tool a | x | /result/tools/0/outputSchema/properties/x/type',
    ]);
  });

  it('over all pages, however many', () => {
    const paged = conversation()
      .client(ask(1, 'tools/list'))
      .server(answer(1, { tools: [tool('a')], nextCursor: 'p2' }))
      .client(ask(2, 'tools/list', { cursor: 'p2' }))
      .server(answer(2, { tools: [tool('b')] }));
    const whole = tools(tool('a'), tool('b'));
    expect(
      lines(compare(paged.session(), whole)).filter((each) => each.startsWith('tool.')),
    ).toEqual([]);
  });

  it('resources, templates and prompts', () => {
    const r = (mimeType: string, more: object[] = []) =>
      listing('resources/list', 'resources', [{ uri: 'x:1', name: 'n', mimeType }, ...more]);
    expect(
      lines(compare(r('text/plain', [{ uri: 'x:2', name: 'm' }]), r('application/json'))),
    ).toEqual([
      'resource.gone | resource x:2 | /result/resources/1',
      'resource.type | resource x:1 | /result/resources/0/mimeType',
    ]);
    const p = (...args: object[]) =>
      listing('prompts/list', 'prompts', [{ name: 'p', arguments: args }]);
    expect(
      lines(
        compare(
          p({ name: 'a' }, { name: 'b', required: true }),
          p({ name: 'a', required: true }, { name: 'c', required: true }),
        ),
      ),
    ).toEqual([
      'prompt.required-added | prompt p | c | /result/prompts/0/arguments/1',
      'prompt.made-required | prompt p | a | /result/prompts/0/arguments/0',
      'prompt.required-gone | prompt p | b | /result/prompts/0/arguments/1',
    ]);
  });

  it('capabilities, versions, instructions', () => {
    const opened = (capabilities: object, more: object, revision = '2025-06-18') =>
      conversation()
        .initialized(revision, { capabilities, ...more })
        .session();
    const a = opened(
      { tools: { listChanged: true }, logging: {} },
      { instructions: 'x', serverInfo: { name: 's', version: '1' } },
    );
    const b = opened(
      { tools: {}, prompts: {} },
      { instructions: 'y', serverInfo: { name: 's', version: '2' } },
    );
    expect(lines(compare(a, b))).toEqual([
      'capability.gone | capability logging | /result/capabilities/logging',
      'capability.weaker | capability tools | /result/capabilities/tools/listChanged',
      'capability.added | capability prompts | /result/capabilities/prompts',
      'server.instructions | server | /result/instructions',
      'server.version | server | /result/serverInfo/version',
    ]);
  });
});

describe('sessions of two eras', () => {
  verifies('compare-eras');

  it('differ in one line for their envelopes', () => {
    const serverInfo = { name: 'server-m', version: '3.0' };
    const legacy = conversation()
      .initialized('2025-06-18', { serverInfo })
      .client(call(1, 'a', { n: 1 }))
      .server(answer(1, text('x')));
    const now = conversation()
      .client(modern(0, 'server/discover'))
      .server(
        complete(0, { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ttlMs: 0 }),
      )
      .client(modern(1, 'tools/call', { name: 'a', arguments: { n: 1 } }))
      .server(complete(1, text('x')));
    expect(
      lines(compare(legacy.session(), now.session())).filter((each) => !each.startsWith('client.')),
    ).toEqual(['era.changed | session']);
  });
});

describe('the rest of the run', () => {
  it('notifications are counted by kind', () => {
    const told = (...levels: string[]) => {
      const talk = conversation().client(ask(1, 'ping')).server(answer(1));
      for (const level of levels)
        talk.server(notify('notifications/message', { level, data: 'x' }));
      return talk.session();
    };
    expect(lines(compare(told('info', 'info'), told('info', 'error', 'info')))).toEqual([
      'notification.count | notifications/message | 2 → 3',
    ]);
    expect(lines(compare(told('info'), told('error')))).toEqual([
      'notification.changed | notifications/message | 1 of 1 | /params/level',
    ]);
    expect(lines(compare(told('info'), told()))).toEqual([
      'notification.gone | notifications/message | 1 → 0',
    ]);
  });

  it('banners, failures at the end and slow answers are told', () => {
    const quiet = conversation().client(ask(1, 'ping'), { at: 0 }).server(answer(1), { at: 10 });
    const loud = conversation()
      .server('Server started')
      .client(ask(1, 'ping'), { at: 0 })
      .server(answer(1), { at: 900 })
      .end({ exit: { code: 1, signal: null } });
    expect(lines(compare(quiet.session(), loud.session()))).toEqual([
      'framing.stray-new | server | 0 → 1 lines',
      'process.exit-bad | server',
      'timing.slower | ping | 10 ms → 900 ms',
    ]);
  });
});

describe('samples', () => {
  verifies('compare-quiet');

  it.each(sampleNames)('%s equals itself', (name) => {
    const { changes, folded, exchanges } = compare(
      buildSession(sample(name)),
      buildSession(sample(name)),
    );
    expect([changes, folded]).toEqual([[], []]);
    expect(exchanges.same).toBe(exchanges.common);
  });
});
