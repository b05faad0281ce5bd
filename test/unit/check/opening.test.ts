import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import {
  call,
  failure,
  findingsBy,
  findingsOf,
  notification,
  request,
  result,
  rulesOf,
  text,
} from './support.ts';

const asking = (protocolVersion: string) =>
  conversation().client(
    request(0, 'initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'c' } }),
  );
const serverInfo = { name: 's', version: '1' };
const offer = (protocolVersion: string) =>
  result(0, { protocolVersion, capabilities: {}, serverInfo });
const leaving = { event: 'stdin-closed' } as const;

describe('the revision that initialize agrees on', () => {
  verifies('check-revision');

  it('may be another than asked, which is a note with what the client made of it', () => {
    const talk = asking('2025-06-18').server(offer('2025-11-25'), { at: 10 });
    talk.event(leaving, { at: 15 });
    expect(findingsOf(talk)).toEqual([
      'note lifecycle/revision: initialize asked for 2025-06-18, the server answered 2025-11-25, which is legal; the client closed 5 ms later',
    ]);
    expect(findingsBy('lifecycle/revision', talk)).toMatchObject([{ side: 'nobody' }]);
  });

  it('says nothing about the end of a client that went on', () => {
    const talk = asking('2025-06-18')
      .server(offer('2025-03-26'))
      .client(notification('notifications/initialized'));
    expect(findingsBy('lifecycle/revision', talk)[0]?.title).toMatch(/2025-03-26, which is legal$/);
  });

  it.each([
    ['2025-06-18', '2024-10-07', 'the server answered 2024-10-07'],
    ['2099-01-01', '2099-01-01', 'the server agreed to it'],
  ])('is no revision of MCP: %s, %s', (asked, offered, what) => {
    const talk = asking(asked).server(offer(offered));
    expect(findingsOf(talk)).toEqual([
      expect.stringContaining(
        `warning lifecycle/revision: initialize asked for ${asked}, ${what}: that is no released revision of MCP`,
      ),
    ]);
  });

  it('is missing when the server refuses instead of an offer, or names none', () => {
    const refused = asking('2025-06-18').server(failure(0, -32602, 'Unsupported protocol version'));
    expect(findingsOf(refused.event(leaving))).toEqual([
      'problem lifecycle/revision: initialize asked for 2025-06-18 and got the error -32602 "Unsupported protocol version" instead of an offer; the client closed 1 ms later',
    ]);
    expect(findingsBy('lifecycle/revision', asking('2025-06-18').server(result(0)))).toMatchObject([
      { severity: 'problem', side: 'server' },
    ]);
  });

  it.each([
    ['a server of the era without a handshake', failure(0, -32601, 'Method not found')],
    ['the error that lists revisions', failure(0, -32022, 'Unsupported protocol version')],
    ['another fault', failure(0, -32603, 'database is down')],
    ['the revision asked for', offer('2025-06-18')],
  ])('is no finding for %s', (_what, answer) => {
    expect(rulesOf(asking('2025-06-18').server(answer))).toEqual([]);
  });
});

describe('the probe with server/discover', () => {
  verifies('check-probe');
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  const probing = () => conversation().client(request('d', 'server/discover', { _meta: meta }));
  const unsupported = (...supported: string[]) => ({
    jsonrpc: '2.0',
    id: 'd',
    error: { code: -32022, message: 'no', data: { supported } },
  });

  it('was answered with a revision of the new era, and the client went back', () => {
    const talk = probing().server(unsupported('2027-01-15')).initialized('2025-11-25');
    expect(findingsOf(talk)).toEqual([
      'warning lifecycle/probe: the client went back to initialize after -32022, although the server lists 2027-01-15',
    ]);
    expect(findingsBy('lifecycle/probe', talk)).toMatchObject([
      { side: 'client', places: [{ seq: 2 }, { seq: 1 }] },
    ]);
  });

  it('was answered with a result that does not list what was probed', () => {
    const talk = probing()
      .server(result('d', { resultType: 'complete', supportedVersions: ['2025-11-25'] }))
      .initialized('2025-11-25');
    expect(findingsOf(talk)).toEqual([
      'warning lifecycle/probe: server/discover asked in 2026-07-28 was answered with a result that lists 2025-11-25 only: it is not clear which era this server speaks',
    ]);
  });

  it.each([
    ['an unknown method', failure('d', -32601, 'Method not found')],
    ['a list of old revisions only', unsupported('2025-11-25')],
  ])('rightly leads to initialize after %s', (_what, answer) => {
    expect(rulesOf(probing().server(answer).initialized('2025-11-25'))).toEqual([]);
  });

  it('is repeated in a revision that the error lists', () => {
    const again = { 'io.modelcontextprotocol/protocolVersion': '2027-01-15' };
    const talk = probing()
      .server(unsupported('2027-01-15'))
      .client(request('e', 'server/discover', { _meta: again }))
      .server(result('e', { supportedVersions: ['2027-01-15'] }));
    expect(rulesOf(talk)).toEqual([]);
  });
});

describe('requests that need a capability of the client', () => {
  verifies('check-undeclared-capability');

  const answers: Readonly<Record<string, object>> = {
    'sampling/createMessage': {
      role: 'assistant',
      content: { type: 'text', text: '' },
      model: 'm',
    },
    'elicitation/create': { action: 'decline' },
    'roots/list': { roots: [] },
  };

  it.each([
    ['sampling/createMessage', 'sampling'],
    ['elicitation/create', 'elicitation'],
    ['roots/list', 'roots'],
  ])('%s without it', (method, capability) => {
    const asked = (capabilities: object) =>
      conversation()
        .initialized('2025-06-18', {}, capabilities)
        .server(request('s', method))
        .client(result('s', answers[method]));
    expect(findingsOf(asked({}))).toEqual([
      `warning lifecycle/undeclared-capability: the server asks ${method} (id "s"), but the client did not declare the capability ${capability}`,
    ]);
    expect(rulesOf(asked({ [capability]: {} }))).toEqual([]);
  });

  it('asked inside a result of the newest revision', () => {
    const asked = (capabilities: object) =>
      conversation()
        .client(
          request(1, 'tools/call', {
            name: 'a',
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientCapabilities': capabilities,
            },
          }),
        )
        .server(
          result(1, {
            resultType: 'input_required',
            inputRequests: { q: { method: 'elicitation/create', params: {} } },
          }),
        );
    expect(findingsBy('lifecycle/undeclared-capability', asked({}))).toMatchObject([
      { severity: 'warning', places: [{ seq: 1, pointer: '/result/inputRequests/q' }] },
    ]);
    expect(findingsBy('lifecycle/undeclared-capability', asked({ elicitation: {} }))).toEqual([]);
  });

  it('are not judged where nobody knows what the client declared', () => {
    const talk = conversation({ header: { mode: 'import', exact: false } })
      .server(request(1, 'roots/list'))
      .client(result(1, { roots: [] }));
    expect(rulesOf(talk)).toEqual([]);
  });
});

describe('requests before notifications/initialized', () => {
  verifies('check-order-of-opening');
  const opened = () => asking('2025-06-18').server(offer('2025-06-18'));
  const done = notification('notifications/initialized');

  it('are told with the order that was seen', () => {
    const talk = opened()
      .client(request(1, 'logging/setLevel', { level: 'info' }))
      .server(result(1))
      .client(done);
    expect(findingsOf(talk).filter((each) => each.includes('lifecycle/order'))).toEqual([
      'note lifecycle/order: logging/setLevel (id 1) came before notifications/initialized; the order was initialize, logging/setLevel, notifications/initialized',
    ]);
  });

  it('are fine for ping, after it, and where several clients talk over HTTP', () => {
    const pinged = opened().client(request(1, 'ping')).server(result(1)).client(done);
    pinged.client(request(2, 'tools/list')).server(result(2, { tools: [] }));
    expect(findingsBy('lifecycle/order', pinged)).toEqual([]);
    const init = request(0, 'initialize', { protocolVersion: '2025-06-18', capabilities: {} });
    const mixed = conversation()
      .client(init, { call: 1 })
      .server(offer('2025-06-18'), { call: 1 })
      .client(done, { call: 2 })
      .client(init, { call: 3 })
      .server(offer('2025-06-18'), { call: 3 })
      .client(request(1, 'tools/list'), { call: 4 })
      .server(result(1, { tools: [] }), { call: 4 })
      .client(done, { call: 5 });
    expect(findingsBy('lifecycle/order', mixed)).toEqual([]);
  });
});

describe('progress', () => {
  verifies('check-progress-token');
  const progress = (progressToken: unknown) =>
    notification('notifications/progress', { progressToken, progress: 1 });
  const asked = (params: object = {}) =>
    conversation()
      .initialized()
      .client(request(2, 'tools/call', { name: 'a', _meta: { progressToken: 'p' }, ...params }));

  it('with a token that nobody gave', () => {
    const talk = asked().server(progress('q')).server(progress('q')).server(text(2, 'ok'));
    expect(findingsOf(talk)).toEqual([
      'warning ids/progress-token: 2 progress notifications of the server with the token "q", which no request gave',
    ]);
  });

  it('after the answer', () => {
    const talk = asked().server(text(2, 'ok')).server(progress('p'));
    expect(findingsOf(talk)).toEqual([
      'note ids/progress-token: 1 progress notification of the server came after the answer to tools/call a (id 2)',
    ]);
  });

  it.each([
    ['for an open request', asked().server(progress('p')).server(text(2, 'ok'))],
    [
      'of a task, which goes on',
      asked({ task: {} })
        .server(result(2, { task: {} }))
        .server(progress('p')),
    ],
    [
      'in a log that starts in the middle',
      conversation({ header: { mode: 'import', exact: false } }).server(progress(1)),
    ],
    ['for a request that is still open', asked().server(progress('p')).open()],
  ])('is fine %s', (_when, talk) => {
    expect(findingsBy('ids/progress-token', talk)).toEqual([]);
  });

  it('pairs by type', () => {
    const talk = conversation()
      .initialized()
      .client(request(2, 'tools/call', { name: 'a', _meta: { progressToken: 1 } }))
      .server(progress('1'))
      .server(text(2, 'ok'))
      .client(call(3))
      .server(text(3, 'ok'));
    expect(findingsBy('ids/progress-token', talk)).toHaveLength(1);
  });
});
