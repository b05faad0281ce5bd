import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { findingsBy, findingsOf, request, result, rulesOf } from './support.ts';

const schema = { type: 'object' };
const tool = (name: string, inputSchema: unknown = schema) => ({
  name,
  description: 'Finds.',
  inputSchema,
});

/** With a description: a rule of its own asks for one. */
const described = (each: object) => ({ description: 'Finds.', ...each });

/** A session in which the client lists the tools: one page, or several that follow each other. */
function listed(...pages: readonly object[][]) {
  const talk = conversation().initialized();
  pages.forEach((tools, nth) => {
    const next = nth + 1 < pages.length ? { nextCursor: `c${nth + 1}` } : {};
    talk
      .client(request(nth + 1, 'tools/list', nth === 0 ? {} : { cursor: `c${nth}` }))
      .server(result(nth + 1, { tools: tools.map(described), ...next }));
  });
  return talk;
}

describe('tool definitions', () => {
  verifies('check-tool-definition');
  const effect = 'strict clients refuse the whole list, model APIs the whole request';

  it.each([
    [{ name: 'a' }, 'tools.0 "a" has no inputSchema', '/result/tools/0'],
    [
      tool('a', 'object'),
      'tools.0 "a" has an inputSchema that is the text "object", no schema',
      '/result/tools/0/inputSchema',
    ],
    [tool('a', null), 'tools.0 "a" has an inputSchema that is null, no schema', undefined],
    [tool('a', {}), 'tools.0 "a" has an inputSchema without a type', undefined],
    [
      tool('a', { type: 'string' }),
      'tools.0 "a" has an inputSchema of type the text "string", not "object"',
      undefined,
    ],
    [
      tool('a', { type: ['object', 'null'] }),
      'tools.0 "a" has an inputSchema of type an array, not "object"',
      undefined,
    ],
    [{ inputSchema: schema }, 'tools.0 has no name', undefined],
  ])('%j', (bad, what, pointer) => {
    const talk = listed([bad]);
    expect(findingsOf(talk)).toEqual([`problem content/tool-definition: ${what}: ${effect}`]);
    if (pointer !== undefined)
      expect(findingsBy('content/tool-definition', talk)).toMatchObject([
        { side: 'server', places: [{ seq: 4, pointer }] },
      ]);
  });

  it('leave the type to the schema in the newest revision; the hosts’ APIs do not', () => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    const talk = conversation()
      .client(request(1, 'tools/list', { _meta: meta }))
      .server(result(1, { resultType: 'complete', tools: [tool('a', {})] }));
    expect(findingsBy('content/tool-definition', talk)).toMatchObject([
      { severity: 'warning', side: 'host' },
    ]);
  });

  it('are told once, however often the list is asked for', () => {
    const talk = listed([{ name: 'a' }]);
    talk.client(request(9, 'tools/list')).server(result(9, { tools: [described({ name: 'a' })] }));
    expect(findingsOf(talk)).toHaveLength(1);
  });
});

describe('tool names', () => {
  verifies('check-tool-names');

  it('that are there twice, on one page or on two', () => {
    const found =
      'problem host-limits/duplicate-names: tools.2 "a" has the name of tools.0: model APIs refuse a request with both, and a call cannot say which it means';
    expect(findingsOf(listed([tool('a'), tool('b'), tool('a')]))).toEqual([found]);
    expect(findingsOf(listed([tool('a'), tool('b')], [tool('a')]))).toEqual([found]);
  });

  it('are not there twice when a list is asked for again, or a page comes again', () => {
    const again = listed([tool('a')]);
    again.client(request(9, 'tools/list')).server(result(9, { tools: [tool('a')] }));
    expect(rulesOf(again)).toEqual([]);
    expect(rulesOf(listed([tool('a'), tool('b')], [tool('a'), tool('b')]))).toEqual([]);
  });

  it('are kept apart when two clients read their pages at the same time', () => {
    const talk = conversation()
      .initialized()
      .client(request(1, 'tools/list'))
      .client(request(2, 'tools/list'))
      .server(result(1, { tools: [tool('a')], nextCursor: 'x' }))
      .server(result(2, { tools: [tool('a'), tool('b')], nextCursor: 'y' }))
      .client(request(3, 'tools/list', { cursor: 'x' }))
      .server(result(3, { tools: [tool('b')] }))
      .client(request(4, 'tools/list', { cursor: 'y' }))
      .server(result(4, { tools: [] }));
    expect(rulesOf(talk)).toEqual([]);
  });

  it('become the same when characters are replaced', () => {
    const talk = listed([tool('a.b'), tool('a_b'), tool('a-b')]);
    expect(findingsOf(talk)).toEqual([
      'problem host-limits/colliding-names: tools.1 "a_b" and tools.0 "a.b" are both "a_b" to a host that replaces what model APIs do not allow: such a request is refused',
    ]);
    expect(findingsBy('host-limits/colliding-names', talk)).toMatchObject([{ side: 'host' }]);
  });

  it.each([
    ['', 'problem', 'tools.0 has an empty name: model APIs refuse the whole request'],
    ['x'.repeat(129), 'problem', 'has a name of 129 characters'],
    // The label of these sessions is `test`: mcp__test__ has 11 characters.
    ['x'.repeat(118), 'warning', 'has 118 characters, 129 with the prefix mcp__test__'],
  ])('are too short or too long: %j', (name, severity, what) => {
    expect(findingsBy('host-limits/name-length', listed([tool(name)]))).toMatchObject([
      { severity, title: expect.stringContaining(what) },
    ]);
  });

  it('may use all the room there is', () => {
    expect(rulesOf(listed([tool('x'.repeat(117)), tool('a.b-c')]))).toEqual([]);
  });
});

describe('combinators in an inputSchema', () => {
  verifies('check-combinators');

  it.each(['oneOf', 'anyOf', 'allOf'])('%s at the top is refused by model APIs', (word) => {
    const talk = listed([tool('a'), tool('b', { ...schema, [word]: [{ required: ['x'] }] })]);
    expect(findingsOf(talk)).toEqual([
      `problem host-limits/top-level-combinators: tools.1 "b" has ${word} at the top of its inputSchema: MCP allows it, but the Claude Messages API refuses the whole request, with all other tools`,
    ]);
    expect(findingsBy('host-limits/top-level-combinators', talk)).toMatchObject([
      { side: 'host', places: [{ pointer: `/result/tools/1/inputSchema/${word}` }] },
    ]);
  });

  it('are fine further in', () => {
    const nested = {
      ...schema,
      properties: { v: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    };
    expect(rulesOf(listed([tool('a', nested)]))).toEqual([]);
  });
});
