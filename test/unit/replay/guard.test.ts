import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { call, note, opening, request, result } from './messages.ts';
import { answering, playTo } from './stage.ts';

const tool = (name: string, annotations?: object) => ({
  name,
  inputSchema: { type: 'object' },
  ...(annotations && { annotations }),
});
const reads = tool('t', { readOnlyHint: true });

/** Calls the tool `t` after listing it, when it is listed. */
const calling = (recorded: object | undefined) => {
  const session = conversation().initialized();
  if (recorded) session.client(request(1, 'tools/list')).server(result(1, { tools: [recorded] }));
  return session.client(call(2, 't')).server(result(2)).session();
};
const wasCalled = (recorded: object | undefined, today: object, execute = false) => {
  const server = answering({
    initialize: opening,
    'tools/list': { tools: [today] },
    'tools/call': {},
  });
  const { written, play } = playTo(calling(recorded), server, { execute });
  expect(play.omissions.every(({ why }) => why === 'guard')).toBe(true);
  return written.some(({ json }) => json.method === 'tools/call');
};

describe('calls that may change something', () => {
  verifies('replay:execute');

  it.each([
    ['says that it only reads', reads, reads, true],
    [
      'can be repeated',
      tool('t', { idempotentHint: true }),
      tool('t', { idempotentHint: true }),
      true,
    ],
    ['says nothing', tool('t'), tool('t'), false],
    ['says that it does not only read', tool('t', { readOnlyHint: false }), tool('t'), false],
    [
      'can be repeated, and destroys',
      tool('t', { idempotentHint: true, destructiveHint: true }),
      tool('t', { idempotentHint: true, destructiveHint: true }),
      false,
    ],
    ['took back that it only reads', reads, tool('t'), false],
    ['says now that it only reads', tool('t'), reads, true],
    ['is no longer listed, but was said to read', reads, tool('other'), true],
    ['was never listed', undefined, reads, false],
  ])('are not made without leave: a tool that %s', (_what, recorded, today, made) => {
    expect(wasCalled(recorded, today)).toBe(made);
    expect(wasCalled(recorded, today, true)).toBe(true);
  });

  it('are left out of an array, whose other members are sent', () => {
    const session = conversation()
      .initialized('2025-03-26')
      .client([request(1, 'ping'), call(2, 't'), note('notifications/x')])
      .server([result(1), result(2)])
      .session();
    const server = answering({ initialize: opening, ping: {} });
    const { texts, play } = playTo(session, server, { execute: false });
    expect(texts.at(-1)).toBe(JSON.stringify([request(1, 'ping'), note('notifications/x')]));
    expect(play.omissions).toHaveLength(1);
  });

  it('and what belongs to them is left out with them, and not waited for', () => {
    const session = conversation()
      .initialized()
      .client(call(1, 't'))
      .server(request(9, 'roots/list'))
      .client(result(9, { roots: [] }))
      .server(note('notifications/resources/list_changed'))
      .client(note('notifications/cancelled', { requestId: 1 }))
      .client(request(2, 'ping'))
      .server(result(2))
      .session();
    const server = answering({ initialize: opening, ping: {} });
    const { written, play } = playTo(session, server, { execute: false });
    expect(written.map(({ json }) => json.method)).toEqual([
      'initialize',
      'notifications/initialized',
      'ping',
    ]);
    expect(play.omissions.map(({ detail }) => detail)).toEqual([
      'no list says what the tool does',
      'what it cancels was left out',
    ]);
  });

  it('by a method that is no part of MCP are not made either', () => {
    const session = conversation().initialized().client(request(1, 'x/erase')).session();
    const server = answering({ initialize: opening });
    expect(playTo(session, server, { execute: false }).play.omissions).toMatchObject([
      { why: 'guard', detail: 'x/erase is no method of MCP, so nobody knows what it changes' },
    ]);
  });

  it('in a line that only a tolerant server reads are not made either', () => {
    const session = conversation()
      .initialized()
      .client(
        Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from(JSON.stringify(call(1, 't')))]),
      )
      .session();
    const server = answering({ initialize: opening });
    expect(playTo(session, server, { execute: false }).texts).toHaveLength(2);
  });
});
