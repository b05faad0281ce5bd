import { describe, expect, it } from 'vitest';
import {
  labelOfUpstream,
  listenAddressOf,
  upstreamOf,
} from '../../../../src/capture/proxy/addresses.ts';
import { namesOf } from '../../../../src/capture/proxy/guard.ts';
import { HeaderFields } from '../../../../src/capture/proxy/header-fields.ts';
import { clientHeaders, upstreamLines } from '../../../../src/capture/proxy/headers.ts';
import { createHttpMask } from '../../../../src/recording/mask-http.ts';
import { verifies } from '../../../support/verifies.ts';

const upstream = upstreamOf('https://example.com/mcp?x=1');
const names = namesOf({ hostname: '127.0.0.1', port: 8765 }, ['Tunnel.example', 'a.b:99']);
const fields = new HeaderFields(createHttpMask());

describe('headers to the upstream', () => {
  verifies('proxy:headers', 'proxy:host-origin');
  const sent = (...raw: string[]) =>
    upstreamLines(fields.of(raw), { upstream, names, fields })
      .split('\r\n')
      .slice(0, -1)
      .flatMap((line) => line.split(/: (.*)/s, 2));

  it('keep order, case and number; the host becomes the upstream’s where it stands', () => {
    expect(sent('A', '1', 'hOST', '127.0.0.1:8765', 'a', '2', 'A', '1')).toEqual([
      'A',
      '1',
      'hOST',
      'example.com',
      'a',
      '2',
      'A',
      '1',
    ]);
    expect(sent('A', '1')).toEqual(['Host', 'example.com', 'A', '1']);
  });

  it.each([
    ['http://127.0.0.1:8765', 'https://example.com'],
    ['http://localhost:8765', 'https://example.com'],
    ['HTTP://LOCALHOST:8765', 'https://example.com'],
    ['http://[::1]:8765', 'https://example.com'],
    ['http://tunnel.example', 'https://example.com'],
    ['http://localhost:8766', 'http://localhost:8766'],
    ['https://127.0.0.1:8765', 'https://127.0.0.1:8765'],
    ['http://evil.example', 'http://evil.example'],
    ['http://127.0.0.1:8765.evil.example', 'http://127.0.0.1:8765.evil.example'],
    ['null', 'null'],
  ])('an origin %s becomes %s', (origin, seen) => {
    expect(sent('Host', 'x', 'Origin', origin)).toEqual(['Host', 'example.com', 'Origin', seen]);
  });

  it.each([
    [
      ['Connection', 'keep-alive'],
      ['Connection', 'keep-alive'],
    ],
    [
      ['Connection', 'close'],
      ['Connection', 'close'],
    ],
    [
      ['Connection', 'X-Own, keep-alive', 'X-Own', '1'],
      ['Connection', 'keep-alive'],
    ],
    [['connection', 'Upgrade, HTTP2-Settings', 'Upgrade', 'h2c', 'HTTP2-Settings', 'x'], []],
    [
      ['Connection', 'TE', 'TE', 'trailers'],
      ['TE', 'trailers'],
    ],
    [['Proxy-Connection', 'keep-alive'], []],
    [
      ['Transfer-Encoding', 'chunked'],
      ['Transfer-Encoding', 'chunked'],
    ],
    [
      ['Proxy-Authorization', 'Basic x'],
      ['Proxy-Authorization', 'Basic x'],
    ],
  ])('of one connection only stay on it: %j', (raw, kept) => {
    expect(sent('Host', 'x', ...raw)).toEqual(['Host', 'example.com', ...kept]);
    expect(clientHeaders(fields.of(raw), fields)).toEqual(kept);
  });
});

describe('our own names', () => {
  verifies('proxy:rebinding');

  it.each([
    '127.0.0.1:8765',
    'LOCALHOST:8765',
    '[::1]:8765',
    'tunnel.example',
    'tunnel.example:1',
    'a.b:99',
  ])('include %s', (host) => expect(names.isOurHost(host)).toBe(true));

  it.each([
    '127.0.0.1',
    'localhost:80',
    '127.0.0.1:8765.evil',
    'evil.example:8765',
    'a.b',
    'a.b:1',
    '',
  ])('do not include %j', (host) => expect(names.isOurHost(host)).toBe(false));

  it('go without a port where it is the usual one', () => {
    expect(namesOf({ hostname: '127.0.0.1', port: 80 }, []).isOurHost('localhost')).toBe(true);
    expect(namesOf({ hostname: '10.0.0.9', port: 1 }, []).isOurHost('10.0.0.9:1')).toBe(true);
  });
});

describe('addresses', () => {
  verifies('proxy:usage');

  it('of upstreams are URLs of http or https', () => {
    expect(upstreamOf('http://[::1]:3000/a/b?c')).toEqual({
      secure: false,
      hostname: '::1',
      port: 3000,
      authority: '[::1]:3000',
      origin: 'http://[::1]:3000',
      path: '/a/b?c',
    });
    expect(upstreamOf('https://h')).toMatchObject({ port: 443, authority: 'h', path: '/' });
    for (const bad of ['', 'localhost:3000', 'ftp://h', 'http://', 'http://u:p@h/', 'http://u@h'])
      expect(() => upstreamOf(bad)).toThrow(/--upstream/);
    expect(labelOfUpstream(upstreamOf('http://127.0.0.1:3000'))).toBe('localhost-3000');
    expect(labelOfUpstream(upstream)).toBe('example.com');
  });

  it('to listen on are a host and a port, or a port', () => {
    expect(listenAddressOf('8765')).toEqual({ hostname: '127.0.0.1', port: 8765 });
    expect(listenAddressOf('[::1]:0')).toEqual({ hostname: '::1', port: 0 });
    expect(listenAddressOf('0.0.0.0:80')).toEqual({ hostname: '0.0.0.0', port: 80 });
    for (const bad of ['', 'x', '1:2:3', '127.0.0.1:', '127.0.0.1:65536', 'http://127.0.0.1:1'])
      expect(() => listenAddressOf(bad)).toThrow(/--listen/);
  });
});
