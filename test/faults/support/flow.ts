import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Side } from '../../../src/model/frame.ts';
import { recordingFrom } from '../../../src/recording/load.ts';
import { rawBytes } from '../../../src/recording/raw.ts';
import { teed } from '../../support/peer.ts';
import { type Passed, type Recorded, recordedIn } from './recorded.ts';
import { feed, fixture, type Running, type StartOptions, type World } from './world.ts';

/** So many lines with a padding of so many bytes. */
export interface Lines {
  readonly lines: number;
  readonly size: number;
}

export interface FlowPlan {
  /** What the server says; `errors` bytes to standard error, and `pace` ms, after each piece of it. */
  readonly said: Lines & { readonly errors?: number; readonly pace?: number };
  /** What the host sends meanwhile. */
  readonly sent: Lines;
  /** Options of tee. */
  readonly options?: readonly string[];
  /** `-o`; a file of the place without it. */
  readonly out?: string;
  readonly start?: StartOptions;
  /** What the command of tee is started by. */
  readonly wrap?: (command: readonly string[]) => readonly string[];
}

/** A given amount that goes both ways at once through tee, between this process and a server. */
export interface Flow {
  readonly tee: Running;
  readonly file: string;
  readonly fed: Promise<Passed>;
  /** Resolves when the server has written and read all; what that was by its own account. */
  readonly report: () => { readonly wrote: Passed; readonly read: Passed };
}

/** The most that tee may hold, in MiB: an empty Node program holds about 45. */
export const MOST_MEMORY = 110;

/** Starts it. The host reads at once unless `start.unread` says otherwise. */
export function flow(place: World, plan: FlowPlan): Flow {
  const { said, sent, options = [], out, start, wrap } = plan;
  const file = out ?? place.path('run.ndjson');
  const server = fixture('flow.mjs', JSON.stringify(said));
  const command = teed(['-o', file, ...options], server);
  const tee = place.start(wrap ? wrap(command) : command, {
    ...start,
    env: { ...start?.env, REPORT: place.path('report') },
  });
  const fed = feed(tee.child.stdin, requests(sent));
  return { tee, file, fed, report: () => JSON.parse(place.read('report').toString()) };
}

/** All of both sides arrived, in order and unchanged; nothing is left running; memory was bounded. */
export async function arrived(place: World, { tee, fed, report }: Flow): Promise<void> {
  expect({ ...(await tee.ended), told: tee.errors() }).toMatchObject({ code: 0, signal: null });
  expect(report()).toEqual({ wrote: tee.output(), read: await fed });
  expect(await place.left()).toEqual([]);
  expect(tee.peak()).toBeLessThan(MOST_MEMORY);
}

/** The same, and all of it is recorded. */
export async function recordedWhole(place: World, run: Flow): Promise<Recorded> {
  await arrived(place, run);
  const recorded = await recordedIn(run.file);
  const { client, server, damage, disorder } = recorded;
  const { wrote, read } = run.report();
  expect({ client, server, damage, disorder }).toEqual({
    client: read,
    server: wrote,
    damage: [],
    disorder: [],
  });
  expect(recorded.end).toMatchObject({ exit: { code: 0 } });
  return recorded;
}

/** Is a recording that was given up a start of what passed, on both sides, in whole lines? */
export function isStart(file: string, { said, sent }: Pick<FlowPlan, 'said' | 'sent'>): boolean {
  const { items, damage } = recordingFrom(readFileSync(file), file);
  const isStartOf = (side: Side, all: Iterable<Buffer>) => {
    const recorded = rawBytes(items, side);
    let at = 0;
    for (const piece of all) {
      const rest = recorded.subarray(at, at + piece.length);
      if (!rest.equals(piece.subarray(0, rest.length))) return false;
      at += rest.length;
      if (at === recorded.length) break;
    }
    return at === recorded.length && (at === 0 || recorded[at - 1] === 0x0a);
  };
  return (
    damage.length === 0 &&
    isStartOf('server', notifications(said)) &&
    isStartOf('client', requests(sent))
  );
}

/** What flow.mjs says. */
function* notifications({ lines, size }: Lines): Generator<Buffer> {
  const padding = 'x'.repeat(size);
  for (let n = 0; n < lines; n += 1)
    yield Buffer.from(
      `{"jsonrpc":"2.0","method":"notifications/progress","params":{"n":${n},"p":"${padding}"}}\n`,
    );
}

/** Numbered requests, many in one piece. */
export function* requests({ lines, size }: Lines): Generator<Buffer> {
  const padding = 'y'.repeat(size);
  let text = '';
  for (let id = 0; id < lines; id += 1) {
    text += `{"jsonrpc":"2.0","id":${id},"method":"ping","params":{"p":"${padding}"}}\n`;
    if (text.length < 32_768) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
