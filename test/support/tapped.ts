import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { checkSession } from '../../src/check/registry.ts';
import { ajvChecker } from '../../src/check/schemas/ajv.ts';
import type { Recording } from '../../src/model/recording.ts';
import { buildSession } from '../../src/protocol/session.ts';
import { recordingFrom } from '../../src/recording/load.ts';
import { rawBytes } from '../../src/recording/raw.ts';
import { eventually } from './http.ts';
import { node, teed } from './peer.ts';
import { emptyFolder } from './sadap.ts';

/** What a tap saw of one process of the server. */
export interface Tapped {
  readonly client: string;
  readonly server: string;
}

/** Has a client converse with the server that the command starts; gives what the client saw. */
export type Play = (command: readonly string[]) => Promise<unknown>;

const tapFile = join(import.meta.dirname, '../fixtures/tap.mjs');

/**
 * Has the same conversation directly and through tee, with taps before the server and at both ends of
 * tee, and expects that client and server notice no difference: equal results, equal bytes. The
 * recordings must be undamaged, one for each process of the server, with the bytes that the taps saw.
 *
 * @returns what the client saw, and the recordings in the order of their start
 */
export async function playedBothWays(
  play: Play,
  command: readonly string[],
): Promise<{ seen: unknown; taps: readonly Tapped[]; recordings: readonly Recording[] }> {
  const [directly, near, far, dir] = [emptyFolder(), emptyFolder(), emptyFolder(), emptyFolder()];
  const tap = (folder: string, next: readonly string[]) => node(tapFile, folder, ...next);
  const seen = await play(tap(directly, command));
  const seenThrough = await play(tap(near, teed(['--dir', dir], tap(far, command))));
  expect(seenThrough).toEqual(seen);
  const taps = tapped(directly);
  expect(tapped(far)).toEqual(taps);
  expect(tapped(near)).toEqual(taps);
  // A client that gives up does not wait for the end of its server.
  await eventually(() => recorded(dir).every(({ end }) => end !== undefined));
  const recordings = recorded(dir);
  expect(recordings.map(({ damage }) => damage)).toEqual(taps.map(() => []));
  expect(recordings.map(({ items }) => bytesOf(items))).toEqual(taps);
  return { seen, taps, recordings };
}

/** How the server of a recording ended, and what became of it before: `['started', 'stdin-closed', 'exit 0']`. */
export function endingOf({ items }: Recording): string[] {
  return items.flatMap((item) => {
    if (item.type !== 'event') return [];
    if (item.event === 'signal') return [`signal ${item.signal}`];
    return [item.event === 'exit' ? `exit ${item.code ?? item.signal}` : item.event];
  });
}

/** The era that the recording shows. */
export function eraOf(recording: Recording): string {
  return buildSession(recording).era;
}

/**
 * The findings as `severity rule: title`, but for failed calls, since what a tool refused is no fault, and for
 * what only a busy machine brings about.
 */
export function faultsIn(recording: Recording): string[] {
  return checkSession(buildSession(recording), { schemas: ajvChecker() })
    .filter(({ rule }) => !/^content\/(tool|soft|rpc)-error$/.test(rule))
    .filter(
      ({ rule, title }) => rule !== 'process/slow-start' && !/could not be checked/.test(title),
    )
    .map(({ severity, rule, title }) => `${severity} ${rule}: ${title}`);
}

function tapped(folder: string): Tapped[] {
  const read = (number: string, side: string) => readFileSync(join(folder, number, side), 'latin1');
  return readdirSync(folder)
    .sort((a, b) => Number(a) - Number(b))
    .map((number) => ({ client: read(number, 'client'), server: read(number, 'server') }));
}

function recorded(dir: string): Recording[] {
  return readdirSync(dir)
    .map((name) => recordingFrom(readFileSync(join(dir, name)), name))
    .sort((a, b) => (a.header?.startedAt ?? 0) - (b.header?.startedAt ?? 0));
}

function bytesOf(items: Recording['items']): Tapped {
  const of = (side: 'client' | 'server') => rawBytes(items, side).toString('latin1');
  return { client: of('client'), server: of('server') };
}
