import { describe, expect, it } from 'vitest';
import { buildSession } from '../../../src/protocol/session.ts';
import { conversation } from '../../support/conversation.ts';
import { answer, ask, call, complete, failure, modern, notify } from '../../support/messages.ts';
import { sample, sampleNames } from '../../support/samples.ts';
import { verifies } from '../../support/verifies.ts';
import { compare, lines } from './support.ts';

const text = (value: string) => ({ content: [{ type: 'text', text: value }] });

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

  it('an answer is slow when it took three times as long, and half a second longer', () => {
    const lasting = (ms: number) =>
      conversation().client(ask(1, 'ping'), { at: 0 }).server(answer(1), { at: ms }).session();
    const between = (a: number, b: number) =>
      compare(lasting(a), lasting(b)).changes.map(({ rule }) => rule);
    expect(between(1000, 2900)).toEqual([]);
    expect(between(100, 590)).toEqual([]);
    expect(between(1000, 3000)).toEqual(['timing.slower']);
    expect(between(3000, 1000)).toEqual(['timing.faster']);
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
