import { describe, expect, it } from 'vitest';
import { SadapError } from '../../../../src/errors.ts';
import { parseConfig } from '../../../../src/interop/wrap/config.ts';
import { entriesOf } from '../../../../src/interop/wrap/entries.ts';
import { hostOf } from '../../../../src/interop/wrap/hosts.ts';
import { assignProxies, parseProxies } from '../../../../src/interop/wrap/proxies.ts';
import { verifies } from '../../../support/verifies.ts';
import { servers, unwrapped, wrapPlan, wrapped } from './wrapping.ts';

const config = (url: string) => JSON.stringify({ mcpServers: { a: { url } } });

describe('a server reached by URL', () => {
  verifies('wrap.http');

  it.each([
    ['http://127.0.0.1:1', 'https://h/mcp?a=b', 'http://127.0.0.1:1/mcp?a=b'],
    ['http://127.0.0.1:1/', 'https://h', 'http://127.0.0.1:1'],
    ['http://127.0.0.1:1/other', 'https://h/mcp', 'http://127.0.0.1:1/other'],
    ['http://127.0.0.1:1', `https://\${input:host}/mcp`, 'http://127.0.0.1:1/mcp'],
    ['http://127.0.0.1:1/mcp', `\${URL}`, 'http://127.0.0.1:1/mcp'],
  ])('through %s: %s becomes %s', (proxy, url, address) => {
    const there = wrapped('cursor', config(url), { proxy });
    expect(servers('cursor', there)).toEqual([`a http wrapped ${address}#sadap-upstream=${url}`]);
    expect(unwrapped('cursor', there)).toBe(config(url));
  });

  it.each([`\${URL}/mcp`, 'unix:///run/mcp.sock', "https://h/it's"])(
    'is left alone when nobody can tell the path of %s',
    (url) => {
      const { left, changes } = wrapPlan('cursor', config(url), { proxy: 'http://127.0.0.1:1' });
      expect(changes).toEqual([]);
      expect(left[0]?.why).toMatch(/give --http the full address/);
    },
  );

  it('keeps the kind of string in TOML', () => {
    const toml = "[mcp_servers.a]\nurl = '''https://h/mcp'''\n";
    const there = wrapped('codex', toml, { proxy: 'http://127.0.0.1:1' });
    expect(there).toContain("'''http://127.0.0.1:1/mcp#sadap-upstream=https://h/mcp'''");
    expect(unwrapped('codex', there)).toBe(toml);
  });
});

describe('--http', () => {
  verifies('wrap.http');
  const entries = entriesOf(
    parseConfig(
      '{"mcpServers":{"a":{"url":"http://h"},"b":{"url":"http://h"},"c":{"command":"c"}}}',
      hostOf('cursor'),
      'config',
    ).root,
    hostOf('cursor'),
  );
  const assigned = (...values: string[]) =>
    entries.map(assignProxies(parseProxies(values), entries));

  it('takes an address for one server, or one for each', () => {
    expect(assigned('a=http://p:1', 'http://p:2')).toEqual([
      'http://p:1',
      'http://p:2',
      'http://p:2',
    ]);
    expect(assigned('a=http://p:1', 'b=http://p:2/x')).toEqual([
      'http://p:1',
      'http://p:2/x',
      undefined,
    ]);
    expect(assigned()).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    [['http://p:1'], /2 servers are reached by URL/],
    [['http://p:1', 'http://p:2'], /several addresses/],
    [['p:1'], /wants the address of a proxy/],
    [['http://p:1/#x'], /wants the address of a proxy/],
    [['http://p:1/?x'], /wants the address of a proxy/],
    [['a=ftp://p'], /wants the address of a proxy/],
  ])('refuses %j', (values, message) => {
    expect(() => assigned(...values)).toThrow(SadapError);
    expect(() => assigned(...values)).toThrow(message);
  });
});
