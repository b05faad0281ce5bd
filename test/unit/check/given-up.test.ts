import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import {
  call,
  findingsBy,
  findingsOf,
  notification,
  request,
  result,
  rulesOf,
  text,
} from './support.ts';

const started = () => conversation().initialized();
const cancel = (requestId: number, reason?: string) =>
  notification('notifications/cancelled', { requestId, ...(reason && { reason }) });

describe('a request that was given up', () => {
  verifies('check-unanswered');

  it.each([
    ['the words of sadap’s own time-out', 'no answer within 30000 ms', 30_000],
    ['the same after a short wait', 'no answer within 500 ms', 500],
    ['a reason that says nothing, after a long wait', 'giving up', 60_000],
    ['the words of an SDK', 'McpError: MCP error -32001: Request timed out', 500],
  ])('is unanswered for %s', (_what, reason, wait) => {
    const talk = started()
      .client(call(2), { at: 100 })
      .client(cancel(2, reason), { at: 100 + wait })
      .event({ event: 'stdin-closed' })
      .end();
    expect(findingsBy('ids/unanswered', talk)).toMatchObject([
      { severity: 'problem', side: 'server', title: expect.stringContaining(`("${reason}")`) },
    ]);
  });

  it.each([
    ['a user who has enough', 'user pressed Esc', 60_000],
    ['a program that is interrupted', 'AbortError: This operation was aborted', 60_000],
    ['an unknown reason after a moment', 'superseded', 200],
  ])('is nobody’s fault for %s', (_what, reason, wait) => {
    const talk = started()
      .client(call(2), { at: 100 })
      .client(cancel(2, reason), { at: 100 + wait });
    expect(rulesOf(talk)).toEqual([]);
  });
});

describe('a session that somebody stopped', () => {
  verifies('check-stopped');

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('by %s blames nobody for what was open', (reason) => {
    const talk = started()
      .client(call(2), { at: 100 })
      .event({ event: 'stdin-closed' }, { at: 3300 })
      .event({ event: 'exit', code: 0, signal: null }, { at: 3310 })
      .end({ closedBy: 'sadap', reason });
    expect(findingsOf(talk)).toEqual([
      `note ids/unanswered: stopped by ${reason} while tools/call probe (id 2) was open, for 3.2 s by then`,
    ]);
    expect(findingsBy('ids/unanswered', talk)).toMatchObject([{ side: 'nobody' }]);
  });

  it('still tells of a server that was gone before', () => {
    const talk = started()
      .client(call(2), { at: 100 })
      .event({ event: 'exit', code: 3, signal: null }, { at: 200 })
      .end({ closedBy: 'sadap', reason: 'SIGINT' });
    expect(findingsOf(talk)).toEqual([
      'problem ids/unanswered: tools/call probe (id 2): no answer for 100 ms, then the server exited with code 3',
    ]);
  });

  it('still blames the server when the recording stopped for another reason', () => {
    const talk = started()
      .client(call(2), { at: 100 })
      .end({ at: 3000, closedBy: 'sadap', reason: 'disk full' });
    expect(findingsBy('ids/unanswered', talk)).toMatchObject([{ severity: 'problem' }]);
  });
});

describe('an answer whose line was never ended', () => {
  verifies('check-late-answer', 'check-cut-at-exit');

  it('is not late: nobody could read it', () => {
    const talk = started()
      .client(call(2), { at: 0 })
      .client(cancel(2, 'no answer within 30000 ms'), { at: 30_000 })
      .event({ event: 'stdin-closed' }, { at: 30_001 })
      .server(text(2, 'a'), { at: 30_010, eol: '' });
    const { length } = JSON.stringify(text(2, 'a'));
    expect(findingsOf(talk)).toEqual([
      `problem framing/cut-at-exit: the last message on stdout (${length} bytes) has no line feed; the line was never ended, so tools/call probe (id 2) had no answer when it was cancelled after 30.0 s`,
    ]);
  });
});

describe('calls that wait for a request of the server', () => {
  verifies('check-blocked-calls');

  it('are told with the request that held them up', () => {
    const talk = started()
      .client(call(3, 'open'), { at: 1000 })
      .server(request(0, 'roots/list'), { at: 1010 })
      .client(call(4, 'click'), { at: 5000 })
      .server(cancel(0, 'timeout'), { at: 61_010 })
      .server(text(3, 'ok'), { at: 61_100 })
      .server(text(4, 'ok'), { at: 61_200 });
    const [found] = findingsBy('ids/unanswered', talk);
    expect(found).toMatchObject({ side: 'client', places: [{ seq: 4 }, { seq: 6 }] });
    expect(found?.title).toContain(
      '; tools/call open (id 3), tools/call click (id 4) were answered 90 ms and 190 ms after it was given up: they waited for it',
    );
  });

  it('are not guessed at where the answer came long after, or the call was short', () => {
    const talk = started()
      .client(call(3, 'open'), { at: 1000 })
      .server(request(0, 'roots/list'), { at: 1010 })
      .server(cancel(0, 'timeout'), { at: 61_010 })
      .client(call(4, 'quick'), { at: 61_020 })
      .server(text(4, 'ok'), { at: 61_100 })
      .server(text(3, 'ok'), { at: 90_000 })
      .client(request(5, 'ping'))
      .server(result(5));
    expect(findingsBy('ids/unanswered', talk)[0]?.title).not.toContain('waited for it');
  });
});
