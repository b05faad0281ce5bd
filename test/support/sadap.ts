import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * The program as a user starts it; built by `npm run build`. SADAP_PROGRAM names another: the same
 * file of an installed package (`npm run test:installed`).
 */
export const bin: string =
  process.env['SADAP_PROGRAM'] ?? join(import.meta.dirname, '..', '..', 'bin', 'sadap.js');

/** What a run of the program left. */
export interface Ran {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly stdoutBytes: Buffer;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
  /** Kills the run after this long, so that a hang fails with its output. */
  readonly timeoutMs?: number;
}

/** Runs `node bin/sadap.js ARGS` to its end, away from any terminal and any recordings folder. */
export function sadap(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: options.cwd ?? emptyFolder(),
    env: { ...environment(), ...options.env },
    stdio: 'pipe',
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const timer = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs ?? 30_000);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      const stdoutBytes = Buffer.concat(out);
      const stderr = Buffer.concat(err).toString();
      resolve({ status, signal, stdout: stdoutBytes.toString(), stderr, stdoutBytes });
    });
  });
}

/** A folder of its own for one test, removed when the test is over. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sadap-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Without what changes the program's behaviour on the developer's machine. */
function environment(): NodeJS.ProcessEnv {
  const {
    SADAP_DIR: _dir,
    FORCE_COLOR: _force,
    COLUMNS: _columns,
    NODE_EXTRA_CA_CERTS: _ca,
    ...rest
  } = process.env;
  return { ...rest, NO_COLOR: '1' };
}
