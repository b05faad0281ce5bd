import { execFile } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Header, RecorderProcess } from '../model/recording.ts';
import { sha256 } from './sha256.ts';

/**
 * What a recorder writes into its header, so that readers can tell later whether it lives, and which
 * recordings were made for one host. Hashes and numbers: no name of a machine, user or program.
 */
export function ownMarks(): Pick<Header, 'process' | 'run'> {
  const own = processIn(process.pid);
  const run = runOf(process.ppid);
  return {
    process: {
      pid: process.pid,
      ...(own && { ticks: own.ticks }),
      machine: hash(machineName()),
    },
    ...(run !== undefined && { run }),
  };
}

/**
 * Does the recorder of this header still run? undefined: that cannot be seen, since the header does
 * not say who it is, or it ran on another machine or in another container.
 */
export async function recorderLives(
  header: Pick<Header, 'process' | 'startedAt'>,
): Promise<boolean | undefined> {
  const recorder = header.process;
  if (!recorder || recorder.machine !== hash(machineName())) return undefined;
  if (process.platform === 'linux') return isSame(recorder);
  if (!exists(recorder.pid)) return false;
  // Windows tells when a process began to programs alone that take half a second to start.
  if (process.platform === 'win32') return true;
  const began = await startOf(recorder.pid);
  // Another process has got the number when it began after the recording did.
  return began === undefined || began <= header.startedAt / 1000 + WHOLE_SECONDS_MS;
}

/** Times of `ps` are whole seconds. */
const WHOLE_SECONDS_MS = 1000;
const PS_MS = 2000;

/** The process that started us; 0 is one that we may not see. */
function runOf(parent: number): string | undefined {
  if (parent <= 0) return undefined;
  return hash(`${machineName()} ${parent} ${processIn(parent)?.ticks ?? ''}`);
}

function hash(text: string): string {
  return sha256(text).slice(0, 8);
}

/**
 * Where process ids mean the same: on Linux the start of the machine, by its random id, and the
 * container (pid_namespaces(7)); elsewhere the machine.
 */
function machineName(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return `${process.platform} ${hostname()}`;
  }
}

function isSame({ pid, ticks }: RecorderProcess): boolean {
  const found = processIn(pid);
  if (!found?.isAlive) return false;
  return ticks === undefined || ticks === found.ticks;
}

/** proc(5), stat: `pid (name) state parent …`, the start as member 22; the name may hold anything. */
function processIn(pid: number): { ticks: number; isAlive: boolean } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { ticks: Number(rest[18]), isAlive: state !== 'Z' && state !== 'X' };
  } catch {
    return undefined;
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is somebody else's. Node's system errors carry their name.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** In milliseconds since 1970; undefined when the system does not tell. */
function startOf(pid: number): Promise<number | undefined> {
  const env = { ...process.env, LC_ALL: 'C' };
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'lstart=', '-p', String(pid)], { env, timeout: PS_MS }, (error, text) => {
      const time = error ? Number.NaN : Date.parse(text.trim());
      resolve(Number.isNaN(time) ? undefined : time);
    });
  });
}
