import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The signals of an orderly shutdown. */
export type EndSignal = 'SIGTERM' | 'SIGKILL';

/** How a process and everything it started are ended on a platform. */
export type EndPlan =
  /** A signal to the process group, whose id is the server's process id. */
  | { readonly kind: 'group'; readonly group: number; readonly signal: EndSignal }
  | { readonly kind: 'command'; readonly command: readonly [string, ...string[]] };

/**
 * npx starts sh, which starts node: only the whole tree ends the server. POSIX has process groups
 * (the server leads one of its own); Windows has neither groups nor signals, but taskkill.
 */
export function endPlan(platform: NodeJS.Platform, pid: number, signal: EndSignal): EndPlan {
  if (platform !== 'win32') return { kind: 'group', group: pid, signal };
  const force = signal === 'SIGKILL' ? ['/F'] : [];
  return { kind: 'command', command: ['taskkill', '/PID', String(pid), '/T', ...force] };
}

/** Carries the plan out; a process that is gone already is no error. */
export function endTree(pid: number, signal: EndSignal): void {
  const plan = endPlan(process.platform, pid, signal);
  if (plan.kind === 'group') signalGroup(plan.group, plan.signal);
  else {
    const [file, ...rest] = plan.command;
    spawn(file, rest, { stdio: 'ignore', windowsHide: true }).on('error', () => {});
  }
}

/** Does a member of the group still run? Always false on Windows, where that cannot be asked. */
export function treeLives(pid: number): boolean {
  if (process.platform === 'win32' || !signalGroup(pid, 0)) return false;
  return process.platform !== 'linux' || hasRunningMember(pid);
}

/**
 * In a container whose first process does not wait for orphans, the dead stay in their group for ever;
 * signals reach them without an error. The process table tells them apart.
 */
function hasRunningMember(group: number): boolean {
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && runsIn(group, name));
}

/** proc(5), stat: `pid (name) state parent group …`; the name may hold anything. */
function runsIn(group: number, pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, , of] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(of) === group && state !== 'Z' && state !== 'X';
  } catch {
    // It ended while we looked.
    return false;
  }
}

function signalGroup(group: number, signal: EndSignal | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    // ESRCH: nobody is left. EPERM: a member belongs to somebody else; it is not ours to end.
    return false;
  }
}
