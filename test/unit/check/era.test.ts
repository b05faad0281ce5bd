import { describe, expect, it } from 'vitest';
import { exampleOf } from '../../support/example.ts';
import { verifies } from '../../support/verifies.ts';
import { findingsBy, findingsOf, rulesOf } from './support.ts';

const LIST = '{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}';
const listed = `→ 1 tools/list @2026-07-28\n← 1 result ${LIST}`;
const told = (text: string) => findingsOf(exampleOf(text));
const rules = (text: string) => rulesOf(exampleOf(text));

describe('a modern session', () => {
  verifies('check-era');

  it('without faults gives nothing', () => {
    expect(
      rules(`→ 0 server/discover @2026-07-28
← 0 result {"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}
${listed}
→ 2 tools/call @2026-07-28 {"name":"a","arguments":{}}
← 2 result {"resultType":"input_required","requestState":"s"}
→ 3 tools/call @2026-07-28 {"name":"a","arguments":{},"requestState":"s"}
← 3 result {"resultType":"complete","content":[]}`),
    ).toEqual([]);
  });

  it('needs _meta on every request, resultType and cache members on results', () => {
    expect(
      told(`${listed}
→ 2 tools/list {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}
← 2 result {"tools":[]}
→ 3 tools/list @2026-07-28
← 3 result {"resultType":"complete","tools":[],"ttlMs":1.5,"cacheScope":"private"}`),
    ).toEqual([
      'problem lifecycle/request-meta: tools/list (id 2) lacks io.modelcontextprotocol/clientCapabilities in its _meta',
      'warning lifecycle/cache-fields: tools/list (id 2) was answered without ttlMs and cacheScope; 2 results in all',
      'warning lifecycle/result-type: tools/list (id 2) was answered with a result without resultType',
    ]);
  });

  it('has no requests of the server, and no methods that were removed', () => {
    expect(
      told(`${listed}
→ 2 tools/call @2026-07-28 {"name":"a","arguments":{}}
← 0 roots/list
→ 0 result {"roots":[]}
← 2 result {"resultType":"complete","content":[]}
→ 3 logging/setLevel @2026-07-28 {"level":"info"}
← 3 error -32601 Method not found`).filter((each) => each.includes('another-revision')),
    ).toEqual([
      'problem lifecycle/method-of-another-revision: the server uses roots/list in revision 2026-07-28, which was removed after 2025-11-25',
      'warning lifecycle/method-of-another-revision: the client uses logging/setLevel in revision 2026-07-28, which was removed after 2025-11-25',
    ]);
  });

  it('asks for input only where that is allowed, and for something', () => {
    expect(
      told(`${listed}
→ 2 prompts/list @2026-07-28
← 2 result {"resultType":"input_required","requestState":"s"}
→ 3 tools/call @2026-07-28 {"name":"a","arguments":{}}
← 3 result {"resultType":"input_required"}`),
    ).toEqual([
      'warning lifecycle/result-type: prompts/list (id 2) was answered with a result of type "input_required", which its method has not',
      'warning lifecycle/result-type: tools/call a (id 3) was answered with a result of type "input_required" that asks for nothing',
    ]);
  });

  it('tells of deprecated features once each', () => {
    const talk = exampleOf(`→ 2 tools/call @2026-07-28 {"name":"a","arguments":{}}
← notifications/message {"level":"info","data":"a"}
← notifications/message {"level":"info","data":"b"}
← 2 result {"resultType":"complete","content":[]}`);
    expect(findingsBy('lifecycle/deprecated', talk)).toMatchObject([
      { severity: 'note', title: 'logging is used 2 times, and is deprecated in this revision' },
    ]);
  });
});

describe('a legacy session', () => {
  verifies('check-era');

  it('has not what came later', () => {
    expect(told('handshake 2025-06-18\n→ 1 tasks/list\n← 1 error -32601 Method not found')).toEqual(
      [
        'warning lifecycle/method-of-another-revision: the client uses tasks/list in revision 2025-06-18, which came with 2025-11-25',
      ],
    );
    expect(rules('handshake 2025-11-25\n→ 1 tools/list\n← 1 result {"tools":[]}')).toEqual([]);
  });

  it('may be probed first, and hold methods of an extension', () => {
    expect(
      rules(`→ "p" server/discover @2026-07-28
← "p" error -32601 Method not found
handshake 2025-11-25
→ 1 acme/rooms
← 1 result {}`),
    ).toEqual([]);
  });

  it('owes nothing of the modern era after a refused probe, also when initialize stays unanswered', () => {
    expect(
      rules(`→ 0 server/discover @2026-07-28
← 0 error -32601 Method not found
→ 1 initialize {"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}
← stray \ufeff{"jsonrpc":"2.0","id":1,"result":{}}
→ notifications/initialized
→ 2 tools/list
← 2 result {"tools":[]}`).filter((each) => each.startsWith('lifecycle/')),
    ).toEqual([]);
  });

  it('begins with initialize', () => {
    expect(told('→ 1 tools/list\n← 1 result {"tools":[]}\nhandshake')).toEqual([
      'warning lifecycle/before-initialize: tools/list (id 1) came before any opening of the session',
    ]);
    expect(rules('→ 1 ping\n← 1 result {}\nhandshake')).toEqual([]);
  });

  it('uses what was declared: lists that are answered, notifications that are sent', () => {
    expect(
      told(`handshake
→ 1 prompts/list
← 1 result {"prompts":[]}
← notifications/tools/list_changed
← notifications/message {"level":"info","data":1}`),
    ).toEqual([
      'note lifecycle/server-capability: the server answers prompts/list, and did not declare the capability prompts',
      'note lifecycle/server-capability: the server sends notifications/tools/list_changed, and did not declare the capability tools.listChanged',
      'note lifecycle/server-capability: the server sends notifications/message, and did not declare the capability logging',
    ]);
    expect(rules('handshake\n→ 1 prompts/list\n← 1 error -32601 Method not found')).toEqual([]);
  });
});

describe('ids', () => {
  verifies('check-bad-ids');

  it('null and fractions are no ids of a request', () => {
    expect(told('handshake\n→ null ping\n→ 1.5 ping')).toEqual(
      expect.arrayContaining([
        'problem ids/bad-id: ping has the id null, which no request may have',
        'problem ids/bad-id: ping has the id 1.5, which no request may have',
      ]),
    );
    expect(rules('handshake\n→ 1.0 ping\n← 1.0 result {}\n→ "" ping\n← "" result {}')).toEqual([]);
  });
});

describe('texts and sizes', () => {
  verifies('check-lone-surrogate', 'check-large-message');
  const said = (text: string) =>
    `handshake\n→ 1 tools/call {"name":"a","arguments":{}}\n← {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"${text}"}]}}`;

  it('half characters are told with their place', () => {
    expect(told(said('a\\ud83c'))).toEqual([
      'warning framing/lone-surrogate: the text at $.result.content[0].text holds half of a character (a lone surrogate)',
    ]);
    expect(rules(said('\\udf89\\ud83c'))).toEqual(['framing/lone-surrogate']);
    expect(rules(said('\\ud83c\\udf89 \\\\ud83c'))).toEqual([]);
  });

  it('lines above 10 MiB are told, those of 3 MB are not', () => {
    expect(rules(said('⟨3000000 × a⟩'))).toEqual([]);
    expect(told(said('⟨10500000 × a⟩'))).toEqual([
      expect.stringMatching(
        /^warning framing\/large-message: a line of 105000\d\d bytes from the server in answer to tools\/call a/,
      ),
    ]);
  });
});

describe('processes', () => {
  verifies('check-process');

  it('that end by themselves are told, unless a request or the handshake tells it', () => {
    expect(told('handshake\nstderr Error: boom\nexited 1\nclosed by server')).toEqual([
      'problem process/crashed: the server exited with code 1 by itself, 5 ms after the start; its stderr says: "Error: boom"',
    ]);
    expect(told('handshake\nexited 0\nclosed by server')).toEqual([
      expect.stringMatching(/^note process\/crashed/),
    ]);
    expect(rules('handshake\n→ 1 ping\nexited 1\nclosed by server')).toEqual(['ids/unanswered']);
    expect(rules('handshake\nstdin closed\nexited 1\nclosed by client')).toEqual([]);
  });

  it('that start slowly are told with the hosts that do not wait', () => {
    const start = (seconds: number) =>
      told(`started
→ 0 initialize {"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}
wait ${seconds} s
← 0 result {"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"s","version":"1"}}
→ notifications/initialized`);
    expect(start(9)).toEqual([]);
    expect(start(12)).toEqual([
      'warning process/slow-start: initialize (id 0) was answered after 12.0 s: too late for Codex (10 s)',
    ]);
    expect(start(35)[0]).toContain('Claude Code (30 s), Codex (10 s)');
  });

  it('that close a stream early are told', () => {
    expect(
      rules('handshake\nwrite failed EPIPE\nstdin closed\nexited 0\nclosed by client'),
    ).toEqual(['process/closed-early']);
    expect(rules('handshake\nstdin closed\nstdout closed\nexited 0\nclosed by client')).toEqual([]);
  });
});
