import { describe, expect, it } from 'vitest';
import type { ViewOptions } from '../../../../src/view/terminal/session.ts';
import { conversation } from '../../../support/conversation.ts';
import { verifies } from '../../../support/verifies.ts';
import { call, inputOf, linesOf, textOf, toolResult } from '../support.ts';

/** Blocks that the API has no place for. */
function links(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    type: 'resource_link',
    uri: `a:${index}`,
    name: `r${index}`,
  }));
}

describe('what the model gets', () => {
  it('says in numbers what nobody knows', () => {
    const session = conversation()
      .client(call(1, 'x'))
      .server(toolResult(1, [{ type: 'text', text: 'abc' }, ...links(2)]))
      .client(call(2, 'x'))
      .server(toolResult(2, links(1)))
      .session();
    const totals = linesOf(inputOf(session)).filter((line) => line.includes('unknown fate'));
    expect(totals.map((line) => line.replace(/;.*/, ''))).toEqual([
      '    the model reads 3 bytes, about 1 token, and 2 blocks of unknown fate',
      '    here is 1 block of unknown fate',
    ]);
  });

  it('can be shown alone: media in their place, the flag of a failure, what is unknown', () => {
    verifies('view:only-model');
    const data = Buffer.alloc(90).toString('base64');
    const session = conversation({ label: 'srv' })
      .client(call(1, 'x'))
      .server(
        toolResult(
          1,
          [
            { type: 'text', text: 'before' },
            { type: 'image', mimeType: 'image/png', data },
            { type: 'text', text: 'after' },
            ...links(1),
          ],
          { isError: true },
        ),
      )
      .client(call(2, 'gone'))
      .server({ jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'no such tool' } })
      .client({ jsonrpc: '2.0', id: 3, method: 'ping' })
      .server({ jsonrpc: '2.0', id: 3, error: { code: 1, message: 'no' } })
      .session();
    const lines = linesOf(inputOf(session), { only: 'model' });
    const from = (start: string) => lines.findIndex((line) => line.startsWith(start)) + 1;
    expect(lines.slice(from('#1 '), from('#2 ') - 2)).toEqual([
      '  reads tool_result.content[0]',
      '    before',
      '  reads tool_result.content[1].source.data',
      '    ⟨image/png, 90 bytes⟩',
      '  reads tool_result.content[2]',
      '    after',
      '  reads tool_result.is_error',
      '    true',
      '  unknown 1 block',
    ]);
    expect(lines.slice(from('#3 '))).toEqual([
      '  unknown error: what the host puts into tool_result instead',
      '    -32602 no such tool',
    ]);
  });
});

describe('what the model never sees', () => {
  it('can be left out: what it never sees, with the fates, alone', () => {
    verifies('view:only-envelope');
    const tool = { name: 'x', title: 'X', inputSchema: {}, annotations: { readOnlyHint: true } };
    const session = conversation()
      .server('no message')
      .client(call(1, 'x', { a: 1 }))
      .client({ jsonrpc: '2.0', id: 2, method: 'tools/list' })
      .server({ jsonrpc: '2.0', id: 2, result: { tools: [tool] } })
      .session();
    const text = textOf(inputOf(session), { only: 'envelope' });
    expect(text).toContain('"jsonrpc": "2.0", "id": 1, "method": "tools/call"');
    expect(text).not.toMatch(/arguments|inputSchema|the model (reads|wrote)/);
    expect(text).toMatch(/"title": "X", +dropped/);
    expect(text).toMatch(/"annotations": .* host/);
    expect(text).toContain('no message');
  });
});

describe('a filter that nothing matches', () => {
  verifies('view:filters');
  const session = conversation().client(call(1, 'x')).session();
  const last = (options: Partial<ViewOptions>) => linesOf(inputOf(session), options).at(-1);

  it('says so in one line', () => {
    expect(last({ methods: ['nope'] })).toBe('no frame matches -m nope');
    expect(last({ seq: [{ from: 900, to: Infinity }] })).toBe('no frame matches --seq 900..');
    const only = { only: 'model', methods: ['a*'], seq: [{ from: 4, to: 4 }] } as const;
    expect(last(only)).toBe('no frame matches -m a* --seq 4 --only model');
    const fine = conversation().client({ jsonrpc: '2.0', method: 'a' }).session();
    expect(linesOf(inputOf(fine), { errors: true }).at(-1)).toBe('no frame matches --errors');
  });

  it('and nothing where something does, or nothing was asked for', () => {
    expect(last({ methods: ['tools/*'] })).not.toContain('no frame');
    const empty = conversation().session();
    expect(textOf(inputOf(empty))).not.toContain('no frame');
  });
});

describe('a probe for the era', () => {
  it('that is refused is no error', () => {
    const session = conversation()
      .client({ jsonrpc: '2.0', id: 1, method: 'server/discover' })
      .server({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } })
      .initialized()
      .session();
    const text = textOf(inputOf(session), { errors: true });
    expect(text).toContain('no frame matches --errors');
  });
});
