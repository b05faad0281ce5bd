import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { call, findingsBy, findingsOf, request, result, rulesOf, text } from './support.ts';

describe('LSP framing beside other faults', () => {
  verifies('check-lsp-framing', 'check-own-kinds');

  /** A session of lines in which one answer is framed as LSP, and others have faults of their own. */
  const mixed = () => {
    const talk = conversation().initialized();
    for (let id = 1; id <= 6; id += 1) talk.client(call(id)).server(text(id, 'ok'));
    return talk
      .client(call(7))
      .server('Content-Length: 64', { eol: '\r\n' })
      .server('', { eol: '\r\n' })
      .server(`${JSON.stringify(text(7, 'ok'))}${JSON.stringify(text(8, 'ok'))}`)
      .client(call(9))
      .server('{"jsonrpc":"2.0","id":9,')
      .server('"result":{"content":[]}}')
      .client(call(10))
      .end({ at: 60_000, closedBy: 'sadap' });
  };

  it('is a finding of its place, and counts the requests that it lost', () => {
    expect(findingsBy('framing/lsp-framing', mixed())).toMatchObject([
      { title: expect.stringMatching(/\(1 header, .*; 1 request without an answer$/) },
    ]);
  });

  it('hides no other fault', () => {
    expect(rulesOf(mixed())).toEqual([
      'framing/lsp-framing',
      'framing/message-over-lines',
      'ids/unanswered',
    ]);
    expect(findingsBy('framing/message-over-lines', mixed())[0]?.title).toContain(
      'unanswered because of it: tools/call probe (id 9)',
    );
    expect(findingsBy('ids/unanswered', mixed())[0]?.title).toContain('tools/call probe (id 10)');
  });

  it('leaves blank lines and CRLF elsewhere in the stream to their own rules', () => {
    const talk = conversation().initialized();
    for (let id = 1; id <= 6; id += 1)
      talk.client(call(id)).server(text(id, 'ok'), { eol: '\r\n' });
    talk.server('').server('Content-Length: 64', { eol: '\r\n' }).server('', { eol: '\r\n' });
    expect(rulesOf(talk)).toEqual(['framing/lsp-framing', 'framing/crlf', 'framing/blank-lines']);
  });

  it('is one diagnosis where bodies end in a line feed', () => {
    const talk = conversation();
    talk.client(request(0, 'ping')).server('Content-Length: 36').server('').server(result(0));
    talk.client(request(1, 'ping')).server('Content-Length: 36').server('').server(result(1));
    expect(findingsOf(talk)).toEqual([expect.stringContaining('framing/lsp-framing')]);
  });

  it('is not seen in a log line that ends as a header does', () => {
    const talk = conversation().server('got a body, content-length: 17').initialized();
    expect(rulesOf(talk)).toEqual(['framing/stray-output']);
  });
});
