import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type Listening, listenOnLoopback } from '../../../src/targets/asrama/listen.ts';
import { startService } from '../../../src/targets/asrama/service.ts';
import { createServiceClient } from '../../../src/targets/asrama/service-client.ts';

const open: Listening[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** A service that answers everything with one body, and what it was asked. */
async function answering(status: number, body: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {});
    response.end(body);
  });
  const listening = await listenOnLoopback(server, 0);
  open.push(listening);
  return { url: listening.url, asked };
}

describe('the client of the service', () => {
  it('sends the token, and no parameter that is null or empty', async () => {
    const { url, asked } = await answering(200, '{}');
    const client = createServiceClient({ url: `${url}/v1/`, token: 't' });
    await client.get('/anak', { nama: 'a&b', kelas: null, kamar: '', limit: 0 });
    await client.get('/kamar', { nama: null });
    expect(asked).toEqual(['/v1/anak?nama=a%26b&limit=0 Bearer t', '/v1/kamar Bearer t']);
  });

  it.each([
    [401, '{"detail":"x"}', 'Service mengembalikan status 401', '{"detail":"x"}'],
    [500, 'broken', 'Service mengembalikan status 500', 'broken'],
    [200, '<html>', 'Service tidak menjawab dengan JSON', '<html>'],
  ])('says what a status of %i with %s means', async (status, body, message, detail) => {
    const { url } = await answering(status, body);
    const asking = createServiceClient({ url, token: 't' }).get('/kamar');
    await expect(asking).rejects.toMatchObject({ name: 'ServiceError', message, detail });
  });

  it('follows no redirection, which could carry the token elsewhere', async () => {
    const { url } = await answering(302, '');
    const asking = createServiceClient({ url, token: 't' }).get('/kamar');
    await expect(asking).rejects.toMatchObject({ message: 'Service tidak dapat dihubungi' });
  });

  it('says why it cannot reach the service', async () => {
    const gone = await startService();
    await gone.close();
    const asking = createServiceClient({ url: gone.url, token: 't' }).get('/kamar');
    await expect(asking).rejects.toMatchObject({
      message: 'Service tidak dapat dihubungi',
      detail: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
