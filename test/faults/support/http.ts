import { Agent, request } from 'node:http';
import { bin } from '../../support/sadap.ts';
import { fixture, type Running, type StartOptions, type World } from './world.ts';

/** A process that listens, and where. */
export interface Listening extends Running {
  readonly port: number;
}

/** An upstream that echoes (upstream.mjs). */
export function upstream(
  place: World,
  env: Readonly<Record<string, string>> = {},
): Promise<Listening> {
  return listening(place.start(fixture('upstream.mjs'), { env }), 'stdout', /^(\d+)\n/);
}

/** `sadap proxy` before a port of this machine. */
export function proxy(
  place: World,
  port: number,
  {
    out = place.path('run.ndjson'),
    wrap = (command: readonly string[]) => command,
    ...start
  }: {
    readonly out?: string;
    readonly wrap?: (command: readonly string[]) => readonly string[];
  } & StartOptions = {},
): Promise<Listening> {
  const args = [bin, 'proxy', '--upstream', `http://127.0.0.1:${port}/mcp`, '-o', out];
  const running = place.start(wrap([process.execPath, ...args]), start);
  return listening(running, 'stderr', /listening on http:\/\/127\.0\.0\.1:(\d+);/);
}

/** Waits until it says its port. */
export async function listening(
  running: Running,
  stream: 'stdout' | 'stderr',
  pattern: RegExp,
): Promise<Listening> {
  let told = '';
  const port = await new Promise<number>((resolve, reject) => {
    running.child[stream]?.on('data', (chunk: Buffer) => {
      told += chunk.toString('latin1');
      const found = pattern.exec(told)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    running.child.once('exit', () => reject(new Error(`it ended: ${told}${running.errors()}`)));
  });
  return { ...running, port };
}

/** What became of a request. */
export interface Answer {
  readonly id: number;
  /** Undefined when the connection broke before the answer was whole. */
  readonly status: number | undefined;
  readonly body: string;
}

/** A client that keeps its connections. */
export class Client {
  readonly #agent: Agent;
  readonly #port: number;

  constructor(port: number, sockets: number) {
    this.#port = port;
    this.#agent = new Agent({ keepAlive: true, maxSockets: sockets });
  }

  /** Posts a request; never throws. */
  post(id: number, size = 10, accept = 'application/json'): Promise<Answer> {
    const body = `{"jsonrpc":"2.0","id":${id},"method":"ping","params":{"p":"${'v'.repeat(size)}"}}`;
    const headers = { accept, 'content-type': 'application/json', 'content-length': body.length };
    return new Promise((resolve) => {
      const failed = () => resolve({ id, status: undefined, body: '' });
      const options = { port: this.#port, host: '127.0.0.1', path: '/mcp', method: 'POST' };
      const out = request({ ...options, headers, agent: this.#agent }, (response) => {
        let text = '';
        response.setEncoding('latin1').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ id, status: response.statusCode, body: text }));
        response.on('error', failed);
      });
      out.on('error', failed);
      out.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
