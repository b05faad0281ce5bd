import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { recordingFrom } from '../../src/recording/load.ts';
import { rawBytes } from '../../src/recording/raw.ts';
import { bin } from '../support/sadap.ts';
import { figure, scaled } from '../support/soak.ts';
import { verifies } from '../support/verifies.ts';
import { type Chance, chance } from './support/chance.ts';
import { limited } from './support/disks.ts';
import { stopped } from './support/processes.ts';
import { fixture, type Running, World, world } from './support/world.ts';

const RUNS = scaled(8, 100);
const CALLS = 400;
const server = fixture('called.mjs');

/** `record`, or `replay` of a recording made before, of many calls; the place it happens in. */
type Program = 'record' | 'replay';

describe.skipIf(process.platform === 'win32')('record and replay', () => {
  verifies('faults:own');

  it(`killed, asked to end, or left by their server, ${RUNS} times at random moments`, {
    timeout: 120_000 + RUNS * 6000,
  }, async () => {
    const luck = chance();
    let frames = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const left = await interrupted(luck);
      expect(left, `SADAP_SEED=${luck.seed}, run ${run}`).toMatchObject({ faults: [] });
      frames += left.frames;
    }
    expect(frames).toBeGreaterThan(RUNS * 5);
    figure(
      'faults',
      'record and replay: SIGKILL, SIGTERM, SIGINT, or a server that is killed',
      `${RUNS} times at random moments, ${frames} messages: none that the server got is missing in the recording, each end is told in one line with its status, no process is left`,
    );
  });

  it.each(['record', 'replay'] as const)(
    '%s ends a server that was stopped, within seconds',
    async (program) => {
      const place = world();
      const { running, pid } = await begun(place, program);
      process.kill(pid, 'SIGSTOP');
      await stopped(pid);
      const asked = performance.now();
      running.child.kill('SIGTERM');
      expect(await running.ended).toEqual({ code: 143, signal: null });
      expect(performance.now() - asked).toBeLessThan(4000);
      expect(await place.left()).toEqual([]);
      expect(faultsIn(place, true)).toEqual([]);
    },
  );

  it.each(['record', 'replay'] as const)(
    '%s on a disk that takes no more ends with one line',
    async (program) => {
      const luck = chance();
      for (let run = 0; run < scaled(3, 25); run += 1) {
        const place = world();
        const blocks = 6 + luck.upTo(60);
        const { running } = await begun(place, program, (command) => limited(blocks, command));
        const why = `SADAP_SEED=${luck.seed}, ${blocks} blocks: ${running.errors()}`;
        expect(await running.ended, why).toEqual({ code: 1, signal: null });
        expect(toldWrong(running), why).toEqual([]);
        expect(running.errors(), why).toContain('EFBIG');
        expect(await place.left(), why).toEqual([]);
        expect(faultsIn(place, false), why).toEqual([]);
      }
    },
  );
});

async function interrupted(
  luck: Chance,
): Promise<{ how: string; frames: number; faults: string[] }> {
  const program = luck.oneOf<Program>(['record', 'replay']);
  const victim = luck.oneOf(['sadap', 'sadap', 'server'] as const);
  const signals: [NodeJS.Signals, ...NodeJS.Signals[]] = ['SIGKILL', 'SIGTERM'];
  if (victim === 'sadap') signals.push('SIGINT');
  const signal = luck.oneOf(signals);
  const after = luck.upTo(150);
  const size = luck.oneOf(['10', '20000']);
  const place = new World();
  try {
    const { running, pid } = await begun(place, program, undefined, size);
    await sleep(after);
    process.kill(victim === 'sadap' ? running.pid : pid, signal);
    const end = await running.ended;
    const killed = victim === 'sadap' && signal === 'SIGKILL';
    const faults = [
      ...(await place.left()).map((each) => `left: ${each}`),
      ...faultsIn(place, !killed),
    ];
    if (JSON.stringify(end) !== JSON.stringify(expectedEnd(victim, signal)))
      faults.push(`ended with ${end.code}, ${end.signal}`);
    if (!killed) faults.push(...toldWrong(running));
    const { items } = recordingFrom(place.read('run.ndjson'));
    const frames = items.filter(({ type }) => type === 'frame').length;
    return {
      how: JSON.stringify({ program, victim, signal, after, size, told: running.errors() }),
      frames,
      faults,
    };
  } finally {
    place.end();
  }
}

function expectedEnd(victim: 'sadap' | 'server', signal: NodeJS.Signals) {
  if (victim === 'server') return { code: 1, signal: null };
  if (signal === 'SIGKILL') return { code: null, signal };
  return { code: signal === 'SIGINT' ? 130 : 143, signal: null };
}

/** Starts the program, and waits until its server has been called. */
async function begun(
  place: World,
  program: Program,
  wrap = (command: readonly string[]) => command,
  size = '100',
): Promise<{ running: Running; pid: number }> {
  const env = { TALK_FOLDER: place.folder, TALK_SIZE: size };
  const what = program === 'record' ? [script()] : ['--execute', await before()];
  const args = [bin, program, '--quiet', '-o', place.path('run.ndjson'), ...what, '--', ...server];
  const running = place.start(wrap([process.execPath, ...args]), { env });
  let over = false;
  void running.ended.then(() => {
    over = true;
  });
  while (!over && !place.read('received').includes('tools/call')) await sleep(2);
  return { running, pid: Number(place.read('server-pid')) };
}

/** What is recorded, or was before it is replayed; both last for all tests. */
const shared = new World();
afterAll(() => shared.end());

function script(): string {
  const path = shared.path('calls.json');
  const calls = Array.from({ length: CALLS }, (_, n) => ({
    'tools/call': { name: 'probe', arguments: { n, padding: 'x'.repeat(n % 300) } },
  }));
  writeFileSync(path, JSON.stringify({ era: 'legacy', steps: ['open', ...calls] }));
  return path;
}

async function before(): Promise<string> {
  const path = shared.path('before.ndjson');
  if (shared.size('before.ndjson') > 0) return path;
  const args = [bin, 'record', '--quiet', '-o', path, script(), '--', ...server];
  const env = { TALK_FOLDER: shared.folder };
  const recorded = shared.start([process.execPath, ...args], { env });
  expect(await recorded.ended, recorded.errors()).toEqual({ code: 0, signal: null });
  return path;
}

/** What the server got is recorded, what is recorded of it was said; the recording is whole. */
function faultsIn(place: World, closed: boolean): string[] {
  const file = place.path('run.ndjson');
  const { items, damage, end } = recordingFrom(readFileSync(file), file);
  const faults = damage
    .filter(({ why }) => closed || why !== 'torn')
    .map(({ why }) => why as string);
  if (closed && !end) faults.push('no end');
  const [got, said] = [place.read('received'), place.read('said')];
  const recorded = { client: rawBytes(items, 'client'), server: rawBytes(items, 'server') };
  if (!recorded.client.subarray(0, got.length).equals(got)) faults.push('a request is missing');
  if (!said.subarray(0, recorded.server.length).equals(recorded.server))
    faults.push('an answer was never said');
  return faults;
}

/** Lines of standard error that are not a message of ours with its hint; more than one error. */
function toldWrong(running: Running): string[] {
  const lines = running.errors().split('\n').filter(Boolean);
  return [
    ...lines.filter((line) => !/^(sadap: | {2})/.test(line)),
    ...lines.filter((line) => line.includes('bug in sadap')),
    ...(lines.length > 4 ? [`${lines.length} lines`] : []),
  ];
}
