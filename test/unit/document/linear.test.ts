import { describe, expect, it } from 'vitest';
import type { Source } from '../../../src/document/document.ts';
import { seenIn } from '../../../src/document/methods.ts';
import { toolParts } from '../../../src/document/tools.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { readMessage } from '../../../src/reading/read.ts';
import { conversation } from '../../support/conversation.ts';
import { countingMember } from '../../support/counting.ts';
import { verifies } from '../../support/verifies.ts';

describe('a document takes time that grows with the session, no faster', () => {
  verifies('reading-linear');

  it('with the tools of a list', () => {
    const [one, two] = [200, 400].map(work);
    expect((two ?? 0) / (one ?? 1)).toBeLessThan(2.2);
  });
});

/** How often the places of fates are looked at, and lists are read. */
function work(n: number): number {
  const tools = Array.from({ length: n }, (_, nth) => ({
    name: `t${nth}`,
    description: 'Finds.',
    inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
  }));
  const session = conversation()
    .initialized()
    .client({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    .server({ jsonrpc: '2.0', id: 1, result: { tools } })
    .session();
  let reads = 0;
  const counted: (() => number)[] = [];
  const source: Source = {
    name: 'x',
    session,
    findings: [],
    countTokens: () => 1,
    sizeOf: () => 1,
    taken: new Map(),
    reading: (located) => {
      reads += 1;
      const reading = readMessage(located, session, profileOf('claude-code'));
      const fates = countingMember(reading.fates, 'pointer');
      counted.push(fates.reads);
      return { ...reading, fates: fates.list };
    },
  };
  const parts = toolParts(seenIn([source]));
  expect(parts.map(({ mapping }) => mapping.length)).toEqual(tools.map(() => 3));
  expect(parts.every(({ rent }) => rent > 0)).toBe(true);
  return reads + counted.reduce((sum, each) => sum + each(), 0);
}
