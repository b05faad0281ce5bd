import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PageData } from '../data/page.ts';
import { answerTo } from './api.ts';
import { admitted, HEADERS } from './guard.ts';

/** A file of the page. */
export interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface WebOptions {
  /** By path: `/`, `/app.js`, `/app.css`. */
  readonly assets: ReadonlyMap<string, Asset>;
  /** The recording as it is known now. Throws for a host that does not exist. */
  readonly data: () => PageData;
  /** 0: any free port. */
  readonly port: number;
}

export interface WebServer {
  /** With the token, without which nobody gets an answer. */
  readonly url: string;
  /** Tells open pages that the recording has grown. */
  grown(): void;
  close(): Promise<void>;
}

/** Shows a recording to browsers of this machine. Throws what listening throws (EADDRINUSE). */
export async function startWebServer(options: WebOptions): Promise<WebServer> {
  const token = randomBytes(24).toString('base64url');
  const watchers = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    answer(request, response, { ...options, token, port: portOf(server.address()), watchers });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server.address())}/?token=${token}`,
    grown: () => {
      for (const watcher of watchers) watcher.write('event: grown\ndata:\n\n');
    },
    close: () => {
      for (const watcher of watchers) watcher.end();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Around extends WebOptions {
  readonly token: string;
  readonly watchers: Set<ServerResponse>;
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address ? address.port : 0;
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

function answer(request: IncomingMessage, response: ServerResponse, around: Around): void {
  const asked = admitted(request, around.port, around.token);
  if (asked instanceof URL && asked.pathname === '/api/watch') watch(response, around.watchers);
  else {
    const { status, type, body } =
      asked instanceof URL ? reply(asked, around) : plain(asked.status, asked.why);
    response.writeHead(status, { ...HEADERS, 'content-type': `${type}; charset=utf-8` });
    response.end(body);
  }
}

function reply(url: URL, { assets, data }: Around): Reply {
  if (url.pathname.startsWith('/api/')) return apiReply(url, data);
  const asset = assets.get(url.pathname);
  return asset
    ? { status: 200, type: asset.type, body: asset.bytes }
    : plain(404, 'there is no such page');
}

function apiReply(url: URL, data: Around['data']): Reply {
  const type = 'application/json';
  try {
    const value = answerTo(url, data());
    return { status: value === undefined ? 404 : 200, type, body: JSON.stringify(value ?? null) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { status: 500, type, body: JSON.stringify({ error: message }) };
  }
}

function plain(status: number, text: string): Reply {
  return { status, type: 'text/plain', body: `${text}\n` };
}

function watch(response: ServerResponse, watchers: Set<ServerResponse>): void {
  response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
  response.write(':\n\n');
  watchers.add(response);
  response.once('close', () => watchers.delete(response));
}
