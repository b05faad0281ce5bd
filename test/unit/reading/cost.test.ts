import { describe, expect, it } from 'vitest';
import type { Tokenizer } from '../../../src/model/reading.ts';
import type { Session } from '../../../src/model/session.ts';
import { sessionCost } from '../../../src/reading/cost.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { type Conversation, conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';

/** One token for each character: sums can be checked by eye. */
const letters: Tokenizer = { name: 'letters', exact: true, count: (text) => text.length };
const cost = (session: Session) => sessionCost(session, profileOf(), letters);

const said = (id: number, method: string, params: object, result: object) => [
  { jsonrpc: '2.0', id, method, params },
  { jsonrpc: '2.0', id, result },
];

function talk(...pairs: object[][]): Conversation {
  const all = conversation({ label: 's' });
  for (const [request = {}, answer = {}] of pairs) all.client(request).server(answer);
  return all;
}

describe('the cost of a session', () => {
  const tool = { name: 'ab', description: 'do it', inputSchema: {} };
  const content = [
    { type: 'text', text: 'été' },
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
  ];
  const session = talk(
    said(1, 'initialize', {}, { instructions: 'read me' }),
    said(2, 'tools/list', {}, { tools: [tool] }),
    said(3, 'tools/call', { name: 'ab', arguments: {} }, { content }),
  ).session();

  it('counts the rent of each tool, the instructions and each result', () => {
    verifies('reading/cost');
    const rent = 'mcp__s__abdo it{}'.length;
    expect(cost(session)).toMatchObject({
      tokenizer: { name: 'letters', exact: true },
      tools: [{ name: 'mcp__s__ab', bytes: rent, tokens: rent }],
      instructions: { bytes: 7, tokens: 7 },
      results: [{ target: { seq: 5 }, tool: 'ab', bytes: 5, tokens: 3 }],
      read: { bytes: 7 + rent + 5, tokens: 7 + rent + 3 },
      wrote: { bytes: 'mcp__s__ab{}'.length, tokens: 'mcp__s__ab{}'.length },
      mediaBytes: 3,
    });
  });

  it('counts every byte on the wire, strays and line ends included', () => {
    verifies('reading/cost');
    const mixed = conversation()
      .client('{}')
      .server('banner', { eol: '\r\n' })
      .server('cut', { eol: '' });
    expect(cost(mixed.session())).toMatchObject({
      wireBytes: { client: 3, server: 11 },
      read: { bytes: 0, tokens: 0 },
      notRead: 14,
    });
    const { wireBytes, read, wrote, notRead } = cost(session);
    expect(read.bytes + wrote.bytes + notRead).toBe(wireBytes.client + wireBytes.server);
  });

  it('rents the tools of the newest list, all pages of it', () => {
    verifies('reading/cost');
    const page = (id: number, names: string[], cursor?: string, nextCursor?: string) =>
      said(id, 'tools/list', { cursor }, { tools: names.map((name) => ({ name })), nextCursor });
    const names = (...pages: object[][]) => cost(talk(...pages).session()).tools.map((t) => t.name);
    const first = [page(1, ['a'], undefined, 'p'), page(2, ['b'], 'p')];
    expect(names(...first)).toEqual(['mcp__s__a', 'mcp__s__b']);
    expect(names(...first, page(3, ['c']))).toEqual(['mcp__s__c']);
    expect(names(...first, page(3, []))).toEqual([]);
  });

  it('asks the tokenizer once for each text', () => {
    let asked = 0;
    const counting: Tokenizer = { ...letters, count: () => ++asked };
    sessionCost(session, profileOf(), counting);
    expect(asked).toBe(7);
  });
});
