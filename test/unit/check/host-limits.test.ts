import { describe, expect, it } from 'vitest';
import { checkSession } from '../../../src/check/registry.ts';
import { profileIds, profileOf } from '../../../src/reading/profiles.ts';
import type { Conversation } from '../../support/conversation.ts';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { call, request, result, text } from './support.ts';

const all = profileIds().map((id) => profileOf(id));
const limits = (talk: Conversation, options: object = { profiles: all }) =>
  checkSession(talk.session(), options).filter(({ rule }) =>
    /^host-limits\/(cut|refused|left-out)$/.test(rule),
  );
const tool = (name: string, description = 'Finds.') => ({
  name,
  description,
  inputSchema: { type: 'object' },
});
const listed = (...tools: readonly object[]) =>
  conversation().initialized().client(request(1, 'tools/list')).server(result(1, { tools }));

describe('limits of hosts', () => {
  verifies('check-host-limits');

  it('are told by the profiles, with the hosts that have them', () => {
    const found = limits(listed(tool('a', 'x'.repeat(3000)), tool('b')));
    expect(found).toMatchObject([
      {
        rule: 'host-limits/cut',
        severity: 'note',
        side: 'host',
        places: [{ pointer: '/result/tools/0/description' }],
      },
    ]);
    expect(found[0]?.title).toMatch(/^1 description is cut by claude-code and qwen-code/);
  });

  it('are warnings for a host that was named, and nothing for hosts that have them not', () => {
    const talk = () => listed(tool('a', 'x'.repeat(3000)));
    const named = (id: string) => limits(talk(), { profiles: [profileOf(id)], isHostChosen: true });
    expect(named('claude-code')).toMatchObject([{ severity: 'warning' }]);
    expect(named('claude-messages')).toEqual([]);
    expect(limits(talk(), {})).toEqual([]);
  });

  it('are told of long names, long results, and pages that are not read', () => {
    const [name] = limits(listed(tool('x'.repeat(70))), {
      profiles: [profileOf('vscode-copilot')],
    });
    expect(name?.title).toContain('1 tool name is cut by vscode-copilot');
    const long = conversation()
      .initialized()
      .client(call(2))
      .server(text(2, 'word '.repeat(40_000)));
    expect(
      limits(long)
        .map(({ title }) => title)
        .join(),
    ).toMatch(/parts? of a result (is|are) cut by/);
    const paged = conversation()
      .initialized()
      .client(request(1, 'tools/list'))
      .server(result(1, { tools: [tool('a')], nextCursor: 'n' }))
      .client(request(2, 'tools/list', { cursor: 'n' }))
      .server(result(2, { tools: [tool('b')] }));
    expect(limits(paged)).toMatchObject([
      {
        rule: 'host-limits/left-out',
        title: expect.stringMatching(/^1 tool on a later page is not offered/),
      },
    ]);
  });

  it('are none of a plain server', () => {
    const talk = listed(tool('find_room')).client(call(2, 'find_room')).server(text(2, 'B2'));
    expect(limits(talk)).toEqual([]);
  });
});
