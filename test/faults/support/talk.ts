import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Side } from '../../../src/model/frame.ts';
import { recordingFrom } from '../../../src/recording/load.ts';
import { rawBytes } from '../../../src/recording/raw.ts';
import { teed } from '../../support/peer.ts';
import { fixture, type Running, type World } from './world.ts';

const MEBIBYTE = 1024 * 1024;

/** What travels: sizes of messages in turn, requests in flight, bytes of standard error for each. */
export interface Traffic {
  readonly sizes: readonly number[];
  readonly flight: number;
  readonly errors: number;
}

/** From many small messages to lines that are longer than what tee keeps in memory. */
export const TRAFFIC: readonly [Traffic, ...Traffic[]] = [
  { sizes: [10, 300, 4], flight: 1, errors: 0 },
  { sizes: [10, 300, 4], flight: 64, errors: 200 },
  { sizes: [70_000, 1], flight: 8, errors: 0 },
  { sizes: [MEBIBYTE, 5], flight: 3, errors: 3000 },
  { sizes: [3 * MEBIBYTE, 900], flight: 2, errors: 0 },
];

/** Who takes part. */
export type Part = 'host' | 'tee' | 'server';
export const PARTS: readonly [Part, ...Part[]] = ['host', 'tee', 'server'];

/** A host, tee and a server that talk until something ends them. */
export interface Talk {
  readonly host: Running;
  readonly file: string;
  readonly pids: Readonly<Record<Part, number>>;
}

/** Starts all three, and waits until the first answer has come. */
export async function talk(
  place: World,
  traffic: Traffic,
  options: readonly string[] = [],
): Promise<Talk> {
  const file = place.path('run.ndjson');
  const command = teed(['-o', file, ...options], fixture('talk.mjs', 'server'));
  const host = place.start(fixture('talk.mjs', 'host', ...command), {
    env: {
      TALK_FOLDER: place.folder,
      TALK_SIZES: traffic.sizes.join(),
      TALK_FLIGHT: String(traffic.flight),
      TALK_ERRORS: String(traffic.errors),
    },
  });
  while (!place.read('got').includes(0x0a)) await sleep(2);
  const [hostPid, tee] = JSON.parse(place.read('host-pids').toString());
  const pids = { host: hostPid, tee, server: Number(place.read('server-pid')) };
  return { host, file, pids };
}

/** What is wrong with what a talk left: what reached an end is recorded, what is recorded had been sent. */
export function inspected(
  place: World,
  file: string,
  { closed }: { readonly closed: boolean },
): { readonly frames: number; readonly faults: readonly string[] } {
  const { items, damage, end } = recordingFrom(readFileSync(file), file);
  const faults = damage
    .filter(({ why }) => closed || why !== 'torn')
    .map(({ why }) => `damage: ${why}`);
  if (closed && !end) faults.push('the recording has no end');
  const way = (side: Side, wrote: string, read: string) => {
    const [sent, came] = [place.read(wrote), place.read(read)];
    const recorded = rawBytes(items, side);
    const whole = came.subarray(0, came.lastIndexOf(0x0a) + 1);
    if (!isStartOf(came, sent)) faults.push(`${read} is not what was sent`);
    if (!isStartOf(whole, recorded)) faults.push(`${read} has what the recording has not`);
    if (!isStartOf(recorded, sent)) faults.push(`the recording of the ${side} was not sent`);
  };
  way('client', 'sent', 'received');
  way('server', 'said', 'got');
  return { frames: items.filter(({ type }) => type === 'frame').length, faults };
}

function isStartOf(start: Buffer, all: Buffer): boolean {
  return all.subarray(0, start.length).equals(start);
}
