import { describe, expect, it } from 'vitest';
import { toolListsOf } from '../../../src/check/evidence/tool-lists.ts';
import { checkSession } from '../../../src/check/registry.ts';
import { answerOf, type Session } from '../../../src/model/session.ts';
import { conversationAt } from '../../../src/protocol/session.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { conversation } from '../../support/conversation.ts';
import { counting } from '../../support/counting.ts';
import { verifies } from '../../support/verifies.ts';
import { request, result } from './support.ts';

const profiles = [profileOf('claude-code'), profileOf('vscode-copilot')];
const tool = (name: string) => ({ name, description: 'Finds.', inputSchema: { type: 'object' } });

describe('checking takes time that grows with the session, no faster', () => {
  verifies('reading-linear');

  it('each list is read once for all rules about the limits of hosts', () => {
    const session = conversation()
      .initialized()
      .client(request(1, 'tools/list'))
      .server(result(1, { tools: [tool('a'), tool('b')] }))
      .session();
    const reads = (profile: (typeof profiles)[number]) => {
      let times = 0;
      const rules = new Proxy(profile.rules, {
        get(target, key, receiver) {
          if (key === 'listing.pages') times += 1;
          // A proxy hands on what it is asked for, of whatever type it is.
          return Reflect.get(target, key, receiver) as unknown;
        },
      });
      checkSession({ ...session }, { profiles: [{ ...profile, rules }] });
      return times;
    };
    for (const profile of profiles) expect(reads(profile)).toBeLessThanOrEqual(2);
  });

  it('the conversation of a message is found without looking at all of them', () => {
    const all = Array.from({ length: 4096 }, (_, nth) => ({ from: nth * 10 + 5 }));
    const { list, reads } = counting(all);
    // Only where they begin matters here.
    const session = { conversations: list } as unknown as Session;
    expect(conversationAt(session, 4)).toBeUndefined();
    expect(conversationAt(session, 5)).toBe(all[0]);
    expect(conversationAt(session, 24)).toBe(all[1]);
    expect(conversationAt(session, 25)).toBe(all[2]);
    expect(conversationAt(session, 1e9)).toBe(all.at(-1));
    expect(reads()).toBeLessThan(5 * 15);
  });
});

describe('lists of tools that are read at the same time', () => {
  it('each page goes on with the list that gave its cursor', () => {
    const page = (id: number, cursor?: string) =>
      request(id, 'tools/list', cursor === undefined ? {} : { cursor });
    const lists = toolListsOf(
      conversation()
        .initialized()
        .client(page(1))
        .server(result(1, { tools: [tool('a')], nextCursor: 'x' }))
        .client(page(2))
        .server(result(2, { tools: [tool('b')], nextCursor: 'y' }))
        .client(page(3, 'x'))
        .server(result(3, { tools: [tool('a2')] }))
        .client(page(4, 'y'))
        .server(result(4, { tools: [tool('b2')] }))
        .client(page(5, 'x'))
        .server(result(5, { tools: [tool('c')] }))
        .session(),
    );
    const names = lists.map((list) => list.map(({ name }) => name));
    expect(names).toEqual([['a', 'a2'], ['b', 'b2'], ['c']]);
  });

  it('as many as there are', () => {
    const talk = conversation().initialized();
    for (let id = 1; id <= 20_000; id++)
      talk.client(request(id, 'tools/list')).server(result(id, { tools: [], nextCursor: 'x' }));
    const session = talk.session();
    expect(session.exchanges.every((each) => answerOf(each))).toBe(true);
    expect(toolListsOf(session)).toHaveLength(20_000);
  });
});
