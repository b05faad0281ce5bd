import { describe, expect, it } from 'vitest';
import type { HttpClosed, HttpEntry } from '../../../src/model/recording.ts';
import { closedText, httpText, upstreamText } from '../../../src/view/terminal/http.ts';
import { verifies } from '../../support/verifies.ts';

describe('HTTP in the terminal', () => {
  verifies('view-http');

  it('shows start lines with the headers that decide how MCP is spoken, escaped', () => {
    const headers = [
      ['Host', 'x'],
      ['Mcp-Session-Id', '«masked:1»'],
      ['accept', '*/*'],
      ['origin', '\u001b[31mred'],
    ] as const;
    expect(httpText(entry({ headers }))).toBe(
      'call 3 → POST /mcp  Mcp-Session-Id: «masked:1»; accept: */*; origin: \\x1b[31mred',
    );
    expect(httpText(entry({ from: 'server', start: '202 Accepted' }))).toBe(
      'call 3 ← 202 Accepted',
    );
  });

  it.each<readonly [Partial<HttpClosed>, string, boolean]>([
    [{}, 'call 3: answer ended after 12 bytes', false],
    [{ events: 1, answers: 0 }, 'call 3: stream closed after 1 event and 0 answers', false],
    [
      { events: 3, answers: 1, by: 'client', complete: false },
      'call 3: stream broken off by the client after 3 events and 1 answer',
      false,
    ],
    [{ complete: false }, 'call 3: answer broken off by the server after 12 bytes', true],
    [{ complete: false, by: 'sadap' }, 'call 3: answer broken off by sadap after 12 bytes', false],
  ])('tells how an exchange ended: %j', (how, text, alarm) => {
    expect(closedText({ ...CLOSED, ...how })).toEqual({ text, alarm });
  });

  it('says why there was no answer', () => {
    const event = {
      event: 'upstream-failed',
      call: 3,
      code: 'ECONNREFUSED',
      text: 'refused',
    } as const;
    expect(upstreamText(event)).toBe('call 3: no answer from the upstream: ECONNREFUSED refused');
  });
});

const CLOSED: HttpClosed = {
  event: 'http-closed',
  call: 3,
  by: 'server',
  complete: true,
  bytes: 12,
};

function entry(more: Partial<HttpEntry>): HttpEntry {
  return {
    type: 'http',
    seq: 0,
    at: 0,
    call: 3,
    from: 'client',
    start: 'POST /mcp',
    headers: [],
    ...more,
  };
}
