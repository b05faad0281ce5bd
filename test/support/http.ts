import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ProxyOptions, type RunningProxy, startProxy } from '../../src/capture/proxy/run.ts';
import type { Recording, TimelineItem } from '../../src/model/recording.ts';
import { loadRecording } from '../../src/recording/load.ts';
import { emptyFolder } from './sadap.ts';

/** A proxy for one test, with what it told and recorded. */
export interface TestProxy extends RunningProxy {
  readonly port: number;
  readonly told: readonly string[];
  /** What is on disk now. */
  recorded(): Promise<Recording>;
}

/** Starts a proxy in this process before `http://127.0.0.1:<port>/mcp`; closed after the test. */
export async function proxyTo(
  port: number,
  options: Partial<ProxyOptions> = {},
): Promise<TestProxy> {
  const told: string[] = [];
  const path = join(emptyFolder(), 'proxy.ndjson');
  const proxy = await startProxy({
    upstream: `http://127.0.0.1:${port}/mcp`,
    out: { path },
    recorder: 'sadap/test',
    tell: (line) => told.push(line),
    ...options,
  });
  onTestFinished(() => proxy.close());
  const recorded = () => loadRecording(proxy.recording);
  return { ...proxy, port: Number(new URL(proxy.url).port), told, recorded };
}

/** A server on sockets: gets each connection. Its port. */
export function socketServer(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return listening(server);
}

/** A server of Node's http. Its port. */
export function httpServer(listener: RequestListener): Promise<number> {
  const server = createHttpServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return listening(server);
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    // A server that listens on a port has an AddressInfo.
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** A server that keeps the bytes of each request and answers all with the same bytes. */
export async function cannedServer(
  answer: string | Buffer,
): Promise<{ port: number; seen(): string }> {
  let seen = '';
  const port = await socketServer((socket) => {
    let request = '';
    socket.on('data', (chunk) => {
      request += chunk.toString('latin1');
      seen += chunk.toString('latin1');
      if (!isWhole(request)) return;
      request = '';
      socket.write(answer);
    });
  });
  return { port, seen: () => seen };
}

/** Head and body, by length or chunked. */
function isWhole(request: string): boolean {
  const [head = '', ...rest] = request.split('\r\n\r\n');
  const length = /content-length: *(\d+)/i.exec(head)?.[1];
  const body = rest.join('\r\n\r\n');
  if (length !== undefined) return body.length >= Number(length);
  if (/transfer-encoding/i.test(head)) return /(^|\r\n)0\r\n(.*\r\n)*\r\n$/.test(`${body}`);
  return rest.length > 0;
}

/** Sends bytes and gives what comes back until `until` matches or the connection ends; then it ends it. */
export function exchange(
  port: number,
  request: string | Buffer,
  until: RegExp = /$^/,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
      if (until.test(got)) socket.destroy();
    });
    socket.on('close', () => resolve(got));
    socket.on('error', reject);
  });
}

/** The frames of a recording as text, with who sent them. */
export function framesOf({ items }: Recording): string[] {
  return items.flatMap((item) =>
    item.type === 'frame' ? [`${item.frame.from}: ${item.frame.bytes.toString()}`] : [],
  );
}

/** The entries of one type. */
export function entriesOf<T extends TimelineItem['type']>({ items }: Recording, type: T) {
  return items.filter((item): item is Extract<TimelineItem, { type: T }> => item.type === type);
}

/** Resolves when the condition holds; fails after some seconds. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 8000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('it never came true');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
