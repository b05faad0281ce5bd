import { describe, expect, it } from 'vitest';
import { exampleOf } from '../../support/example.ts';
import { verifies } from '../../support/verifies.ts';
import { findingsOf, rulesOf } from './support.ts';

const BOTH = 'accept: application/json, text/event-stream';
const told = (text: string) => findingsOf(exampleOf(text));
const rules = (text: string) => rulesOf(exampleOf(text));

const opened = (revision: string, headers = '') => `http 1 POST /mcp ${BOTH}
(call 1) → 0 initialize {"protocolVersion":"${revision}","capabilities":{},"clientInfo":{"name":"c","version":"1"}}
http 1 200 OK content-type: application/json${headers}
(call 1) ← 0 result {"protocolVersion":"${revision}","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}
response 1 ended
`;
const asked = (
  call: number,
  headers: string,
  status = '200 OK',
) => `http ${call} POST /mcp ${BOTH}${headers}
(call ${call}) → ${call} tools/list
http ${call} ${status} content-type: application/json
${status === '200 OK' ? `(call ${call}) ← ${call} result {"tools":[]}\n` : ''}response ${call} ended
`;

describe('MCP-Protocol-Version', () => {
  verifies('check-http-headers');

  it('is needed from 2025-06-18 on, with the revision agreed on', () => {
    expect(told(opened('2025-06-18') + asked(2, ''))).toEqual([
      'warning http/protocol-version: 1 request after initialize came without MCP-Protocol-Version; the session agreed on 2025-06-18',
    ]);
    expect(told(opened('2025-06-18') + asked(2, '; MCP-Protocol-Version: 2025-03-26'))).toEqual([
      expect.stringContaining('with MCP-Protocol-Version 2025-03-26'),
    ]);
    expect(rules(opened('2025-06-18') + asked(2, '; mcp-protocol-version: 2025-06-18'))).toEqual(
      [],
    );
    expect(rules(opened('2025-03-26') + asked(2, ''))).toEqual([]);
  });

  it('is a problem where the server refuses', () => {
    const [first = ''] = told(opened('2025-06-18') + asked(2, '', '400 Bad Request'));
    expect(first).toMatch(/^problem http\/protocol-version.*the server answered 400$/);
  });
});

describe('headers of the modern era', () => {
  verifies('check-http-headers');
  const modern = (headers: string, name = 'find') => `http 1 POST /mcp ${BOTH}${headers}
(call 1) → 1 tools/call @2026-07-28 {"name":"${name}","arguments":{}}
http 1 200 OK content-type: application/json
(call 1) ← 1 result {"resultType":"complete","content":[]}
response 1 ended`;
  const version = '; mcp-protocol-version: 2026-07-28';

  it.each([
    ['', 'came without the header mcp-protocol-version'],
    [
      '; mcp-protocol-version: 2025-11-25',
      'has "mcp-protocol-version: 2025-11-25", and its body says 2026-07-28',
    ],
    [version, 'came without the header mcp-method'],
    [
      `${version}; mcp-method: tools/list`,
      'has "mcp-method: tools/list", and its body says tools/call',
    ],
    [`${version}; mcp-method: tools/call`, 'came without the header mcp-name'],
    [`${version}; mcp-method: tools/call; mcp-name: other`, 'has "mcp-name: other"'],
  ])('%j', (headers, words) => {
    expect(told(modern(headers))).toEqual([expect.stringContaining(words)]);
  });

  it('may be in base64', () => {
    const name = Buffer.from('Zürich').toString('base64');
    const headers = `${version}; mcp-method: tools/call; mcp-name: =?base64?${name}?=`;
    expect(rules(modern(headers, 'Zürich'))).toEqual([]);
  });
});

describe('a session id', () => {
  verifies('check-http-session');
  const id = '; mcp-session-id: s1';

  it('is sent back', () => {
    expect(rules(opened('2025-03-26', id) + asked(2, id))).toEqual([]);
    expect(rules(opened('2025-03-26', id) + asked(2, '', '400 Bad Request'))).toContain(
      'http/session-id',
    );
  });

  it('is given up after 404', () => {
    const gone = [2, 3, 4].map((call) => asked(call, id, '404 Not Found'));
    expect(rules(opened('2025-03-26', id) + gone.join(''))).toContain('http/session-id');
    expect(rules(opened('2025-03-26', id) + gone.slice(0, 1).join(''))).not.toContain(
      'http/session-id',
    );
  });
});

describe('bodies and events', () => {
  verifies('check-http-bodies');

  it('are JSON or events', () => {
    const answered = (type: string) => `http 1 POST /mcp ${BOTH}
(call 1) → 1 ping
http 1 200 OK ${type}
(call 1) ← 1 result {}
response 1 ended`;
    expect(told(answered('content-type: text/html'))).toEqual([
      'problem http/content-type: a request was answered with "content-type: text/html": clients take neither JSON nor events from it',
    ]);
    expect(rules(answered('Content-Type: Application/JSON'))).toEqual([]);
  });

  it('that a stream ends inside of are told; comments and empty events are not', () => {
    const streamed = (text: string) => `http 1 GET /mcp accept: text/event-stream
http 1 200 OK content-type: text/event-stream
(call 1, cut event) ← ${text}
response 1 ended`;
    expect(told(streamed('data: {"jsonrpc":"2.0","id":4'))).toEqual([
      expect.stringContaining(
        'problem http/incomplete-event: the stream of call 1 ended inside of an event (incomplete at end of stream)',
      ),
    ]);
    expect(rules(streamed('retry: 500'))).toEqual([]);
    expect(rules(streamed('id: 7'))).toEqual([]);
  });
});
