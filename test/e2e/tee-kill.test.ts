import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { recordingFrom } from '../../src/recording/load.ts';
import { rawBytes } from '../../src/recording/raw.ts';
import { node, runs, teed } from '../support/peer.ts';
import { verifies } from '../support/verifies.ts';

const host = join(import.meta.dirname, '../fixtures/hosts/burst.mjs');
const server = join(import.meta.dirname, '../fixtures/servers/keeps-bytes.mjs');

/** 1,000 by hand now and then: SADAP_KILL_RUNS=1000 npx vitest run --project e2e test/e2e/tee-kill.test.ts */
const RUNS = Number(process.env['SADAP_KILL_RUNS'] ?? 30);
const TOGETHER = 2;

type Victim = 'tee' | 'server' | 'host';
const VICTIMS: readonly Victim[] = ['tee', 'server', 'host'];

/** What one run left. */
interface Left {
  readonly victim: Victim;
  /** Frames that the other end had and the recording has not. */
  readonly missing: number;
  readonly frames: number;
  readonly damage: number;
  readonly processes: readonly string[];
}

describe(`SIGKILL at random points, ${RUNS} runs`, () => {
  it('leaves every frame that was passed on in the recording, and no process', {
    timeout: 30_000 + RUNS * 10_000,
  }, async () => {
    verifies('tee:append-first', 'tee:no-process-left');
    const all: Left[] = [];
    for (let done = 0; done < RUNS; done += TOGETHER) {
      const some = Array.from({ length: Math.min(TOGETHER, RUNS - done) }, (_, index) =>
        run(VICTIMS[(done + index) % 3] ?? 'tee', (done + index) % 2 === 0 ? 1 : 64),
      );
      all.push(...(await Promise.all(some)));
    }
    if (RUNS > 30) console.log(summary(all));
    expect(all.filter((each) => each.missing > 0)).toEqual([]);
    expect(all.filter((each) => each.processes.length > 0)).toEqual([]);
    expect(all.filter((each) => each.damage > 0)).toEqual([]);
    // The test would prove nothing if the kill came before the traffic.
    expect(all.every((each) => each.frames > 0)).toBe(true);
  });
});

async function run(victim: Victim, inFlight: number): Promise<Left> {
  const folder = mkdtempSync(join(tmpdir(), 'sadap-kill-'));
  try {
    return await runIn(folder, victim, inFlight);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runIn(folder: string, victim: Victim, inFlight: number): Promise<Left> {
  const [file, received, got] = ['run.ndjson', 'received', 'got'].map((name) =>
    join(folder, name),
  ) as [string, string, string]; // three names give three paths
  const [program = '', ...args] = node(host, ...teed(['-o', file], node(server)));
  const env = { ...process.env, RECEIVED: received, GOT: got, IN_FLIGHT: String(inFlight) };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  const [told] = (await once(child.stdout, 'data')) as [Buffer]; // the only line that it says
  while (linesOf(got).length < 1) await sleep(2);
  const pids = { ...JSON.parse(told.toString()), server: Number(linesOf(received)[0]) };
  await sleep(Math.random() * 40);
  process.kill(pids[victim], 'SIGKILL');
  await ended;
  return { victim, ...(await leftIn({ file, received, got }, pids)) };
}

async function leftIn(
  paths: { file: string; received: string; got: string },
  pids: Readonly<Record<string, number>>,
): Promise<Omit<Left, 'victim'>> {
  const alive = () => Object.keys(pids).filter((name) => runs(pids[name] ?? 0));
  for (let waited = 0; waited < 5000 && alive().length > 0; waited += 20) await sleep(20);
  const { items, damage } = recordingFrom(readFileSync(paths.file), paths.file);
  const [, ...toServer] = linesOf(paths.received);
  const toHost = linesOf(paths.got);
  const recorded = {
    client: rawBytes(items, 'client').toString().split('\n'),
    server: rawBytes(items, 'server').toString().split('\n'),
  };
  return {
    missing: missingIn(toServer, recorded.client) + missingIn(toHost, recorded.server),
    frames: toHost.length,
    // SIGKILL may cut the write of lines that were not passed on yet; readers know such an end.
    damage: damage.filter((each) => each.why !== 'torn').length,
    processes: alive(),
  };
}

/** Lines that are not at their place; both lists are in order. */
function missingIn(seen: readonly string[], recorded: readonly string[]): number {
  return seen.filter((line, index) => recorded[index] !== line).length;
}

/** Whole lines of a file so far. */
function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}

function summary(all: readonly Left[]): string {
  return VICTIMS.map((victim) => {
    const runsOf = all.filter((each) => each.victim === victim);
    const sum = (key: 'missing' | 'frames' | 'damage') =>
      runsOf.reduce((total, each) => total + each[key], 0);
    const alive = runsOf.filter((each) => each.processes.length > 0).length;
    return `${victim}: ${runsOf.length} runs, ${sum('frames')} frames, ${sum('missing')} missing, ${sum('damage')} damaged places, ${alive} with a process left`;
  }).join('\n');
}
