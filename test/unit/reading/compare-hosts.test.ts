import { describe, expect, it } from 'vitest';
import { compareHosts } from '../../../src/reading/compare-hosts.ts';
import { coverageOf } from '../../../src/reading/coverage.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { conversation } from '../../support/conversation.ts';
import { everyProfile } from '../../support/every-profile.ts';
import { verifies } from '../../support/verifies.ts';

const profiles = ['codex-cli', 'gemini-cli', 'cline'].map((name) => profileOf(name));

describe('the comparison of hosts', () => {
  const result = {
    content: [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ],
    structuredContent: { s: 1 },
    isError: false,
  };
  const session = conversation({ label: 's' })
    .client({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't' } })
    .server({ jsonrpc: '2.0', id: 1, result })
    .session();
  const [request, answer] = session.messages;

  it('names the members on which they differ, and no others', () => {
    verifies('reading/comparison');
    if (!answer) throw new Error('there is an answer');
    const { members, readings } = compareHosts(answer, session, profiles);
    expect(members.map(({ pattern, count, kinds }) => [pattern, count, kinds.join(' ')])).toEqual([
      ['/result/content', 1, 'replaced rewritten inlined'],
      ['/result/structuredContent', 1, 'inlined dropped inlined'],
      ['/result/isError', 1, 'dropped host inlined'],
    ]);
    expect(readings).toHaveLength(3);
  });

  it('says nothing where all agree', () => {
    verifies('reading/comparison');
    if (!request) throw new Error('there is a request');
    expect(compareHosts(request, session, profiles).members).toEqual([]);
  });
});

describe('the coverage of a profile', () => {
  it('counts each question once', () => {
    verifies('reading/coverage');
    for (const profile of everyProfile) {
      const { questions, counts } = coverageOf(profile);
      expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBe(questions);
      expect(questions).toBeGreaterThan(50);
    }
  });

  it('calls unknown what nobody has looked at, and does not count what the protocol settles', () => {
    verifies('reading/coverage');
    const bare = { ...profileOf('windsurf'), own: new Set<string>() };
    const empty = { ...bare, evidence: {} };
    const { questions, counts } = coverageOf(empty);
    expect(counts.unknown).toBe(questions);
    expect(coverageOf({ ...bare, own: new Set(['envelope']) }).questions).toBe(questions + 1);
  });
});
