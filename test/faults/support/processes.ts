import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The most memory that a process ever held, in MiB (proc(5), VmHWM); undefined when it has gone. */
export function peakMemory(pid: number | undefined): number | undefined {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`)) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Command lines of processes that run and have this text in their environment. */
export function processesWith(mark: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isAlive(name))
    .filter((name) => read(`/proc/${name}/environ`).includes(mark))
    .map((pid) => `${pid} ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`);
}

/** The same once they had time to go; empty as soon as none is left. */
export async function leftWith(mark: string, patienceMs = 5000): Promise<string[]> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const left = processesWith(mark);
    if (left.length === 0 || performance.now() > end) return left;
    await sleep(20);
  }
}

/** The state of a process: `R`, `S`, `T` when it is stopped, `Z` when it is dead (proc(5), stat). */
export function stateOf(pid: number | string | undefined): string {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
}

/** The first child of a process, once it has one (proc(5), children). */
export async function childOf(pid: number): Promise<number> {
  for (;;) {
    const child = Number.parseInt(read(`/proc/${pid}/task/${pid}/children`), 10);
    if (child > 0) return child;
    await sleep(5);
  }
}

/** Waits until the processes are stopped, or have gone. */
export async function stopped(...pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => !['T', 'Z', 'X', ''].includes(stateOf(pid)))) await sleep(2);
}

/** The dead that nobody waited for do not count. */
function isAlive(pid: string): boolean {
  return !['Z', 'X', ''].includes(stateOf(pid));
}

/** Empty when the process has gone, or is not ours to look at. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
