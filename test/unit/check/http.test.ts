import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { failure, findingsBy, findingsOf, notification, request, result } from './support.ts';

const BOTH = { accept: 'application/json, text/event-stream' };
const closed = { event: 'http-closed', by: 'server', complete: true, bytes: 9 } as const;
const probe = request(2, 'tools/call', { name: 'probe', _meta: { progressToken: 1 } });
const event = { call: 1, sse: {} };

describe('a POST that got no answer', () => {
  verifies('check-http-no-answer');
  const asked = () => conversation().http(1, 'POST /mcp', BOTH).client(probe, { call: 1, at: 100 });

  it('is one finding with the numbers of its stream', () => {
    const talk = asked()
      .http(1, '200 OK', { 'content-type': 'text/event-stream' })
      .server(notification('notifications/progress', { progressToken: 1, progress: 1 }), event)
      .event({ ...closed, call: 1, events: 1, answers: 0 }, { at: 150 });
    expect(findingsOf(talk)).toEqual([
      'problem http/no-answer: tools/call probe (id 2): stream closed after 1 event and 0 answers, 50 ms after the request',
    ]);
  });

  it.each([
    ['401 Unauthorized', '{"error":"no token"}', 'the body "{"error":"no token"}"'],
    ['502 Bad Gateway', '<html>', 'the body "<html>"'],
    ['200 OK', undefined, 'no body'],
  ])('is one finding with its status: %s', (start, body, what) => {
    const talk = asked().http(1, start);
    if (body !== undefined) talk.server(body, { call: 1 });
    expect(findingsOf(talk.event({ ...closed, call: 1 }))).toEqual([
      `problem http/no-answer: tools/call probe (id 2): answered with "${start}", ${what} and no answer`,
    ]);
  });

  it('is one finding when the server could not be reached', () => {
    const talk = asked()
      .event({ event: 'upstream-failed', call: 1, code: 'ECONNREFUSED', text: 'x' })
      .event({ ...closed, call: 1, complete: false });
    expect(findingsOf(talk)).toEqual([
      'problem http/no-answer: tools/call probe (id 2): the server could not be reached: ECONNREFUSED',
    ]);
    expect(findingsBy('http/no-answer', talk)[0]?.fix).toMatch(/^Start the server/);
    const refused = asked()
      .http(1, '502 Bad Gateway')
      .event({ ...closed, call: 1 });
    expect(findingsBy('http/no-answer', refused)[0]?.fix).toMatch(/gateway in between/);
  });

  it('is none when the client left, or the answer came elsewhere', () => {
    expect(
      findingsOf(asked().event({ ...closed, call: 1, by: 'client', complete: false })),
    ).toEqual([]);
    const elsewhere = asked()
      .http(1, '202 Accepted')
      .event({ ...closed, call: 1 })
      .server(result(2, { content: [] }), { call: 2, sse: {} });
    expect(findingsOf(elsewhere)).toEqual([]);
  });

  it('has its answer in an error that names no request', () => {
    const talk = asked()
      .http(1, '400 Bad Request')
      .server(failure(null, -32_700, 'no'), { call: 1 });
    expect(findingsOf(talk.event({ ...closed, call: 1 })).join()).not.toContain('http/no-answer');
  });
});

describe('a POST of a notification', () => {
  verifies('check-http-notification-status');

  it.each([
    ['202 Accepted', undefined, undefined],
    ['404 Not Found', undefined, undefined],
    ['200 OK', 'null', '200 with "null"'],
    ['200 OK', '{"jsonrpc":"2.0","id":null}', '200 with "{"jsonrpc":"2.0","id":null}"'],
    ['200 OK', undefined, '200 empty'],
    ['204 No Content', undefined, '204'],
    ['202 Accepted', 'ok', '202 with "ok"'],
  ])('that is answered with %s and %s', (start, body, got) => {
    const talk = conversation()
      .http(1, 'POST /mcp', BOTH)
      .client(notification('notifications/initialized'), { call: 1 })
      .http(1, start);
    if (body !== undefined) talk.server(body, { call: 1 });
    const title = `"notifications/initialized" must be answered with 202 and no body; got ${got}`;
    expect(findingsOf(talk.event({ ...closed, call: 1 }))).toEqual(
      got === undefined ? [] : [`problem http/notification-status: ${title}`],
    );
  });
});

describe('the Accept header of a POST', () => {
  verifies('check-http-accept');

  it('is the problem when the server says 406; what follows is none', () => {
    const talk = conversation()
      .http(1, 'POST /mcp', { accept: '*/*' })
      .client(request(0, 'initialize'), { call: 1 })
      .http(1, '406 Not Acceptable')
      .server(failure('server-error', -32_600, 'Not Acceptable'), { call: 1 })
      .event({ ...closed, call: 1 })
      .http(2, 'GET /.well-known/oauth-protected-resource')
      .http(2, '404 Not Found')
      .server('Not Found', { call: 2 })
      .event({ ...closed, call: 2 });
    expect(findingsOf(talk)[0]).toBe(
      'problem http/accept: the header "accept: */*" lacks application/json and text/event-stream; the server refused it with 406',
    );
    expect(findingsOf(talk).join()).not.toMatch(/framing|ids\/|no-answer/);
  });

  it.each([
    [BOTH, []],
    [{ Accept: 'text/event-stream,application/json;q=0.9' }, []],
    [
      {},
      [
        'warning http/accept: a POST without an Accept header lacks application/json and text/event-stream',
      ],
    ],
    [
      { accept: 'application/json' },
      ['warning http/accept: the header "accept: application/json" lacks text/event-stream'],
    ],
  ])('%j', (headers, findings) => {
    const talk = conversation()
      .http(1, 'POST /mcp', headers)
      .client(request(1, 'ping'), { call: 1 })
      .http(1, '200 OK', { 'content-type': 'application/json' })
      .server(result(1), { call: 1 })
      .event({ ...closed, call: 1 });
    expect(findingsOf(talk)).toEqual(findings);
  });
});

it('what is no line is judged by no rule of lines', () => {
  verifies('check-http-no-lines');
  const talk = conversation()
    .http(1, 'GET /mcp')
    .http(1, '200 OK')
    .server('', { call: 1, sse: { id: '1' } })
    .server('data: {"cut', { call: 1, sse: { dispatched: false } })
    .http(2, 'GET /')
    .server('<html>', { call: 2 })
    .http(3, 'GET /mcp')
    .server('{"error":"unauthorized"}', { call: 3 });
  expect(findingsOf(talk).join()).not.toMatch(/framing|ids\//);
});
