import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { bin, emptyFolder } from './sadap.ts';

/** A program that runs until the test is over. */
export interface Running {
  readonly child: ChildProcess;
  /** What it told on standard error. */
  told(): string;
  /** Sends a signal, waits for the end, and gives the exit status. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** `sadap asrama` over HTTP, with the token `t-1`. */
export async function asramaOverHttp(
  sdk: 'v1' | 'v2',
): Promise<Running & { readonly url: string }> {
  const running = await start(['asrama', '--sdk', sdk, '--http', '0'], /ready on (\S+),/);
  return running;
}

/** `sadap proxy` before a server. */
export async function proxyBefore(
  upstream: string,
): Promise<Running & { readonly url: string; readonly recording: string }> {
  const recording = join(emptyFolder(), 'proxy.ndjson');
  const args = ['proxy', '--upstream', upstream, '-o', recording];
  return { ...(await start(args, /give the client (\S+)/)), recording };
}

async function start(args: readonly string[], pattern: RegExp) {
  const child = spawn(process.execPath, [bin, ...args], {
    env: { ...process.env, ASRAMA_HTTP_TOKEN: 't-1', NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let told = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      told += chunk;
      const [, found] = pattern.exec(told) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.on('exit', () => reject(new Error(`sadap ${args[0]} ended: ${told}`)));
  });
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    const [status] = await ended;
    return status;
  };
  return { child, url, told: () => told, stop };
}
