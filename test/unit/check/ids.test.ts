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

const started = () => conversation().initialized();
const timedOut = 'McpError: MCP error -32001: Request timed out';
const cancel = (requestId: number | string, reason?: string) =>
  notification('notifications/cancelled', { requestId, ...(reason && { reason }) });

describe('requests without an answer', () => {
  verifies('check-unanswered');

  it('say how long, who cancelled, and who closed', () => {
    const talk = conversation()
      .client(request(0, 'initialize'), { at: 0 })
      .client(cancel(0, timedOut), { at: 60_006 })
      .event({ event: 'stdin-closed' }, { at: 60_009 })
      .end({ at: 60_010, closedBy: 'client' });
    expect(findingsOf(talk)).toEqual([
      `problem ids/unanswered: initialize (id 0): no answer for 60.0 s, cancelled by the client ("${timedOut}"), then the client closed the server's stdin`,
    ]);
  });

  it('name the crash that explains them', () => {
    const talk = started()
      .client(call(2), { at: 100 })
      .stderr('TypeError: x is undefined', { at: 110 })
      .event({ event: 'exit', code: 1, signal: null }, { at: 120 })
      .end({ at: 121, closedBy: 'server' });
    expect(findingsOf(talk)).toEqual([
      'problem ids/unanswered: tools/call probe (id 2): no answer for 20 ms, then the server exited with code 1; stderr 10 ms after it: "TypeError: x is undefined"',
    ]);
  });

  it('are on the account of the side that was asked', () => {
    const talk = started()
      .server(request(0, 'roots/list'), { at: 100 })
      .server(cancel(0, 'timeout'), { at: 60_100 })
      .end({ at: 61_000 });
    expect(findingsBy('ids/unanswered', talk)).toMatchObject([
      { side: 'client', severity: 'problem', places: [{ seq: 3 }, { seq: 4 }] },
    ]);
  });

  it('are the fault of a client that leaves at once', () => {
    const talk = started().client(call(2), { at: 100 }).end({ at: 105 });
    expect(findingsBy('ids/unanswered', talk)).toMatchObject([
      { side: 'client', severity: 'warning' },
    ]);
  });

  it.each([
    ['while the recording has no end', started().client(call(2)).open()],
    ['when the user cancelled', started().client(call(2)).client(cancel(2, 'user pressed Esc'))],
    ['for a subscription', started().client(request('s', 'subscriptions/listen'))],
    [
      'for a probe that initialize follows',
      conversation().client(request('probe', 'server/discover'), { at: 0 }).initialized(),
    ],
  ])('are no finding %s', (_when, talk) => {
    expect(rulesOf(talk).filter((each) => each.startsWith('ids/'))).toEqual([]);
  });

  it('are told once for each, and folded when there are many', () => {
    const talk = started();
    for (let id = 1; id <= 12; id += 1) talk.client(call(id), { at: 100 + id });
    const found = findingsOf(talk.end({ at: 9000, closedBy: 'sadap' }));
    expect(found).toHaveLength(5);
    expect(found[4]).toMatch(
      /: 8 more findings of this kind, the first: tools\/call probe \(id 5\)/,
    );
  });
});

describe('answers that fit no request', () => {
  verifies('check-orphan-answer', 'check-duplicate-answer', 'check-id-type');

  it('are orphans, with the request that was open', () => {
    const talk = conversation()
      .client(request('init-1', 'initialize'), { at: 0 })
      .server(result(0), { at: 10 })
      .end({ at: 5000, closedBy: 'sadap' });
    expect(findingsOf(talk)).toEqual([
      'problem ids/unanswered: initialize (id "init-1"): no answer for 5.0 s, then the session ended',
      'problem ids/orphan-answer: result with id 0 from the server answers no request; initialize (id "init-1") was open',
    ]);
  });

  it('are still orphans after a blank or bad line, unless they react to it', () => {
    expect(rulesOf(started().client('').server(result(9)))).toContain('ids/orphan-answer');
    expect(rulesOf(started().client('bad').server(result(9)))).toContain('ids/orphan-answer');
    expect(
      rulesOf(
        started()
          .client('bad')
          .server(failure(null, -32700, 'no')),
      ),
    ).toEqual(['framing/client-not-json']);
  });

  it('are no fault of a log that starts in the middle', () => {
    const talk = conversation({ header: { mode: 'import', exact: false } })
      .server(text(9, 'late'))
      .client(call(10))
      .server(text(10, 'ok'))
      .server(text(9, 'again'));
    expect(findingsOf(talk)).toEqual([
      'problem ids/orphan-answer: result with id 9 from the server answers no request',
    ]);
  });

  it('are duplicates of one that came before', () => {
    const talk = started()
      .client(call(2))
      .server(text(2, 'a'), { at: 100 })
      .server(text(2, 'a'), { at: 103 });
    expect(findingsOf(talk)).toEqual([
      'problem ids/duplicate-answer: tools/call probe (id 2) was answered again, 3 ms after the first',
    ]);
  });

  it('have the id of a request in another type', () => {
    expect(findingsOf(started().client(call('1')).server(text(1, 'a')))).toEqual([
      'problem ids/id-type-changed: tools/call probe (id "1") was answered with the number 1: peers do not pair them, so it is unanswered',
    ]);
    expect(rulesOf(started().client(call(5)).server(text('5', 'a')))).toEqual([
      'ids/id-type-changed',
    ]);
  });

  it('respell a number', () => {
    const talk = started()
      .client(call(1))
      .server('{"jsonrpc":"2.0","id":1.0,"result":{"content":[]}}');
    expect(findingsOf(talk)).toEqual([
      'note ids/id-respelled: tools/call probe (id 1) was answered with id 1.0, the same number in another spelling',
    ]);
  });

  it('are fine for 0, the empty string and both sides at once', () => {
    const talk = conversation()
      .initialized('2025-06-18', {}, { roots: {} })
      .client(call(''))
      .client(call(1))
      .server(request(1, 'roots/list'))
      .server(text(1, 'a'))
      .client(result(1, { roots: [] }))
      .server(text('', 'b'));
    expect(rulesOf(talk)).toEqual([]);
  });
});

describe('a server that answers everything with one id', () => {
  verifies('check-wrong-ids');

  it('gets one finding for all of it', () => {
    const talk = started()
      .client(request(1, 'tools/list'))
      .server(result(0, { tools: [] }))
      .client(call('req-a'))
      .server(result(null, { content: [] }));
    expect(findingsOf(talk)).toEqual([
      'problem ids/wrong-ids: 2 of 3 answers of the server carry an id that is not the id of any open request (0, null); an unanswered request precedes each one (tools/list (id 1), tools/call probe (id "req-a"))',
    ]);
  });

  it('is not seen where the requests have their answers', () => {
    const talk = started().client(call(1)).server(text(1, 'a')).server(result(7)).server(result(8));
    expect(rulesOf(talk)).toEqual(['ids/orphan-answer', 'ids/orphan-answer']);
  });
});

describe('answers to notifications, malformed answers', () => {
  verifies('check-answer-to-notification', 'check-malformed-answer');

  it('are told with the notification', () => {
    const talk = conversation()
      .initialized()
      .server(failure(null, -32601, 'Method not found: notifications/initialized'))
      .client(notification('notifications/roots/list_changed'))
      .server('{"jsonrpc":"2.0","id":null}')
      .client(call(1))
      .server(text(1, 'ok'));
    expect(findingsOf(talk)).toEqual([
      'problem ids/answer-to-notification: the server answered the notification notifications/initialized',
      'problem ids/answer-to-notification: the server answered the notification notifications/roots/list_changed',
      'problem ids/malformed-answer: malformed response of the server: it has neither a result nor an error',
    ]);
    expect(findingsBy('ids/answer-to-notification', talk)).toMatchObject([
      { places: [{ seq: 3 }, { seq: 2 }] },
      { places: [{ seq: 5 }, { seq: 4 }] },
    ]);
  });

  it('are seen when a request came between and the error names the notification', () => {
    const talk = started()
      .client(request(1, 'tools/list'))
      .server(failure(null, -32601, 'unknown method notifications/initialized'))
      .server(result(1, { tools: [] }));
    expect(rulesOf(talk)).toEqual(['ids/answer-to-notification']);
  });

  it('do not take an unknown id for an answer to a notification', () => {
    expect(rulesOf(started().server(result(99)))).toEqual(['ids/orphan-answer']);
    expect(rulesOf(started().server(failure(99, -32601, 'no')))).toEqual([
      'ids/answer-to-notification',
    ]);
  });

  it('may have no id at all', () => {
    expect(findingsOf(started().server('{"jsonrpc":"2.0","result":{}}'))).toEqual([
      'problem ids/answer-to-notification: the server answered the notification notifications/initialized',
      'problem ids/malformed-answer: malformed response of the server: it has a result but no id',
    ]);
  });

  it('explain the request whose answer says nothing, or too much', () => {
    const talk = started()
      .client(call(1))
      .client(call(2))
      .server('{"jsonrpc":"2.0","id":1}')
      .server('{"jsonrpc":"2.0","id":2,"result":{},"error":{"code":1,"message":"x"}}');
    expect(findingsOf(talk)).toEqual([
      'problem ids/malformed-answer: malformed response of the server: it has neither a result nor an error; tools/call probe (id 1) is unanswered because of it',
      'problem ids/malformed-answer: malformed response of the server: it has both a result and an error; tools/call probe (id 2) is unanswered because of it',
    ]);
  });

  it.each([
    ['{"jsonrpc":"2.0","id":1,"result":null}', 'its result is null, not an object'],
    ['{"jsonrpc":"2.0","id":1,"result":[]}', 'its result is an array, not an object'],
    ['{"jsonrpc":"2.0","id":1,"error":"no"}', 'its error is a string, not an object'],
    [
      '{"jsonrpc":"2.0","id":1,"error":{"code":"E1","message":"x"}}',
      'error.code is a string, not an integer',
    ],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":-1}}', 'error.message is missing, not a string'],
  ])('have a wrong shape: %s', (line, what) => {
    const talk = started().client(request(1, 'ping')).server(line);
    expect(findingsOf(talk)).toEqual([
      `warning ids/malformed-answer: malformed response of the server (id 1): ${what}`,
    ]);
  });
});

describe('answers after a cancellation', () => {
  verifies('check-late-answer');
  const retry = () =>
    started()
      .client(call(20, 'scan', { host: 'h1' }), { at: 0 })
      .client(cancel(20, timedOut), { at: 60_000 })
      .client(call(21, 'scan', { host: 'h1' }), { at: 60_500 })
      .server(text(20, 'open: 22'), { at: 63_200 })
      .server(text(21, 'open: 22'), { at: 125_000 });

  it('are late, not unknown, and a repeated call is pointed out', () => {
    expect(findingsOf(retry())).toEqual([
      'note lifecycle/repeated-call: tools/call scan (id 21) has the same tool and arguments as tools/call scan (id 20), a cancelled call whose answer arrived: it probably ran twice',
      `note ids/late-answer: tools/call scan (id 20) was cancelled after 60.0 s ("${timedOut}") and answered late, after 63.2 s (3.2 s after the cancellation)`,
    ]);
  });

  it('are no repetition when the arguments differ', () => {
    const other = started()
      .client(call(20, 'scan', { host: 'h1' }))
      .client(cancel(20))
      .server(text(20, 'a'))
      .client(call(21, 'scan', { host: 'h2' }))
      .server(text(21, 'b'));
    expect(rulesOf(other)).toEqual(['ids/late-answer']);
  });
});

describe('batches', () => {
  verifies('check-batch');
  const batch = [request(2, 'ping'), notification('notifications/initialized'), request(3, 'ping')];
  const answers = [result(3), result(2)];

  it('are legal in 2025-03-26 alone', () => {
    const legal = conversation().initialized('2025-03-26').client(batch).server(answers);
    expect(rulesOf(legal)).toEqual([]);
  });

  it('are refused in a later revision, and the refusal belongs to them', () => {
    const talk = conversation()
      .initialized('2025-06-18')
      .client([request(1, 'ping')])
      .server(failure(null, -32600, 'Batch not supported'));
    expect(findingsOf(talk)).toEqual([
      'problem ids/batch-not-allowed: batch of 1 message from the client (line 3): not allowed in revision 2025-06-18; the server refused it; 1 request in it without an answer',
    ]);
  });

  it('explain the requests in them that a server drops without a word', () => {
    const talk = started()
      .client([request(1, 'ping'), request(2, 'ping')])
      .end({ at: 9000 });
    expect(findingsOf(talk)).toEqual([
      'problem ids/batch-not-allowed: batch of 2 messages from the client (line 3): not allowed in revision 2025-06-18; 2 requests in it without an answer',
    ]);
  });

  it('are no message when they are empty', () => {
    const talk = conversation().initialized('2025-03-26').client('[]');
    expect(findingsOf(talk)).toEqual([
      'problem ids/empty-batch: the client sent an empty batch `[]` (line 3): an invalid request',
    ]);
  });
});

describe('an id that is used again', () => {
  verifies('check-reused-id');

  it('while the first request is open', () => {
    const talk = started()
      .client(call(1, 'a'))
      .client(call(1, 'b'))
      .server(text(1, 'x'))
      .server(text(1, 'y'));
    expect(findingsOf(talk)).toEqual([
      'problem ids/reused-while-open: tools/call b (id 1) uses the id of tools/call a (id 1), which is still open',
    ]);
  });

  it('is no finding after the answer, after a cancellation or by the other side', () => {
    const talk = started()
      .client(call(1))
      .server(text(1, 'x'))
      .client(call(1))
      .server(request(1, 'ping'))
      .client(result(1))
      .server(text(1, 'y'));
    expect(findingsBy('ids/reused-while-open', talk)).toEqual([]);
    expect(findingsBy('ids/reused', talk)).toMatchObject([{ severity: 'note', side: 'client' }]);
  });
});

describe('ids that lose digits', () => {
  verifies('check-truncated-ids');

  it.each([
    [4_294_967_301, 5],
    [4_294_967_295, -1],
    ['9007199254740993', '9007199254740992'],
  ])('%s answered with %s are one finding', (asked, answered) => {
    const talk = started()
      .client(`{"jsonrpc":"2.0","id":${asked},"method":"ping"}`)
      .server(`{"jsonrpc":"2.0","id":${answered},"result":{}}`);
    expect(findingsOf(talk).filter((each) => each.includes(' ids/'))).toEqual([
      `problem ids/truncated: ping (id ${asked}) was answered with id ${answered}, which is its id cut or rounded: peers do not pair them, so it is unanswered`,
    ]);
  });

  it('may be large', () => {
    const talk = started()
      .client('{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}')
      .server('{"jsonrpc":"2.0","id":9007199254740993,"result":{}}');
    expect(rulesOf(talk)).not.toContain('ids/truncated');
  });
});
