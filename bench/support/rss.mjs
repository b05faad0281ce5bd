import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { environment } from './environment.mjs';

/** The system's own mark is read so often, in milliseconds: what is used only after the last look is missed. */
const EVERY = 5;

/**
 * Follows the peak resident memory of a process that runs.
 *
 * @param {number | undefined} pid
 * @returns {() => number} stops, and gives the peak in bytes; NaN where the system does not tell (only Linux does)
 */
export function watchPeak(pid) {
  let peak = Number.NaN;
  const look = () => {
    const seen = peakOf(pid);
    if (seen !== undefined) peak = seen;
  };
  look();
  const timer = setInterval(look, EVERY);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

/**
 * Runs a program to its end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, keep?: boolean, peak?: boolean }} options
 *   `keep`: its standard output is wanted, else it is thrown away; `peak: false`: memory is not looked at.
 * @returns {Promise<{ ms: number, rss: number, code: number | null, stdout: string }>} wall time from before the
 *   start to the exit, peak memory in bytes
 */
export function run(command, args, { cwd, env, keep = false, peak = true } = {}) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const stdio = ['ignore', keep ? 'pipe' : 'ignore', 'ignore'];
    const child = spawn(command, args, { cwd, stdio, env: environment(env) });
    const stop = peak ? watchPeak(child.pid) : () => Number.NaN;
    const parts = [];
    let ms = Number.NaN;
    child.stdout?.on('data', (part) => parts.push(part));
    child.on('error', reject);
    child.on('exit', () => {
      ms = performance.now() - begun;
    });
    child.on('close', (code) =>
      resolve({ ms, rss: stop(), code, stdout: Buffer.concat(parts).toString() }),
    );
  });
}

function peakOf(pid) {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  try {
    const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    return line ? Number(line[1]) * 1024 : undefined;
  } catch {
    // It has gone.
    return undefined;
  }
}
