import { describe, expect, it } from 'vitest';
import { conversationAt } from '../../../src/protocol/session.ts';
import { type Conversation, conversation } from '../../support/conversation.ts';
import { answer, ask, call, complete, failure, modern, notify } from '../../support/messages.ts';
import { verifies } from '../../support/verifies.ts';

const handshake = (id: unknown, protocolVersion: string) =>
  ask(id, 'initialize', {
    protocolVersion,
    capabilities: { roots: {} },
    clientInfo: { name: 'client-x', version: '1.0' },
  });
const welcome = (id: unknown, protocolVersion: string, more: object = {}) =>
  answer(id, {
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'server-x', version: '0.1' },
    ...more,
  });
const probe = (id: unknown = 'discover-1', version = '2026-07-28') =>
  modern(id, 'server/discover', {}, version);
const unsupported = (id: unknown, supported: string[]) =>
  failure(id, -32022, 'Unsupported protocol version', { supported, requested: 'x' });
const facts = (told: Conversation) => {
  const { era, revision } = told.session();
  return [era, revision];
};

describe('a legacy session', () => {
  it('has the revision of the answer, whatever was asked for', () => {
    verifies('era:legacy');
    const told = (asked: string, offered: string) =>
      facts(conversation().client(handshake(0, asked)).server(welcome(0, offered)));
    expect(told('2025-06-18', '2025-11-25')).toEqual(['legacy', '2025-11-25']);
    expect(told('2025-06-18', '2024-10-07')).toEqual(['legacy', '2024-10-07']);
    expect(told('2099-01-01', '2099-01-01')).toEqual(['legacy', '2099-01-01']);
  });

  it('has none when initialize failed or was never answered', () => {
    verifies('era:legacy');
    const opening = () => conversation().client(handshake(0, '2025-06-18'));
    expect(facts(opening().server(failure(0, -32602)))).toEqual(['legacy', undefined]);
    expect(facts(opening())).toEqual(['legacy', undefined]);
  });

  it('has none from a probe that went before, as long as initialize was not answered', () => {
    verifies('era:legacy');
    const opening = (told: Conversation) => facts(told.client(handshake(1, '2025-11-25')));
    const refused = conversation().client(probe()).server(failure('discover-1', -32601));
    expect(opening(refused)).toEqual(['legacy', undefined]);
    expect(opening(conversation().client(probe()))).toEqual(['legacy', undefined]);
  });

  it('may begin with a probe that fails or is not answered', () => {
    verifies('era:legacy');
    const fallback = (told: Conversation) =>
      facts(told.client(handshake(1, '2025-11-25')).server(welcome(1, '2025-11-25')));
    const refused = conversation().client(probe()).server(failure('discover-1', -32601));
    expect(fallback(refused)).toEqual(['legacy', '2025-11-25']);
    expect(fallback(conversation().client(probe()))).toEqual(['legacy', '2025-11-25']);
  });

  it('is recognised by notifications/initialized when the recording began too late', () => {
    verifies('era:legacy');
    const session = conversation()
      .client(notify('notifications/initialized'))
      .client(call(1))
      .session();
    expect([session.era, session.revision]).toEqual(['legacy', undefined]);
  });

  it('knows the client from a handshake that failed, but no server', () => {
    verifies('era:peers');
    const session = conversation()
      .client(handshake(0, '2025-06-18'))
      .server(failure(0, -32602))
      .session();
    expect(session.client).toMatchObject({ name: 'client-x' });
    expect(session.server).toBeUndefined();
  });

  it('takes peers and instructions from the handshake', () => {
    verifies('era:peers');
    const session = conversation()
      .client(probe())
      .client(handshake(1, '2025-06-18'))
      .server(welcome(1, '2025-06-18', { instructions: 'Ask first.' }))
      .session();
    expect(session.client).toMatchObject({ name: 'client-x', version: '1.0' });
    expect(session.client?.capabilities).toMatchObject({ members: [{ key: 'roots' }] });
    expect(session.server).toMatchObject({ name: 'server-x', version: '0.1' });
    expect(session.server?.capabilities).toMatchObject({ members: [{ key: 'tools' }] });
    expect(session.instructions).toBe('Ask first.');
  });
});

describe('a modern session', () => {
  it('is one whose probe was answered', () => {
    verifies('era:modern', 'era:peers');
    const session = conversation()
      .client(probe())
      .server(
        complete('discover-1', {
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          instructions: 'Be brief.',
        }),
      )
      .session();
    expect([session.era, session.revision]).toEqual(['modern', '2026-07-28']);
    expect(session.client).toMatchObject({ name: 'client-m', version: '2.0' });
    expect(session.server).toMatchObject({ name: 'server-m', version: '3.0' });
    expect(session.server?.capabilities).toMatchObject({ members: [{ key: 'tools' }] });
    expect(session.instructions).toBe('Be brief.');
  });

  it('may begin with any request that carries the envelope', () => {
    verifies('era:modern', 'era:peers');
    const session = conversation()
      .client(modern(1, 'tools/list'))
      .server(complete(1, { tools: [] }))
      .session();
    expect([session.era, session.revision]).toEqual(['modern', '2026-07-28']);
    expect(session.server).toMatchObject({ name: 'server-m', capabilities: undefined });
  });

  it('stays modern when the client wrongly falls back after -32022', () => {
    verifies('era:modern');
    const told = conversation()
      .client(probe())
      .server(unsupported('discover-1', ['2027-01-15']))
      .client(handshake(1, '2025-11-25'))
      .server(failure(1, -32601));
    expect(facts(told)).toEqual(['modern', undefined]);
  });

  it('has the revision that was not refused', () => {
    verifies('era:modern');
    const told = conversation()
      .client(probe('p', '2027-01-15'))
      .server(unsupported('p', ['2026-07-28']))
      .client(modern(1, 'tools/list'))
      .server(complete(1, { tools: [] }))
      .client(modern(2, 'tools/list', {}, '2027-01-15'))
      .server(unsupported(2, ['2026-07-28']));
    expect(facts(told)).toEqual(['modern', '2026-07-28']);
  });

  it('may refuse the handshake and be probed again', () => {
    verifies('era:modern');
    const told = conversation()
      .client(handshake(0, '2025-11-25'))
      .server(unsupported(0, ['2026-07-28']))
      .client(probe('p'))
      .server(complete('p', { supportedVersions: ['2026-07-28'], capabilities: {} }));
    expect(facts(told)).toEqual(['modern', '2026-07-28']);
  });
});

describe('an era that nobody can tell', () => {
  it('is ambiguous when the server lists only other versions than it was asked in', () => {
    verifies('era:never-guess');
    const discovered = () =>
      conversation()
        .client(probe())
        .server(complete('discover-1', { supportedVersions: ['2025-11-25'], capabilities: {} }));
    expect(facts(discovered())).toEqual(['ambiguous', undefined]);
    const then = discovered().client(handshake(1, '2025-11-25')).server(welcome(1, '2025-11-25'));
    expect(facts(then)).toEqual(['ambiguous', '2025-11-25']);
  });

  it.each([
    ['nothing was said', conversation()],
    ['the requests carry no envelope', conversation().client(call(1)).server(answer(1))],
    ['a probe was not answered', conversation().client(probe())],
    ['a probe failed', conversation().client(probe()).server(failure('discover-1', -32601))],
    [
      'a probe was refused without a list of versions',
      conversation().client(probe()).server(failure('discover-1', -32022)),
    ],
    ['only the server carries an envelope', conversation().server(modern(1, 'tools/list'))],
  ])('is unknown when %s', (_, told) => {
    verifies('era:never-guess');
    expect(told.session().era).toBe('unknown');
  });

  it('is ambiguous when two conversations differ', () => {
    verifies('era:never-guess');
    const session = conversation()
      .event({ event: 'started' })
      .initialized('2025-06-18')
      .event({ event: 'started' })
      .client(modern(1, 'tools/list'))
      .session();
    expect([session.era, session.revision]).toEqual(['ambiguous', '2026-07-28']);
  });

  it('is that of the conversations that tell', () => {
    verifies('era:never-guess');
    const session = conversation()
      .event({ event: 'started' })
      .client(probe())
      .event({ event: 'started' })
      .client(modern(1, 'tools/list'))
      .session();
    expect(session.conversations.map((each) => each.era)).toEqual(['unknown', 'modern']);
    expect(session.era).toBe('modern');
  });

  it('survives values of the wrong type', () => {
    verifies('era:never-guess');
    const session = conversation()
      .client(ask(0, 'initialize', { clientInfo: [], protocolVersion: 7 }))
      .server(answer(0, { protocolVersion: {}, serverInfo: 'x', instructions: 4 }))
      .client('{"jsonrpc":"2.0","id":1,"method":"initialize","params":[]}')
      .server('{"jsonrpc":"2.0","id":1,"result":"yes"}')
      .session();
    expect([session.era, session.revision]).toEqual(['legacy', undefined]);
    expect(session.server).toMatchObject({ name: undefined });
  });
});

describe('several conversations in one recording', () => {
  it('are each judged alone', () => {
    verifies('era:legacy', 'era:modern', 'era:never-guess');
    const session = conversation()
      .client(probe())
      .server(failure('discover-1', -32601))
      .client(handshake(1, '2025-11-25'))
      .server(welcome(1, '2025-11-25'))
      .client(probe())
      .server(unsupported('discover-1', ['2027-01-15']))
      .client(handshake(1, '2025-11-25'))
      .server(failure(1, -32601))
      .client(probe())
      .client(handshake(1, '2025-11-25'))
      .server(welcome(1, '2025-11-25'))
      .client(probe())
      .server(complete('discover-1', { supportedVersions: ['2025-11-25'], capabilities: {} }))
      .client(handshake(1, '2025-11-25'))
      .server(welcome(1, '2025-11-25'))
      .session();
    expect(session.conversations.map((each) => each.era)).toEqual([
      'legacy',
      'modern',
      'legacy',
      'ambiguous',
    ]);
    const unanswered = session.exchanges.filter((each) => each.outcome.kind !== 'answered');
    expect(unanswered.map((each) => each.request.seq)).toEqual([8]);
    expect(session.orphans).toEqual([]);
  });

  it('are found by the place of a frame', () => {
    const session = conversation().initialized('2025-03-26').initialized('2025-06-18').session();
    const revisions = [0, 2, 3, 99].map((seq) => conversationAt(session, seq)?.revision);
    expect(revisions).toEqual(['2025-03-26', '2025-03-26', '2025-06-18', '2025-06-18']);
    expect(conversationAt(conversation().stderr('x').session(), 0)).toBeUndefined();
  });
});
