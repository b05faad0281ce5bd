import { describe, expect, it } from 'vitest';
import { conversation } from '../../../support/conversation.ts';
import { call, inputOf, linesOf, toolResult } from '../support.ts';

describe('the head of a message', () => {
  it('never loses what went wrong to a long name', () => {
    const session = conversation()
      .client(call(1, 'a_name_that_is_longer_than_its_column'))
      .server(toolResult(1, 'no', { isError: true }))
      .client(call(2, 'a_name_that_is_longer_than_its_column'))
      .server({ jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'Tool not found at all' } })
      .session();
    const lines = linesOf(inputOf(session), { width: 80 });
    const head = (seq: number) => lines.find((line) => line.startsWith(`#${seq} `));
    expect(head(1)).toMatch(/^#1 {2}← result {6}tools\/call a_n… {2}isError {2}id 1/);
    expect(head(3)).toMatch(/^#3 {2}← error {7}tools\/call a_name_that_… {2}id 2/);
    expect(lines).toContain('    -32602 Tool not found at all');
    for (const width of [20, 40, 59])
      expect(linesOf(inputOf(session), { width }).join(' ')).toMatch(
        /-32602 Tool not +found +at +all/,
      );
  });
});
