import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { leftWith, peakMemory, processesWith } from './processes.ts';
import { Meter, type Passed } from './recorded.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');

/** The command of a server of this suite (`flow.mjs`) or of the end-to-end tests (`servers/silent.mjs`). */
export function fixture(name: string, ...args: readonly string[]): string[] {
  const path = join(fixtures, name.includes('/') ? name : `faults/${name}`);
  return [process.execPath, path, ...args];
}

/** What a process was started with. */
export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdio?: StdioOptions;
  readonly cwd?: string;
  /** Reads nothing of its standard output until `child.stdout.resume()`. */
  readonly unread?: boolean;
  /** Another user to run as; only root may say so. */
  readonly uid?: number;
}

export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process of a test. Its output is measured, not kept; of its errors the last MiB is kept. */
export interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  /** All of standard output until now. */
  output(): Passed;
  errors(): string;
  /** All of standard error until now. */
  errorOutput(): Passed;
  /** Both outputs are at an end, and the process too. */
  readonly ended: Promise<End>;
  /** The most memory that it held until now, in MiB. */
  peak(): number;
}

/**
 * A place for one test or one run: a folder, and processes that can be told from all others by a mark in
 * their environment, whoever started them. All of it goes with the test.
 */
export class World {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'sadap-faults-'));
  readonly #mark = `SADAP_FAULTS=${randomUUID()}`;

  /** A path in the folder. */
  path(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): Buffer {
    const path = this.path(name);
    return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  }

  /** Bytes of a file of the folder, 0 when there is none. */
  size(name: string): number {
    return statSync(this.path(name), { throwIfNoEntry: false })?.size ?? 0;
  }

  start(command: readonly string[], options: StartOptions = {}): Running {
    const [file = '', ...args] = command;
    const [name = '', value = ''] = this.#mark.split('=');
    const { NODE_EXTRA_CA_CERTS: _, SADAP_DIR: _dir, ...env } = process.env;
    const child = spawn(file, args, {
      cwd: options.cwd ?? this.folder,
      env: { ...env, NO_COLOR: '1', ...options.env, [name]: value },
      stdio: options.stdio ?? 'pipe',
      ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
    });
    return running(child, options);
  }

  /** Processes of this place that still run when they had time to go. */
  left(): Promise<string[]> {
    return leftWith(this.#mark);
  }

  /** Ends whatever is left, and removes the folder. */
  end(): void {
    for (const line of processesWith(this.#mark)) kill(Number.parseInt(line, 10));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A place that is gone when the test is over. */
export function world(): World {
  const place = new World();
  onTestFinished(() => place.end());
  return place;
}

/** Writes all pieces, as fast as they are taken, and closes the stream; stops when nobody reads any more. */
export async function feed(stream: Writable | null, pieces: Iterable<Buffer>): Promise<Passed> {
  const meter = new Meter();
  if (!stream) return meter.passed;
  let goOn = () => {};
  for (const event of ['drain', 'close']) stream.on(event, () => goOn());
  for (const piece of pieces) {
    if (stream.destroyed) break;
    meter.add(piece);
    if (!stream.write(piece))
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
  }
  stream.end();
  return meter.passed;
}

function running(child: ChildProcess, { unread }: StartOptions): Running {
  const meter = new Meter();
  const errorMeter = new Meter();
  let errors = '';
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, peakMemory(child.pid) ?? 0);
  };
  const timer = setInterval(look, 25);
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  child.stdout?.on('data', (chunk: Buffer) => meter.add(chunk));
  if (unread) child.stdout?.pause();
  child.stderr?.on('data', (chunk: Buffer) => {
    errorMeter.add(chunk);
    errors = (errors + chunk.toString('latin1')).slice(-1024 * 1024);
  });
  const ended = new Promise<End>((resolve) => {
    child.once('exit', () => clearInterval(timer));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  return {
    child,
    pid: child.pid ?? 0,
    output: () => meter.passed,
    errors: () => errors,
    errorOutput: () => errorMeter.passed,
    ended,
    peak: () => {
      look();
      return peak;
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has gone meanwhile.
  }
}
