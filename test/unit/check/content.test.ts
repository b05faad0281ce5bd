import { describe, expect, it } from 'vitest';
import { failureSign } from '../../../src/check/evidence/failure-text.ts';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import {
  call,
  failure,
  findingsBy,
  findingsOf,
  request,
  result,
  rulesOf,
  text,
} from './support.ts';

const called = () => conversation().initialized().client(call(2, 'detail_anak'));

describe('failures that are called a success', () => {
  verifies('check-soft-error');

  it('are told with the member that shows it', () => {
    const body = JSON.stringify(
      { error: 'Service mengembalikan status 404', detail: '{"detail":"Anak tidak ditemukan"}' },
      null,
      2,
    );
    expect(findingsOf(called().server(text(2, body, false)))).toEqual([
      'warning content/soft-error: tools/call detail_anak (id 2) is called a success, but its text looks like a failure (high confidence): error: "Service mengembalikan status 404"',
    ]);
  });

  it('are a note when only the sentence says so', () => {
    const talk = called().server(
      text(2, "Error executing probe: Exception(401, 'Unauthorized')", false),
    );
    expect(findingsBy('content/soft-error', talk)).toMatchObject([
      { severity: 'note', places: [{ seq: 4, pointer: '/result/content/0/text' }] },
    ]);
  });

  it('are a warning when the whole text is an error', () => {
    const talk = called().server(text(2, 'Error: ECONNREFUSED 127.0.0.1:5432'));
    expect(findingsBy('content/soft-error', talk)).toMatchObject([{ severity: 'warning' }]);
  });

  it('are found in structured content too', () => {
    const talk = called().server(
      result(2, { content: [], structuredContent: { error: { code: 5 } } }),
    );
    expect(findingsBy('content/soft-error', talk)).toMatchObject([
      { places: [{ pointer: '/result/structuredContent' }] },
    ]);
  });

  it('are not looked for where isError is true', () => {
    expect(rulesOf(called().server(text(2, '{"error":"no"}', true)))).toEqual([
      'content/tool-error',
    ]);
  });

  it.each([
    ['{"error":"not found"}', 'high'],
    ['{"error":"no such city: Jakarta"}', 'high'],
    ['{"error":{"message":"quota"},"status":429}', 'high'],
    ['{"errors":[{"message":"bad field"}],"data":null}', 'high'],
    ['{"success":false,"message":"no such room"}', 'high'],
    ['{"ok":false}', 'high'],
    ['{"is_error":true,"error_description":"transaction failed"}', 'high'],
    ['{"status":500,"message":"oops"}', 'high'],
    ['{"status":"error","message":"oops"}', 'high'],
    ['{"statusCode":404}', 'high'],
    ['{"detail":"Not found"}', 'high'],
    ['{"error":"room unknown","room":"B12"}', 'medium'],
    ['{"error":"partial","rows":[1,2]}', 'low'],
    ['Error: connection refused', 'low'],
    ['❌ Failed to open the page', 'low'],
    ['**Error:** no such file', 'low'],
    ['ValueError: invalid literal', 'low'],
    ['Traceback (most recent call last):\n  File "x.py"', 'low'],
    ['Error: ECONNREFUSED 127.0.0.1:5432', 'medium'],
    [
      'Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect (node:net:1611:16)',
      'medium',
    ],
    ["FileNotFoundError: [Errno 2] No such file or directory: 'a'", 'medium'],
    ['**Error:** Request failed with status code 503', 'medium'],
    ['fatal: unable to access https://git.example/x/: HTTP 403', 'medium'],
    [
      'Traceback (most recent call last):\n  File "x.py", line 3, in <module>\nKeyError: 1',
      'medium',
    ],
    ['Error: ECONNREFUSED means that nothing listens on the port.', 'low'],
    [`Error: ENOENT ${'and many more words '.repeat(30)}`, 'low'],
    ['Error: 12 of 40 rows were skipped', 'low'],
    ["Error executing probe: Exception(401, 'Unauthorized')", 'low'],
    ['Unable to reach the service', 'low'],
    ['Permission denied', 'low'],
    ['404 Not Found', 'low'],
    ['Gagal mengambil data', 'low'],
  ])('%s: %s confidence', (said, confidence) => {
    expect(failureSign(said)?.confidence).toBe(confidence);
  });

  it.each([
    'Scan finished: 0 errors found',
    'No errors.',
    'Errors: 0, warnings: 3',
    'Error: 0',
    'Error handling in Go is explicit.',
    'ECONNREFUSED: what it means and how to mend it',
    'The log says: Error: ECONNREFUSED 127.0.0.1:5432',
    'Errors of the last hour:\nError: ECONNREFUSED 127.0.0.1:5432',
    'The request failed yesterday, says the log.',
    '# Errors\n\nWhat each error means',
    '[ERROR] 10:01 disk full\n[INFO] 10:02 disk ok',
    'Cannot be undone once it is sent.',
    '{"error":null,"data":[1]}',
    '{"error":"","rows":2}',
    '{"error":0.02,"mean":1.5}',
    '{"errors":[],"files":12}',
    '{"errors":[{"line":3,"text":"missing ;"}],"warnings":[{"line":9}]}',
    '{"errors":4,"checked":100}',
    '{"error":"none"}',
    '{"error":"No errors found."}',
    '{"success":true,"error":null}',
    '{"status":"active","nama":"Ahmad"}',
    '{"status":404,"url":"http://x/","body":"<html>"}',
    '{"code":500,"currency":"IDR","amount":3}',
    '{"jobs":[{"name":"build","status":"failed"}],"status":"failed"}',
    '{"detail":"a room with a view"}',
    '{"detail":{"not found":1}}',
    '[{"error":"x"}]',
    '{"error": broken',
    '',
  ])('not taken for one: %s', (said) => {
    expect(failureSign(said)).toBeUndefined();
  });
});

describe('failures that say so', () => {
  verifies('check-tool-error', 'check-rpc-error');

  it('are a note: the model reads isError', () => {
    expect(findingsOf(called().server(text(2, 'file not found', true)))).toEqual([
      'note content/tool-error: tools/call detail_anak (id 2) failed with isError true, which the model can read: "file not found"',
    ]);
  });

  it('are nobody’s fault: a model may ask for what is not there', () => {
    const talk = called().server(text(2, 'file not found', true));
    expect(findingsBy('content/tool-error', talk)).toMatchObject([{ side: 'nobody' }]);
  });

  it('are a note: the model probably does not see a JSON-RPC error', () => {
    expect(findingsOf(called().server(failure(2, -32603, 'division by zero')))).toEqual([
      'note content/rpc-error: tools/call detail_anak (id 2) failed with the JSON-RPC error -32603; the model probably did not see its text "division by zero"',
    ]);
  });

  it.each([
    ['a tool that is listed', 'detail_anak', 'server'],
    ['a tool that is not listed', 'cari_anak', 'client'],
  ])('blame the side that can mend it: a JSON-RPC error for %s', (_, listed, side) => {
    const talk = called()
      .server(failure(2, -32602, 'Unknown tool'))
      .client(request(3, 'tools/list'))
      .server(result(3, { tools: [{ name: listed, inputSchema: {} }] }));
    expect(findingsBy('content/rpc-error', talk)).toMatchObject([{ side }]);
  });

  it('say of a tool that is listed and not handled that it is not handled', () => {
    const list = (talk: ReturnType<typeof called>) =>
      talk
        .client(request(3, 'tools/list'))
        .server(result(3, { tools: [{ name: 'detail_anak', inputSchema: {} }] }));
    const unhandled = list(called().server(failure(2, -32601, 'Method not found')));
    const failed = list(called().server(failure(2, -32603, 'division by zero')));
    const fixOf = (talk: ReturnType<typeof called>) =>
      findingsBy('content/rpc-error', talk)[0]?.fix;
    expect(fixOf(unhandled)).toContain('lists a tool that it does not handle');
    expect(fixOf(failed)).toContain('isError');
  });

  it('blame the server for a JSON-RPC error where its tools were never asked for', () => {
    const talk = called().server(failure(2, -32602, 'Unknown tool'));
    expect(findingsBy('content/rpc-error', talk)).toMatchObject([{ side: 'server' }]);
  });

  it('are silent for a success, and for errors that are not about a call', () => {
    expect(rulesOf(called().server(text(2, 'pong', false)))).toEqual([]);
    const probe = { jsonrpc: '2.0', id: 'p', method: 'server/discover' };
    const talk = conversation()
      .client(probe)
      .server(failure('p', -32601, 'Method not found'));
    expect(rulesOf(talk.initialized())).toEqual([]);
  });
});

describe('the shape of tool results', () => {
  verifies('check-tool-result-shape');

  it.each([
    [{}, 'warning', 'no content', '/result'],
    [{ structuredContent: { a: 1 } }, 'warning', 'no content', '/result'],
    [{ content: 'ok' }, 'problem', 'content that is a string, not a list', '/result/content'],
    [{ content: { type: 'text' } }, 'problem', 'content that is an object', '/result/content'],
    [{ content: null }, 'problem', 'content that is null', '/result/content'],
  ])('%j is refused by clients that check it', (value, severity, what, pointer) => {
    expect(
      findingsBy('content/tool-result-shape', called().server(result(2, value))),
    ).toMatchObject([
      { severity, side: 'server', title: expect.stringContaining(what), places: [{ pointer }] },
    ]);
  });

  it.each([
    ['an empty list', { content: [] }],
    ['a question', { resultType: 'input_required', inputRequests: {} }],
    ['a task of 2025-11-25', { task: { taskId: 't' } }],
    ['a task of 2026-07-28', { resultType: 'task', taskId: 't' }],
    ['the form of before 2024-11-05', { toolResult: 1 }],
  ])('is none of the business of %s', (_what, value) => {
    expect(rulesOf(called().server(result(2, value)))).toEqual([]);
  });

  it('is not known of a revision that is not', () => {
    const talk = conversation().initialized('2024-10-07').client(call(2)).server(result(2));
    expect(findingsBy('content/tool-result-shape', talk)).toEqual([]);
  });
});

describe('members of results', () => {
  verifies('check-result-member-types');
  const ofType = (value: object, revision = '2025-06-18') =>
    findingsBy(
      'content/result-member-types',
      conversation()
        .initialized(revision)
        .client(call(2))
        .server(result(2, { content: [], ...value })),
    );

  it.each([
    [{ isError: 'true' }, 'isError "true", which must be true or false'],
    [{ isError: null }, 'isError null'],
    [{ isError: 0 }, 'isError 0'],
    [{ structuredContent: [1] }, 'structuredContent that is an array, which must be an object'],
    [{ structuredContent: null }, 'structuredContent null'],
    [{ _meta: 'x' }, '_meta "x", which must be an object'],
  ])('%j is of a wrong type', (value, words) => {
    expect(ofType(value)).toMatchObject([
      { severity: 'problem', side: 'server', title: expect.stringContaining(words) },
    ]);
  });

  it.each([{ isError: true }, { isError: false }, { structuredContent: {} }, { _meta: {} }])(
    '%j is right',
    (value) => expect(ofType(value)).toEqual([]),
  );

  it('are judged in lists too: a cursor is a string', () => {
    const talk = conversation()
      .initialized()
      .client(request(2, 'tools/list'))
      .server(result(2, { tools: [], nextCursor: null }));
    expect(findingsBy('content/result-member-types', talk)).toMatchObject([
      { places: [{ pointer: '/result/nextCursor' }] },
    ]);
  });
});

describe('text beside structuredContent', () => {
  verifies('check-structured-differs');
  const rule = 'content/structured-differs';
  const saying = (texts: readonly string[], structuredContent: object, more: object = {}) => {
    const content = texts.map((each) => ({ type: 'text', text: each }));
    return called().server(result(2, { content, structuredContent, ...more }));
  };

  it.each([
    [['{"a":1}'], { a: 2 }],
    [['{"a":1}'], { a: 1, b: 2 }],
    [['Here it is:', ' [1,2]'], { items: [2, 1], total: 2 }],
  ])('is a warning when it is JSON of another value: %j, %j', (texts, structured) => {
    expect(findingsBy(rule, saying(texts, structured))).toMatchObject([
      {
        severity: 'warning',
        side: 'server',
        places: [{}, { pointer: '/result/structuredContent' }],
      },
    ]);
  });

  it.each([
    [['{"b": [1.0, "\\u0061"], "a": 1}'], { a: 1, b: [1, 'a'] }],
    [['two rooms'], { total: 3 }],
    [['{not json'], { total: 3 }],
    [['21'], { result: 22 }],
    [['[1,2]'], { result: [1, 2] }],
    [['{"a":1}', '{"a":2}'], { result: [{ a: 1 }, { a: 2 }] }],
    [['{"a":1}', '{"more":2}'], { a: 1 }],
  ])('is fine as %j beside %j', (texts, structured) => {
    expect(findingsBy(rule, saying(texts, structured))).toEqual([]);
  });

  it('is not judged in a failure', () => {
    expect(findingsBy(rule, saying(['{"a":1}'], { a: 2 }, { isError: true }))).toEqual([]);
  });
});
