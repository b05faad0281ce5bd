import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { entriesOf, exchange, proxyTo } from '../../../support/http.ts';
import { verifies } from '../../../support/verifies.ts';

// A key and a certificate for localhost that belong to these tests alone.
const fixtures = join(import.meta.dirname, '../../../fixtures/http');
const ca = join(fixtures, 'cert.pem');

describe('an upstream over https', () => {
  verifies('proxy:https');

  it('is reached when its certificate is trusted', async () => {
    const { got } = await asked({ ca });
    expect(got).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(got).toMatch(/localhost:\d+$/);
  });

  it('is reached when the user trusts any', async () => {
    expect((await asked({ insecure: true })).got).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  });

  it('is not reached otherwise: 502 says why', async () => {
    const { got, proxy } = await asked({});
    expect(got).toMatch(/^HTTP\/1.1 502 Bad Gateway\r\n/);
    expect(entriesOf(await proxy.recorded(), 'event')[0]).toMatchObject({
      event: 'upstream-failed',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
  });

  it('with a file of certificates that is not there is a fault of usage', async () => {
    await expect(proxyTo(1, { ca: '/no/such.pem' })).rejects.toThrow(
      '--ca: cannot read /no/such.pem',
    );
  });
});

async function asked(trust: { ca?: string; insecure?: boolean }) {
  const key = readFileSync(join(fixtures, 'key.pem'));
  const server = createServer({ key, cert: readFileSync(ca) }, (request, response) => {
    response.setHeader('Connection', 'close').end(request.headers.host);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const proxy = await proxyTo(port, { upstream: `https://localhost:${port}/mcp`, ...trust });
  const head = `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${proxy.port}\r\n\r\n`;
  return { proxy, got: await exchange(proxy.port, head, /upstream/) };
}
