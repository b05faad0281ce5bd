import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from 'vitest';
import { buildSession } from '../../src/protocol/session.ts';
import { loadRecording } from '../../src/recording/load.ts';
import { entriesOf, exchange, httpServer } from '../support/http.ts';
import { asramaOverHttp, proxyBefore } from '../support/proxy-run.ts';
import { sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

describe.each(['v1', 'v2'] as const)('a client of asrama on SDK %s', (sdk) => {
  verifies('proxy:same-results');

  it('gets the same results through the proxy, and all of it is recorded', async () => {
    const server = await asramaOverHttp(sdk);
    const proxy = await proxyBefore(server.url);
    const directly = await talk(server.url);
    expect(await talk(proxy.url)).toEqual(directly);
    expect(await proxy.stop()).toBe(0);
    const text = readFileSync(proxy.recording, 'utf8');
    expect(text).not.toContain('t-1');
    const session = buildSession(await loadRecording(proxy.recording));
    expect(session.exchanges.length).toBeGreaterThanOrEqual(8);
    expect(session.exchanges.map(({ outcome }) => outcome.kind)).toEqual(
      session.exchanges.map(() => 'answered'),
    );
    expect(session).toMatchObject({ era: 'legacy', orphans: [], client: { name: 'client-x' } });
    const shown = await sadap(['show', proxy.recording, '--width', '100']);
    expect(shown.stderr).toBe('');
    expect(shown.stdout).toContain('call 1 → POST /mcp');
  });
});

describe('the modern era', () => {
  verifies('proxy:same-results');

  it('passes byte for byte, but for the date', async () => {
    const server = await asramaOverHttp('v2');
    const proxy = await proxyBefore(server.url);
    for (const [method, params] of MODERN) {
      const urls = [server.url, proxy.url];
      const [direct, proxied] = await Promise.all(urls.map((url) => modern(url, method, params)));
      expect(direct).toMatch(/^HTTP\/1.1 (200|404|202)/);
      expect(proxied).toBe(direct);
    }
    await proxy.stop();
    const session = buildSession(await loadRecording(proxy.recording));
    expect(session).toMatchObject({ era: 'modern', revision: '2026-07-28' });
    expect(session.exchanges.map(({ outcome }) => outcome.kind)).toEqual(
      MODERN.map(() => 'answered'),
    );
  });
});

describe('many clients', () => {
  it('with a session each pass at once, and every request has its answer', async () => {
    verifies('proxy:many-sessions');
    const server = await asramaOverHttp('v1');
    const proxy = await proxyBefore(server.url);
    const talks = await Promise.all(Array.from({ length: 50 }, () => talk(proxy.url)));
    for (const each of talks) expect(each).toEqual(talks[0]);
    await proxy.stop();
    const session = buildSession(await loadRecording(proxy.recording));
    expect(session.conversations).toHaveLength(50);
    expect(session.orphans).toEqual([]);
    const outcomes = session.exchanges.map(({ outcome }) => outcome.kind);
    expect(outcomes).toHaveLength(50 * 8);
    expect(new Set(outcomes)).toEqual(new Set(['answered']));
    for (const { request, outcome } of session.exchanges)
      expect(outcome.kind === 'answered' && outcome.answer.call).toBe(request.call);
  });

  it.skipIf(process.platform !== 'linux')('with long bodies do not fill the memory', async () => {
    verifies('proxy:bounded');
    const answer = Buffer.from(`{"jsonrpc":"2.0","id":1,"result":"${'x'.repeat(12_000_000)}"}`);
    const port = await httpServer((request, response) => {
      request.resume();
      request.on('end', () => response.end(answer));
    });
    const proxy = await proxyBefore(`http://127.0.0.1:${port}/mcp`);
    const before = memoryOf(proxy.child.pid);
    const ask = async () => {
      const response = await fetch(proxy.url, { method: 'POST', body: answer });
      return (await response.arrayBuffer()).byteLength;
    };
    const sizes = await Promise.all(Array.from({ length: 8 }, ask));
    expect(new Set(sizes)).toEqual(new Set([answer.length]));
    // Sixteen bodies of 12 MB passed, eight at a time: 192 MB. Of each 2 MiB may be held.
    expect(memoryOf(proxy.child.pid) - before).toBeLessThan(120_000);
    await proxy.stop();
    const recording = await loadRecording(proxy.recording);
    expect(entriesOf(recording, 'frame').map(({ frame }) => frame.bytes.length)).toEqual(
      Array.from({ length: 16 }, () => answer.length),
    );
  });
});

describe('the program', () => {
  verifies('proxy:program');

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends in order by %s', async (signal) => {
    const port = await httpServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    });
    const proxy = await proxyBefore(`http://127.0.0.1:${port}/mcp`);
    const got = exchange(Number(new URL(proxy.url).port), requestTo(proxy.url));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await proxy.stop(signal)).toBe(0);
    expect(await got).toContain('data: 1');
    const { end, damage } = await loadRecording(proxy.recording);
    expect(end).toMatchObject({ closedBy: 'sadap' });
    expect(damage).toEqual([]);
  });

  it('tells where it listens and records, on standard error alone', async () => {
    const proxy = await proxyBefore('http://127.0.0.1:1/mcp?api_key=k-1');
    expect(proxy.told()).toContain(`sadap: listening on ${new URL(proxy.url).origin}; give the`);
    expect(proxy.told()).not.toContain('k-1');
    await proxy.stop();
    expect(proxy.told()).toContain(`sadap: recording to ${proxy.recording}`);
  });

  it.each([
    [[], 'proxy wants --upstream URL'],
    [['--upstream', 'localhost:3000'], '--upstream wants an http or https URL'],
    [['--upstream', 'http://x', '--listen', 'y'], '--listen wants HOST:PORT, not "y"'],
    [['--upstream', 'http://x', '--listen', '256.1.1.1:1'], 'cannot listen on 256.1.1.1:1'],
  ])('refuses %j', async (args, message) => {
    const ran = await sadap(['proxy', ...args]);
    expect(ran.status).toBe(2);
    expect(ran.stderr).toContain(`sadap: ${message}`);
  });

  it('says that its port is taken', async () => {
    const port = await httpServer(() => {});
    const ran = await sadap(['proxy', '--upstream', 'http://x', '--listen', String(port)]);
    expect(ran.status).toBe(2);
    expect(ran.stderr).toContain(`cannot listen on 127.0.0.1:${port}: EADDRINUSE`);
  });
});

describe.skipIf(process.platform === 'win32')('a recording that fails', () => {
  verifies('proxy:recording-fails');

  it('ends with its reason, and the traffic goes on', async () => {
    const port = await httpServer((_, response) => response.end('x'.repeat(12_000)));
    const proxy = await proxyBefore(`http://127.0.0.1:${port}/mcp`, { mostBlocks: 16 });
    for (let nth = 0; nth < 5; nth++) {
      const response = await fetch(proxy.url);
      expect(await response.text()).toHaveLength(12_000);
    }
    expect(await proxy.stop()).toBe(0);
    expect(proxy.told()).toMatch(/writing the recording .* failed: EFBIG; the traffic goes on/);
    expect(proxy.told().match(/goes on unrecorded/g)).toHaveLength(1);
    const { damage, end, items } = await loadRecording(proxy.recording);
    expect(damage).toEqual([]);
    expect(items.length).toBeGreaterThan(1);
    expect(end?.reason).toContain('EFBIG');
  });
});

/** All that a client can ask asrama, as one value. */
async function talk(url: string): Promise<unknown> {
  const client = new Client({ name: 'client-x', version: '1' });
  const headers = { authorization: 'Bearer t-1' };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  const { tools } = await client.listTools();
  const results = [
    client.getServerVersion(),
    client.getServerCapabilities(),
    tools,
    await client.listResources(),
    await client.listPrompts(),
    await client.callTool({ name: 'cari_anak', arguments: { kelas: '7A' } }),
    await client.callTool({ name: 'cari_anak', arguments: { kelas: 7 } }),
    await client.callTool({ name: 'no_such', arguments: {} }).catch(String),
    await client.ping(),
  ];
  await client.close();
  return results;
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'client-x', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const MODERN: readonly (readonly [method: string, params: object])[] = [
  ['server/discover', {}],
  ['tools/list', {}],
  ['tools/call', { name: 'cari_anak', arguments: { kelas: '7A' } }],
  ['no/such', {}],
  // Nothing of asrama ever changes, so the stream has two events and ends.
  ['subscriptions/listen', { notifications: { toolsListChanged: true } }],
];

/** The bytes of the answer, without the date and the borders of the chunks. */
async function modern(url: string, method: string, params: object): Promise<string> {
  const { port, host } = new URL(url);
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { ...params, _meta: META },
  });
  const headers = [
    `Host: ${host}`,
    'Authorization: Bearer t-1',
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2026-07-28',
    `Mcp-Method: ${method}`,
    ...('name' in params ? [`Mcp-Name: ${String(params.name)}`] : []),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  const request = `POST /mcp HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
  const got = await exchange(Number(port), request, /\r\n0\r\n\r\n$/);
  return got.replace(/\r\nDate: [^\r]*/, '').replaceAll(/\r\n[0-9a-f]+\r\n/g, '');
}

function requestTo(url: string): string {
  return `GET /mcp HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`;
}

/** The largest resident size so far, in KB. */
function memoryOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]);
}

describe('an upstream that is not there', () => {
  verifies('proxy:upstream-gone');

  it('is told where the proxy runs, with what was asked', async () => {
    const proxy = await proxyBefore('http://127.0.0.1:1/mcp');
    const body = '{"jsonrpc":"2.0","id":5,"method":"ping"}';
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(proxy.url, { method: 'POST', headers, body });
    expect(await proxy.stop()).toBe(0);
    expect([status, proxy.told()]).toEqual([
      502,
      expect.stringContaining(
        'sadap: call 1 (ping, id 5): no answer from the upstream: ECONNREFUSED\n',
      ),
    ]);
  });
});
