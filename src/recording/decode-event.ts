import type { Side } from '../model/frame.ts';
import type { Exit, ProcessEvent } from '../model/recording.ts';
import { httpEventOf } from './decode-http.ts';
import type { Members } from './migrations.ts';

/** A process event from an entry's members; `undefined` for one that this version does not know. */
export function eventOf(members: Members): ProcessEvent | undefined {
  const { event, code, text, signal, step, ms, to, bytes } = members;
  switch (event) {
    case 'started':
    case 'stdin-closed':
    case 'stdout-closed':
      return { event };
    case 'spawn-failed':
      return isText(code) && isText(text) ? { event, code, text } : undefined;
    case 'write-failed':
      return isText(code) ? { event, code } : undefined;
    case 'undelivered':
      return isSide(to) && typeof bytes === 'number' ? { event, to, bytes } : undefined;
    case 'signal':
      return isText(signal) ? { event, signal } : undefined;
    case 'timeout':
      return isText(step) && typeof ms === 'number' ? { event, step, ms } : undefined;
    case 'exit': {
      const exit = exitOf(members);
      return exit && { event, ...exit };
    }
    default:
      return httpEventOf(members);
  }
}

/** How a process ended: a code or a signal, the other one null. */
export function exitOf(value: unknown): Exit | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { code = null, signal = null }: Members = { ...value };
  if (code !== null && typeof code !== 'number') return undefined;
  return signal === null || isText(signal) ? { code, signal } : undefined;
}

function isSide(value: unknown): value is Side {
  return value === 'client' || value === 'server';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
