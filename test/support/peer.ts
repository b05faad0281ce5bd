import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { bin } from './sadap.ts';

/** A process under test with everything that it said, as bytes. */
export interface Peer {
  readonly child: ChildProcess;
  stdout(): Buffer;
  stderr(): Buffer;
  /** Waits until the text stands in standard output. */
  says(text: string): Promise<void>;
  readonly ended: Promise<End>;
}

export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** `node FILE ARGS` as a host would start it. */
export const node = (file: string, ...args: readonly string[]): string[] => [
  process.execPath,
  file,
  ...args,
];

/** The same command through tee. */
export const teed = (options: readonly string[], command: readonly string[]): string[] =>
  node(bin, 'tee', ...options, '--', ...command);

/** Starts a command with pipes, and kills it when the test is over. */
export function start(command: readonly string[], options: SpawnOptions = {}): Peer {
  const [file = '', ...args] = command;
  const child = spawn(file, args, { stdio: 'pipe', ...options });
  onTestFinished(() => void child.kill('SIGKILL'));
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const waiting = new Set<() => void>();
  child.stdin?.on('error', () => {});
  child.stdout?.on('data', (chunk: Buffer) => {
    out.push(chunk);
    for (const look of waiting) look();
  });
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  const stdout = () => Buffer.concat(out);
  const stderr = () => Buffer.concat(err);
  const says = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!stdout().includes(text)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      child.once('close', () =>
        reject(new Error(`ended before it said ${text}: ${stderr().toString()}`)),
      );
      look();
    });
  const ended = new Promise<End>((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code, signal, stdout: stdout(), stderr: stderr() });
    });
  });
  return { child, stdout, stderr, says, ended };
}

/** Does the process still run? The dead that nobody waited for do not count (proc(5): state Z). */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}
