import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageDataOf } from '../../../src/cli/web-page.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { loadTokenizer } from '../../../src/reading/tokens.ts';
import type { PageData } from '../../../src/view/web/data/page.ts';
import { startWebServer, type WebServer } from '../../../src/view/web/server/server.ts';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';

let data: PageData;
let server: WebServer;

beforeAll(async () => {
  const recording = conversation()
    .client({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'cari', arguments: {} },
    })
    .server({ jsonrpc: '2.0', id: 2, method: 'roots/list' })
    .client({ jsonrpc: '2.0', id: 2, result: { roots: [] } })
    .server({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'Halo' }] } })
    .server('no json')
    .recording();
  const profile = profileOf();
  const tokenizer = await loadTokenizer();
  data = pageDataOf(recording, { name: 'x', profile, tokenizer, isLive: false });
  const assets = new Map([['/', { type: 'text/html', bytes: Buffer.from('<p>page</p>') }]]);
  server = await startWebServer({ assets, data: () => data, port: 0 });
});
afterAll(() => server.close());

const NO_QUERY = { text: '', method: '', tool: '', side: '', errors: false } as const;

/** Status and body of a request; `path` is added to the address, headers replace its own. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port, host } = new URL(server.url);
  return new Promise<{ status: number; body: string; policy: string }>((resolve, reject) => {
    request(
      { host: '127.0.0.1', port, path, method, headers: { host, ...headers } },
      (response) => {
        let body = '';
        response.on('data', (chunk) => (body += String(chunk)));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body,
            policy: String(response.headers['content-security-policy']),
          }),
        );
      },
    )
      .on('error', reject)
      .end();
  });
}

describe('who gets an answer', () => {
  verifies('open:guard');
  const token = () => new URL(server.url).search;

  it('is the page that was printed', async () => {
    expect(await ask('/')).toMatchObject({ status: 200, body: '<p>page</p>' });
    expect(await ask(`/api/session${token()}`)).toMatchObject({ status: 200 });
    expect((await ask('/')).policy).toContain("default-src 'none'");
  });

  it.each([
    ['without the token', '/api/session', {}, 'GET', 403],
    ['with another token', '/api/session?token=x', {}, 'GET', 403],
    ['under another name', '/', { host: 'evil.example:80' }, 'GET', 403],
    ['from another page', '/', { origin: 'http://evil.example' }, 'GET', 403],
    ['that wants to change something', '/', {}, 'POST', 405],
    ['with a target that is no address', '//', {}, 'GET', 400],
    ['with one under another name', 'http://[', { host: 'evil.example:80' }, 'GET', 403],
    ['for a file that is not ours', '/../package.json', {}, 'GET', 404],
  ])('is nobody %s', async (_, path, headers, method, status) => {
    expect((await ask(path, headers, method)).status).toBe(status);
  });

  it('gets no other question answered', async () => {
    expect((await ask(`/api/nothing${token()}`)).status).toBe(404);
    expect((await ask(`/api/frame${token()}&key=99`)).status).toBe(404);
    const unknown = await ask(`/api/frame${token()}&key=0&host=nobody`);
    expect([unknown.status, unknown.body]).toEqual([500, expect.stringContaining('nobody')]);
  });
});

describe('what a page gets', () => {
  verifies('open:page');

  it('is one row an entry, nested exchanges deeper, both ends known to each other', () => {
    const { rows, total } = data.rows(NO_QUERY, 0, 10);
    expect(total).toBe(6);
    expect(rows.map(({ key, word, depth, pair }) => [key, word, depth, pair])).toEqual([
      ['0', 'tools/call', 0, '3'],
      ['1', 'roots/list', 1, '2'],
      ['2', 'result', 1, '1'],
      ['3', 'result', 0, '0'],
      ['4', 'stray', 0, undefined],
      ['5', 'end', 0, undefined],
    ]);
  });

  it.each([
    [{ text: 'halo' }, ['3']],
    [{ method: 'tools/call' }, ['0', '3']],
    [{ tool: 'cari' }, ['0', '3']],
    [{ side: 'client' as const }, ['0', '2']],
    // The session was never opened, which is a finding about its first message.
    [{ errors: true }, ['0', '4']],
  ])('is filtered by %j', (query, keys) => {
    const { rows } = data.rows({ ...NO_QUERY, ...query }, 0, 10);
    expect(rows.map(({ key }) => key)).toEqual(keys);
    expect(data.indexOf({ ...NO_QUERY, ...query }, keys.at(-1) ?? '')).toBe(keys.length - 1);
  });

  it('is each entry in three forms, by the rules of the host that was asked for', () => {
    const frame = data.frame('3', 'claude-messages');
    expect(frame?.wire.text).toContain('"text":"Halo"');
    expect(frame?.annotated.some(({ fates }) => fates.includes('reads'))).toBe(true);
    expect(frame?.model).toEqual([
      { place: 'tool_result.content[0]', way: 'read', text: 'Halo', tokens: expect.any(Number) },
    ]);
  });
});
