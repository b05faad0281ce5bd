import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from '../support/environment.mjs';

const here = import.meta.dirname;
const bin = join(here, '..', '..', 'bin/sadap.js');

/** The server behind all relays. */
export function upstream() {
  return forked('node-upstream.mjs');
}

/** What stands between a client and the server at a port. `scratch`: a folder for recordings. */
export const RELAYS = {
  direct: async (port) => ({ port, pid: undefined, stop: async () => {} }),
  'plain Node proxy': (port) => forked('node-plain.mjs', String(port)),
  'sadap proxy': recording,
};

async function forked(file, ...args) {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
  const child = spawn(process.execPath, [join(here, file), ...args], { stdio, env: environment() });
  const [{ port }] = await once(child, 'message');
  return { port, pid: child.pid, stop: () => ended(child) };
}

async function recording(port, scratch) {
  const file = join(scratch, `proxy-${port}.ndjson`);
  const url = `http://127.0.0.1:${port}/mcp`;
  const args = [bin, 'proxy', '--upstream', url, '-o', file, '--force'];
  const stdio = ['ignore', 'ignore', 'pipe'];
  const child = spawn(process.execPath, args, { stdio, env: environment() });
  const own = await listening(child);
  return {
    port: own,
    pid: child.pid,
    // Looking for secrets in what was recorded is not what is measured.
    stop: async () => {
      await ended(child, 'SIGKILL');
      rmSync(file, { force: true });
    },
  };
}

function listening(child) {
  return new Promise((resolve, reject) => {
    let told = '';
    child.stderr.on('data', (chunk) => {
      told += chunk;
      const [, port] = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(told) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
    child.on('close', () => reject(new Error(`sadap proxy ended: ${told}`)));
  });
}

async function ended(child, signal = 'SIGTERM') {
  const gone = once(child, 'close');
  child.kill(signal);
  await gone;
}
