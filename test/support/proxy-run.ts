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

/** `sadap proxy` before a server; its files get no longer than `mostBlocks` blocks of 512 bytes. */
export async function proxyBefore(
  upstream: string,
  { mostBlocks }: { readonly mostBlocks?: number } = {},
): Promise<Running & { readonly url: string; readonly recording: string }> {
  const recording = join(emptyFolder(), 'proxy.ndjson');
  const args = ['proxy', '--upstream', upstream, '-o', recording];
  return { ...(await start(args, /give the client (\S+)/, mostBlocks)), recording };
}

async function start(args: readonly string[], pattern: RegExp, mostBlocks?: number) {
  const limit = mostBlocks === undefined ? '' : `ulimit -f ${mostBlocks}; `;
  // A shell sets the limit, and becomes the program.
  const command = ['-c', `${limit}exec "$0" "$@"`, process.execPath, bin, ...args];
  const [program, ...rest] = limit ? ['sh', ...command] : [process.execPath, bin, ...args];
  const child = spawn(program, rest, {
    env: { ...process.env, ASRAMA_HTTP_TOKEN: 't-1', NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
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
    child.on('close', () => reject(new Error(`sadap ${args[0]} ended: ${told}`)));
  });
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    const [status] = await ended;
    return status;
  };
  return { child, url, told: () => told, stop };
}
