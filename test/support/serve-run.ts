import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { bin } from './sadap.ts';

/** A recorded server that listens. */
export interface Serving {
  readonly url: string;
  /** What it told on standard error. */
  told(): string;
  /** Ends it, and gives the exit status. */
  stop(): Promise<number | null>;
}

/** `sadap serve … --listen 0`, until the test is over. `real`: the command of the real server. */
export async function servingHttp(
  args: readonly string[],
  real: readonly string[] = [],
): Promise<Serving> {
  const behind = real.length > 0 ? ['--', ...real] : [];
  const child = spawn(process.execPath, [bin, 'serve', ...args, '--listen', '0', ...behind], {
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const told: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => told.push(chunk.toString()));
  const url = await listening(child, told);
  const ended = once(child, 'close');
  return {
    url,
    told: () => told.join(''),
    stop: async () => {
      child.kill('SIGTERM');
      const [status] = await ended;
      return status;
    },
  };
}

function listening(child: ChildProcess, told: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', () => {
      const [, url] = /give the client (\S+)/.exec(told.join('')) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.on('close', () => reject(new Error(`sadap serve ended: ${told.join('')}`)));
  });
}
