import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { call, opening, request, result, text } from './messages.ts';
import { answering, playTo, type WireMessage } from './stage.ts';

const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });
const pages = (size: number, count: number, cursor = (page: number) => `p${page}`) => ({
  'tools/list': ({ params }: WireMessage) => {
    const page = Array.from({ length: count }, (_, nth) => nth).find(
      (nth) => nth > 0 && cursor(nth) === params.cursor,
    );
    const here = page ?? 0;
    const tools = Array.from({ length: size }, (_, nth) => tool(`t${here * size + nth}`));
    return { tools, ...(here + 1 < count && { nextCursor: cursor(here + 1) }) };
  },
});
const listed = (...cursors: readonly string[]) => {
  const session = conversation().initialized();
  for (const [nth, given] of [undefined, ...cursors].entries())
    session
      .client(request(nth + 1, 'tools/list', given === undefined ? {} : { cursor: given }))
      .server(
        result(nth + 1, {
          tools: [tool(`t${nth}`)],
          ...(cursors[nth] !== undefined && { nextCursor: cursors[nth] }),
        }),
      );
  return session.session();
};
const cursorsOf = (written: ReturnType<typeof playTo>['written']) =>
  written.filter(({ json }) => json.method === 'tools/list').map(({ json }) => json.params.cursor);

describe('cursors', () => {
  verifies('replay:cursors');

  it('of today take the place of the recorded ones', () => {
    const server = answering({ initialize: opening, ...pages(1, 3, (page) => `new-${page}`) });
    const { written } = playTo(listed('2', ''), server);
    expect(cursorsOf(written)).toEqual([undefined, 'new-1', 'new-2']);
  });

  it('that no longer come leave out the pages that they led to', () => {
    const server = answering({ initialize: opening, ...pages(3, 1) });
    const { written, play } = playTo(listed('2', '3'), server);
    expect(cursorsOf(written)).toEqual([undefined]);
    expect(play.omissions.map(({ why, detail }) => [why, detail])).toEqual([
      ['page', 'the list has no such page today'],
      ['page', 'the list has no such page today'],
    ]);
  });

  it('that come at the end of the recorded list are followed to the end', () => {
    const server = answering({ initialize: opening, ...pages(1, 4) });
    const { written, play } = playTo(listed('2'), server);
    expect(cursorsOf(written)).toEqual([undefined, 'p1', 'p2', 'p3']);
    expect(play.extraIds.size).toBe(2);
  });

  it('that go in a circle end', () => {
    const server = answering({
      initialize: opening,
      'tools/list': { tools: [], nextCursor: 'again' },
    });
    expect(cursorsOf(playTo(listed(), server).written)).toEqual([undefined, 'again']);
  });
});

describe('values that the server made up', () => {
  verifies('replay:handed-out');
  const OLD = '6f1c7a52-9c1e-4a63-9d7b-0f3f6a3f1a10';
  const NEW = '0b9c2f11-1111-4222-8333-444455556666';
  const made = (id: string) =>
    conversation()
      .initialized()
      .client(call(1, 'create'))
      .server(result(1, text(`made ${id} at 10:31:07`)))
      .client(call(2, 'look', { id, note: `see ${id}` }))
      .server(result(2))
      .session();

  it('are given back as they are today', () => {
    const server = answering({
      initialize: opening,
      'tools/call': ({ params }) =>
        params.name === 'create' ? text(`made ${NEW} at 11:00:00`) : {},
    });
    const { written } = playTo(made(OLD), server);
    expect(written.at(-1)?.json.params.arguments).toEqual({ id: NEW, note: `see ${OLD}` });
  });

  it('inside JSON text are found too', () => {
    const session = conversation()
      .initialized()
      .client(call(1, 'create'))
      .server(result(1, text(JSON.stringify({ id: OLD, n: 1 }))))
      .client(call(2, 'look', { id: OLD }))
      .server(result(2))
      .session();
    const server = answering({
      initialize: opening,
      'tools/call': ({ params }) =>
        params.name === 'create' ? text(JSON.stringify({ id: NEW, n: 2 })) : {},
    });
    expect(playTo(session, server).written.at(-1)?.json.params.arguments).toEqual({ id: NEW });
  });

  it('and short ids of tasks by their name alone', () => {
    const session = conversation()
      .initialized('2025-11-25')
      .client(call(1, 'long', {}, { task: { ttl: 1 } }))
      .server(result(1, { task: { taskId: '7', status: 'working' } }))
      .client(request(2, 'tasks/get', { taskId: '7', other: '7' }))
      .server(result(2, { taskId: '7', status: 'completed' }))
      .session();
    const server = answering({
      initialize: opening,
      'tools/call': { task: { taskId: '31', status: 'working' } },
      'tasks/get': {},
    });
    expect(playTo(session, server).written.at(-1)?.json.params).toEqual({
      taskId: '31',
      other: '7',
    });
  });

  it('leave all other bytes of the line as they were', () => {
    const line = `{ "jsonrpc":"2.0", "id" : 2, "method":"tools/call","params":{"name":"look","arguments":{"n":1.50, "id":"${OLD}","x":"\\u00e9"}} }`;
    const session = conversation()
      .initialized()
      .client(call(1, 'create'))
      .server(result(1, { structuredContent: { id: OLD } }))
      .client(line)
      .server(result(2))
      .session();
    const server = answering({
      initialize: opening,
      'tools/call': ({ params }) =>
        params.name === 'create' ? { structuredContent: { id: NEW } } : {},
    });
    expect(playTo(session, server).texts.at(-1)).toBe(line.replace(OLD, NEW));
  });
});

describe('values that were taken out of the recording', () => {
  verifies('replay:redacted');
  const redacted = () =>
    conversation()
      .initialized()
      .client(call(1, 'find', { name: 'a' }))
      .server(result(1, text('id «redacted:id:1», tel «redacted:tel:1»')))
      .client(call(2, 'look', { id: 'x-«redacted:id:1»' }))
      .server(result(2))
      .client(call(3, 'look', { nik: '«redacted:nik:1»' }))
      .server(result(3))
      .client(request(4, 'ping'))
      .server(result(4))
      .session();
  const server = answering({
    initialize: opening,
    'tools/call': ({ id }) => (id === 1 ? text('id A"17, tel 0811') : {}),
    ping: {},
  });

  it('are given back when the server says them today', () => {
    const { written, play } = playTo(redacted(), server);
    expect(written.find(({ json }) => json.id === 2)?.json.params.arguments.id).toBe('x-A"17');
    expect(play.placeholders).toEqual(
      new Map([
        ['«redacted:id:1»', 'A"17'],
        ['«redacted:tel:1»', '0811'],
      ]),
    );
  });

  it('that nobody says are not sent: the request is left out, and the rest goes on', () => {
    const { written, play } = playTo(redacted(), server);
    expect(written.map(({ json }) => json.id)).toEqual([0, undefined, 1, 2, 4]);
    expect(play.omissions.map(({ why, detail }) => [why, detail])).toEqual([
      ['redacted', 'what «redacted:nik:1» stood for is not in the recording'],
    ]);
  });
});
