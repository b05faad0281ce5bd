import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { glanceAt } from '../recording/glance.ts';
import { recordingsIn } from '../recording/location.ts';
import { recordingsElsewhere } from './no-recordings.ts';
import type { Options } from './program.ts';
import { folderOf, shortName } from './source.ts';
import { recordingState } from './state.ts';
import { tell } from './tell.ts';

/** How often to look whether a recording has begun, in milliseconds. */
const LOOK_MS = 100;

/**
 * The recording to follow: the operand, `-` for standard input, else the newest of the folder that is
 * being written. One that does not exist yet is waited for, which standard error says. undefined: the
 * signal came first.
 */
export async function awaitRecording(
  operand: string | undefined,
  options: Options,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (operand === '-') return operand;
  if (operand !== undefined) return awaitFile(operand, signal);
  const folder = folderOf(options);
  const closed = new Set<string>();
  const open = await awaited(
    async () => {
      const found = await openIn(folder, closed);
      return found.length > 0 ? found : undefined;
    },
    `nothing is being recorded in ${folder}; waiting for a recording to begin`,
    signal,
    recordingsElsewhere(options),
  );
  const [newest, ...others] = open ?? [];
  if (newest !== undefined) tellChoice(newest, others);
  return newest;
}

function awaitFile(path: string, signal: AbortSignal): Promise<string | undefined> {
  return awaited(
    async () => (existsSync(path) ? path : undefined),
    `there is no file ${path} yet; waiting for it`,
    signal,
  );
}

async function awaited<T>(
  look: () => Promise<T | undefined>,
  waiting: string,
  signal: AbortSignal,
  more?: string,
): Promise<T | undefined> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const found = await look();
    if (found !== undefined) return found;
    if (isFirst) tell(waiting, ...(more === undefined ? [] : [more]));
    // Only the signal ends the sleep early, and the loop sees it.
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
  }
  return undefined;
}

/** Newest first. Those that can never grow again are noted in `closed`, and not looked at again. */
async function openIn(folder: string, closed: Set<string>): Promise<string[]> {
  const open: string[] = [];
  for (const path of recordingsIn(folder)) {
    if (closed.has(path)) continue;
    const found = glanceAt(path);
    const state = found && (await recordingState(found.header, found.hasEnd));
    if (state === 'open') open.push(path);
    else if (state !== undefined) closed.add(path);
  }
  return open;
}

function tellChoice(path: string, others: readonly string[]): void {
  const more = others.map((other) => `also being written: ${shortName(other)}`);
  tell(`following ${shortName(path)}`, ...more);
}
