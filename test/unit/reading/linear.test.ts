import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../src/model/profile.ts';
import type { Fate } from '../../../src/model/reading.ts';
import { textFrom } from '../../../src/reading/pieces.ts';
import { profileIds, profileOf } from '../../../src/reading/profiles.ts';
import { grouped } from '../../../src/reading/requests/groups.ts';
import type { ModelCall } from '../../../src/reading/requests/steps.ts';
import { indexOf } from '../../../src/reading/session-index.ts';
import { modelNames } from '../../../src/reading/stages/tool-name.ts';
import { truncate } from '../../../src/reading/stages/truncation.ts';
import { fill } from '../../../src/reading/template.ts';
import { conversation } from '../../support/conversation.ts';
import { counting, countingMember } from '../../support/counting.ts';
import { verifies } from '../../support/verifies.ts';

/** Work at n and at twice n: linear, with some room for what is done once. */
function expectLinear(work: (n: number) => number) {
  expect(work(400) / work(200)).toBeLessThan(2.2);
}

describe('readings take time that grows with what is read, no faster', () => {
  verifies('reading-linear');

  it('names of tools, also where all are alike', () => {
    for (const profile of profileIds().map((id) => profileOf(id)))
      for (const nameOf of [(n: number) => `tool_${n}`, () => 'same'])
        expectLinear((n) => {
          const tools = counting(Array.from({ length: n }, (_, nth) => nameOf(nth)));
          modelNames(profile, 'server', tools.list);
          return tools.reads();
        });
  });

  it('names of tools of a list are worked out once for all of its pages', () => {
    const tools = counting(['a', 'b', 'b']);
    const [first, again] = [0, 1].map(() => modelNames(profileOf('claude-code'), 'x', tools.list));
    const reads = tools.reads();
    expect(again).toBe(first);
    modelNames(profileOf('claude-code'), 'x', tools.list);
    expect(tools.reads()).toBe(reads);
    expect(modelNames(profileOf('claude-code'), 'y', tools.list)).not.toEqual(first);
  });

  it('cuts of a result of many blocks', () => {
    const over = { n: 500, unit: 'chars' } as const;
    const cuts = [{ of: 'all', over, keep: 'middle-out', marker: '…' } as const];
    const base = profileOf('claude-code');
    const rules = { ...base.rules, 'result.truncation': { fate: 'truncated', cuts } as const };
    const profile: Profile = { ...base, rules };
    expectLinear((n) => {
      const blocks = Array.from({ length: n }, (_, nth) => `/result/content/${nth}/text`);
      const fates = countingMember<Fate, 'pointer'>(
        blocks.map((pointer) => ({
          pointer,
          kind: 'reads' as const,
          stage: 'blocks' as const,
          rule: 'blocks.text',
          note: undefined,
        })),
        'pointer',
      );
      const texts = blocks.map((from) => ({
        place: 'x',
        way: 'read' as const,
        text: 'ten letters',
        from,
      }));
      const draft = { profile, fates: fates.list, texts, media: [], trails: [] };
      truncate(draft, false);
      expect(draft.fates.filter(({ kind }) => kind === 'truncated').length).toBeGreaterThan(n / 4);
      return fates.reads();
    });
  });

  it('groups of calls that nothing ever settled', () => {
    expectLinear((n) => {
      const calls = countingMember(openCalls(n), 'end');
      grouped(calls.list);
      return calls.reads();
    });
  });

  it('pages of a list, each found by its cursor', () => {
    expectLinear((n) => {
      const session = pages(n);
      const exchanges = countingMember(session.exchanges, 'request');
      const index = indexOf({ ...session, exchanges: exchanges.list });
      expect(index.tools.size).toBe(n);
      return exchanges.reads();
    });
  });
});

describe('messages and sessions of any size', () => {
  verifies('any-size');
  const MANY = 150_000;

  it('a text of many pieces, and what holds them all', () => {
    const pieces = Array.from({ length: MANY }, (_, nth) => ({ text: 'x', from: `/a/b/${nth}` }));
    expect(textFrom('x', 'read', pieces)).toMatchObject({ from: '/a/b' });
    const apart = [...pieces, { text: 'y', from: '/a/c~1d' }];
    expect(textFrom('x', 'read', apart)?.from).toBe('/a');
    expect(textFrom('x', 'read', [{ text: 'y', from: '/ab' }, ...apart])?.from).toBe('');
  });

  it('a template that takes the texts of a result', () => {
    const pieces = Array.from({ length: MANY }, (_, nth) => ({ text: 'x', from: `/a/${nth}` }));
    const filled = fill('<{content}>', 'result.isError', new Map([['content', pieces]]));
    expect(filled).toHaveLength(MANY + 2);
  });

  it('calls that were made together', () => {
    const [group] = grouped(openCalls(MANY));
    expect(group?.calls).toHaveLength(MANY);
  });
});

function openCalls(n: number): ModelCall[] {
  const [first] = conversation()
    .client({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a' } })
    .session().messages;
  if (first?.message.kind !== 'request') throw new Error('no request');
  const { message } = first;
  return Array.from({ length: n }, (_, seq) => {
    const request = { ...first, message, seq };
    const name = { kind: 'open', what: 'a tool' } as const;
    const result = { answer: undefined, parts: [], behind: [], flag: undefined };
    return {
      id: `call_${seq}`,
      request,
      tool: 'a',
      name,
      input: undefined,
      result,
      end: undefined,
    };
  });
}

function pages(n: number) {
  const talk = conversation().initialized();
  for (let page = 0; page < n; page++) {
    const params = page === 0 ? {} : { cursor: `c${page}` };
    const tools = [{ name: `t${page}`, inputSchema: { type: 'object' } }];
    talk.client({ jsonrpc: '2.0', id: page + 1, method: 'tools/list', params });
    talk.server({ jsonrpc: '2.0', id: page + 1, result: { tools, nextCursor: `c${page + 1}` } });
  }
  return talk.session();
}
