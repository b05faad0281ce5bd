import { describe, expect, it } from 'vitest';
import { createHttpMask } from '../../../src/recording/mask-http.ts';
import { verifies } from '../../support/verifies.ts';

describe('secrets in HTTP', () => {
  verifies('recording:http-masked');

  it.each([
    ['Authorization', 'Bearer abc', 'Bearer «masked:1»'],
    ['authorization', 'Basic dXNlcjpwdw==', 'Basic «masked:1»'],
    ['authorization', 'abc', '«masked:1»'],
    ['Proxy-Authorization', 'Bearer abc', 'Bearer «masked:1»'],
    ['Cookie', 'a=1; b=2; c=1', 'a=«masked:1»; b=«masked:2»; c=«masked:1»'],
    ['Set-Cookie', 'sid=xyz; Path=/; HttpOnly', 'sid=«masked:1»; Path=/; HttpOnly'],
    ['Cookie', 'bareCookieDDD', '«masked:1»'],
    ['Cookie', 'a=1; bare; b=1', 'a=«masked:1»; «masked:2»; b=«masked:1»'],
    ['Set-Cookie', 'bare', '«masked:1»'],
    ['Set-Cookie', 'bare; Path=/', '«masked:1»; Path=/'],
    ...['X-Functions-Key', 'X-Auth', 'Auth', 'X-Access', 'Authentication', 'X-Session-Hash'].map(
      (name): [string, string, string] => [name, 'abc', '«masked:1»'],
    ),
    ['Ocp-Key', 'abc', '«masked:1»'],
    ['X-Hub-Signature-256', 'sha256=abc', '«masked:1»'],
    ['X-Auth', 'Bearer abc', 'Bearer «masked:1»'],
    ['Location', '/s/ZmFrZS1zZWNyZXQtMTIz/mcp', '/s/«masked:1»/mcp'],
    ['Location', 'https://a/s/ZmFrZS1zZWNyZXQtMTIz/mcp', 'https://a/s/«masked:1»/mcp'],
    [
      'www-authenticate',
      'Bearer realm="a", resource_metadata="https://a/ZmFrZS1zZWNyZXQtMTIz/x", token="b"',
      'Bearer realm="a", resource_metadata="https://a/«masked:1»/x", token="«masked:2»"',
    ],
    ['mcp-session-id', '669542bc-7c4b', '«masked:1»'],
    ['Mcp-Param-Region', 'eu', '«masked:1»'],
    ['mcp-param-note', '=?base64?w6k=?=', '«masked:1»'],
    ['x-api-key', 'k', '«masked:1»'],
    ['X-Goog-Api-Key', 'k', '«masked:1»'],
    ['x-auth-token', 'k', '«masked:1»'],
    ['x-session-id', 'k', '«masked:1»'],
    ['Location', 'https://a/b?access_token=s3&x=1', 'https://a/b?access_token=«masked:1»&x=1'],
    ['x-note', 'use sk-abcdefghij0123456789', 'use «masked:1»'],
  ])('of %s are masked: %s', (name, value, masked) => {
    expect(createHttpMask().headers([name, value])).toEqual([[name, masked]]);
  });

  it.each([
    ['accept', 'application/json, text/event-stream'],
    ['Content-Type', 'application/json; charset=utf-8'],
    ['MCP-Protocol-Version', '2025-06-18'],
    ['Mcp-Method', 'tools/call'],
    ['mcp-name', 'get_token'],
    ['last-event-id', '42'],
    ['origin', 'http://127.0.0.1:3000'],
    ['access-control-expose-headers', 'mcp-session-id'],
    ['www-authenticate', 'Bearer'],
    ['sec-websocket-key', 'dGhlIHNhbXBsZSBub25jZQ=='],
    ['x-auth-type', 'basic'],
    ['x-ratelimit-limit-tokens', '4000'],
    ['location', '/docs/release-notes-2026/mcp'],
  ])('of %s there are none: %s', (name, value) => {
    expect(createHttpMask().headers([name, value])).toEqual([[name, value]]);
  });

  it('are masked in URLs: passwords, keys, tokens and sessions', () => {
    const mask = createHttpMask();
    expect(mask.url('/mcp?api_key=k1&b=2')).toBe('/mcp?api_key=«masked:1»&b=2');
    expect(mask.url('/messages?sessionId=abc')).toBe('/messages?sessionId=«masked:2»');
    expect(mask.url('/messages/?session_id=abc')).toBe('/messages/?session_id=«masked:2»');
    expect(mask.url('http://u:pw@h/')).toBe('http://u:«masked:3»@h/');
    expect(mask.url('/mcp')).toBe('/mcp');
    expect(mask.url('/s/ZmFrZS1zZWNyZXQtMTIz/mcp')).toBe('/s/«masked:4»/mcp');
    expect(mask.url('http://h/s/ZmFrZS1zZWNyZXQtMTIz?a=1')).toBe('http://h/s/«masked:4»?a=1');
    expect(mask.url('/messages;jsessionid=abc')).toBe('/messages;jsessionid=«masked:2»');
  });

  it('have equal placeholders exactly for equal values, in headers and URLs alike', () => {
    const mask = createHttpMask();
    const raw = ['Mcp-Session-Id', 'one', 'mcp-session-id', 'two', 'x-api-key', 'one'];
    expect(mask.headers(raw).map(([, value]) => value)).toEqual([
      '«masked:1»',
      '«masked:2»',
      '«masked:1»',
    ]);
    expect(mask.url('/x?token=two')).toBe('/x?token=«masked:2»');
  });

  it('keep the order, the spelling and the number of headers', () => {
    expect(createHttpMask().headers(['B', '1', 'a', '2', 'B', '3'])).toEqual([
      ['B', '1'],
      ['a', '2'],
      ['B', '3'],
    ]);
  });
});
