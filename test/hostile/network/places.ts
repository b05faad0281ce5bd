import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { cannedServer } from '../../support/http.ts';
import { bin, emptyFolder } from '../../support/sadap.ts';

const recordings = join(import.meta.dirname, '../../../recordings');

/** A program of ours that listens. */
export interface Place {
  readonly port: number;
  readonly pid: number;
  /** A request that it answers with 2xx; `H` stands for its host. */
  readonly good: string;
  told(): string;
  /** Fails when it has ended, or no longer answers the good request. */
  lives(): Promise<void>;
  /** What reached the server behind it. */
  seen(): string;
}

const BODY =
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}';
const JSON_HEADERS =
  'Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n';
const post = (path: string, body = BODY) =>
  `POST ${path} HTTP/1.1\r\nHost: H\r\n${JSON_HEADERS}Content-Length: ${body.length}\r\n\r\n${body}`;

/** All of ours that listen, by the name of the command. */
export const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  proxy: async () => {
    const upstream = await cannedServer('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    const url = `http://127.0.0.1:${upstream.port}/mcp`;
    const file = join(emptyFolder(), 'p.ndjson');
    return placeOf(['proxy', '--upstream', url, '-o', file], post('/mcp'), () => upstream.seen());
  },
  serve: () =>
    placeOf(['serve', join(recordings, 'asrama-sdk-v1.ndjson'), '--listen', '0'], post('/mcp')),
  open: () =>
    placeOf(
      ['open', join(recordings, 'memory.ndjson'), '--no-browser'],
      'GET / HTTP/1.1\r\nHost: H\r\n\r\n',
    ),
  canary: () =>
    placeOf(
      ['canary', '--model', '-o', join(emptyFolder(), 'c.ndjson')],
      'GET /v1/models HTTP/1.1\r\nHost: H\r\n\r\n',
    ),
  asrama: () => placeOf(['asrama', '--http', '0', '--no-token'], post('/mcp')),
  'asrama-service': () =>
    placeOf(
      ['asrama-service', '--token', 't'],
      'GET /kamar HTTP/1.1\r\nHost: H\r\nAuthorization: Bearer t\r\n\r\n',
    ),
};

async function placeOf(args: readonly string[], good: string, seen = () => ''): Promise<Place> {
  const child = spawn(process.execPath, [bin, ...args], {
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      told += chunk;
    });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const port = await new Promise<number>((resolve, reject) => {
    const look = () => {
      const [, found] = /http:\/\/127\.0\.0\.1:(\d+)(?!\S*\/mcp\S*":)/.exec(told) ?? [];
      if (found !== undefined) resolve(Number(found));
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('close', () => reject(new Error(`it ended: ${told}`)));
  });
  const lives = async () => {
    const got = await say(port, good.replace('H\r\n', `127.0.0.1:${port}\r\n`), {
      until: /\r\n\r\n/,
    });
    if (!/^HTTP\/1\.1 2\d\d /.test(got)) throw new Error(`it no longer answers: ${got}\n${told}`);
    if (child.exitCode !== null) throw new Error(`it has ended: ${told}`);
  };
  return { port, pid: child.pid ?? 0, good, told: () => told, lives, seen };
}

/** Writes bytes and gives what comes back: until it matches, the connection ends, or the time is up. */
export function say(
  port: number,
  bytes: string | Buffer,
  { until = /$^/, ms = 3000 }: { until?: RegExp; ms?: number } = {},
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    });
    let got = '';
    const timer = setTimeout(() => socket.destroy(), ms);
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
      if (until.test(got)) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(got);
    });
  });
}

/** Peak resident memory of a process, in megabytes; NaN where the system does not tell. */
export function peakOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
