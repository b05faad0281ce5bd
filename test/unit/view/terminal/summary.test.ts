import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../src/model/finding.ts';
import { sessionCost } from '../../../../src/reading/cost.ts';
import { profileOf } from '../../../../src/reading/profiles.ts';
import { renderSummary, type SummaryInput } from '../../../../src/view/terminal/summary.ts';
import { widthOf } from '../../../../src/view/terminal/width.ts';
import { conversation } from '../../../support/conversation.ts';
import { verifies } from '../../../support/verifies.ts';
import { call, tokenizer, toolResult } from '../support.ts';

const session = conversation({ label: 'srv' })
  .client({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { at: 0 })
  .server(
    {
      jsonrpc: '2.0',
      id: 1,
      result: {
        tools: [
          { name: 'small', description: 'x', inputSchema: { type: 'object' } },
          { name: 'large', description: 'word '.repeat(40), inputSchema: { type: 'object' } },
        ],
      },
    },
    { at: 2 },
  )
  .client(call(2, 'large'), { at: 10 })
  .server(toolResult(2, 'done'), { at: 41 })
  .client(call(3, 'small'), { at: 50 })
  .server(toolResult(3, 'no', { isError: true }), { at: 54 })
  .client(call(4, 'small'), { at: 60 })
  .server({ jsonrpc: '2.0', id: 4, error: { code: 1, message: 'no' } }, { at: 66 })
  .server({ jsonrpc: '2.0', id: 77, result: {} })
  .client({ jsonrpc: '2.0', id: 5, method: 'ping' })
  .session();

function finding(severity: Finding['severity'], title: string, seqs: number[]): Finding {
  const places = seqs.map((seq) => ({ seq, index: undefined }));
  return { rule: 'a/b', severity, side: 'server', title, places, fix: `mend ${title}` };
}

const input: SummaryInput = {
  session,
  cost: sessionCost(session, profileOf(), tokenizer),
  findings: [
    finding('note', 'small matter', [1]),
    finding('problem', 'great matter \u001b', [3, 5, 7, 8, 9, 10, 11, 12]),
  ],
  path: 'recordings/srv-20261130T101000Z-0193.ndjson',
};

describe('the summary', () => {
  it('tells how it went, what it cost, what was found, and where it is', () => {
    verifies('view:summary');
    expect([...renderSummary(input, { width: 100, colour: 'none' })]).toEqual([
      'exchanges   5 exchanges: 4 answered (1 of them with isError, 1 with an error), 1 never answered, 1',
      '            answer to nobody',
      'latency     p50 4 ms, max 31 ms (tools/call large, #2)',
      'wire        997 bytes: 352 bytes from the client, 645 bytes from the server',
      'model       reads 271 bytes, about 71 tokens; wrote 51 bytes, about 15 tokens',
      'tools       2 tools, about 69 tokens in every turn',
      '            mcp__srv__large     59  ▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪',
      '            mcp__srv__small     10  ▪▪▪▪',
      '            tokens by letters / 4',
      'findings    1 problem, 1 note',
      '  problem   server: great matter \\x1b (#3, #5, #7, #8, #9, #10 and 2 more)',
      '            fix: mend great matter \\x1b',
      '  note      server: small matter (#1)',
      '            fix: mend small matter',
      'recording   recordings/srv-20261130T101000Z-0193.ndjson',
    ]);
  });

  it('counts a refused probe as what it is', () => {
    const probed = conversation()
      .client({ jsonrpc: '2.0', id: 1, method: 'server/discover' })
      .server({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } })
      .initialized()
      .session();
    const [first] = [
      ...renderSummary({ session: probed, findings: [] }, { width: 80, colour: 'none' }),
    ];
    expect(first).toBe('exchanges   2 exchanges: 2 answered (1 of them a refused probe)');
  });

  it('says when nothing was found, answered or counted', () => {
    const empty = conversation().stderr('x').session();
    expect([
      ...renderSummary({ session: empty, findings: [] }, { width: 80, colour: 'none' }),
    ]).toEqual(['exchanges   0 exchanges', 'findings    none']);
  });

  it.each([1, 10, 20, 39, 40, 60, 80, 200])('fits into %i columns', (width) => {
    verifies('view:any-width');
    const lines = [...renderSummary({ ...input, path: undefined }, { width, colour: 'none' })];
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
  });
});
