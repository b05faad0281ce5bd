import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Recording } from '../../src/model/recording.ts';
import { recordingFrom } from '../../src/recording/load.ts';
import { figure, scaled } from '../support/soak.ts';
import { verifies } from '../support/verifies.ts';
import { type Chance, chance } from './support/chance.ts';
import { hasTinyDisks, onTinyDisk } from './support/disks.ts';
import { type Answer, Client, proxy, upstream } from './support/http.ts';
import { childOf, stopped } from './support/processes.ts';
import { recordedIn } from './support/recorded.ts';
import { World, world } from './support/world.ts';

const RUNS = scaled(6, 80);
const OPEN = scaled(500, 3000);
/** Answers before anything ends. */
const ANSWERS_BEFORE = 10;

describe.skipIf(process.platform === 'win32')('proxy', () => {
  verifies('faults:proxy');

  it(`killed, asked to end, or left by its upstream, ${RUNS} times at random moments`, {
    timeout: 60_000 + RUNS * 5000,
  }, async () => {
    const luck = chance();
    const all = { answers: 0, missing: 0 };
    for (let run = 0; run < RUNS; run += 1) {
      const left = await ended(luck);
      expect(left, `SADAP_SEED=${luck.seed}, run ${run}`).toMatchObject({ faults: [] });
      all.answers += left.answers;
      all.missing += left.missing;
    }
    expect(all.answers).toBeGreaterThanOrEqual(RUNS * ANSWERS_BEFORE);
    figure(
      'faults',
      'proxy: SIGKILL or SIGTERM to it or its upstream',
      `${RUNS} times at random moments, ${all.answers} answers: ${all.missing} that a client had are missing in the recording (only after SIGKILL of the proxy, which passes on first), no byte is wrong, no process is left`,
    );
  });

  it('stopped, or before an upstream that is stopped, goes on with nothing lost', async () => {
    const place = world();
    const server = await upstream(place);
    const between = await proxy(place, server.port);
    const traffic = keepAsking(between.port, 8);
    for (let stop = 0; stop < scaled(4, 20); stop += 1) {
      const { pid } = stop % 2 === 0 ? between : server;
      await sleep(50);
      process.kill(pid, 'SIGSTOP');
      await stopped(pid);
      await sleep(150);
      process.kill(pid, 'SIGCONT');
    }
    const answers = await traffic.end();
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    between.child.kill('SIGTERM');
    expect(await between.ended).toEqual({ code: 0, signal: null });
    expect(missing(recordingAt(place), answers)).toEqual([]);
  });

  it('goes on when its upstream comes back', async () => {
    const place = world();
    const first = await upstream(place);
    const between = await proxy(place, first.port);
    const client = new Client(between.port, 1);
    expect((await client.post(1)).status).toBe(200);
    first.child.kill('SIGKILL');
    await first.ended;
    // A connection that was used before breaks, as it would without us; a new one is told why.
    let told = (await client.post(2)).status;
    if (told === undefined) told = (await client.post(2)).status;
    expect(told).toBe(502);
    const second = await upstream(place, { UPSTREAM_PORT: String(first.port) });
    expect((await client.post(3)).status).toBe(200);
    client.close();
    second.child.kill('SIGKILL');
    between.child.kill('SIGTERM');
    expect(await between.ended).toEqual({ code: 0, signal: null });
    expect(await place.left()).toEqual([]);
  });

  it('on a disk that gets full: the traffic goes on, one line says so', async ({ skip }) => {
    skip(!hasTinyDisks, 'nobody may mount a disk here');
    const luck = chance();
    for (let run = 0; run < scaled(2, 20); run += 1) {
      const place = world();
      const server = await upstream(place, { UPSTREAM_SIZE: luck.oneOf(['10', '3000', '400000']) });
      const size = 64 + luck.upTo(400);
      const why = `SADAP_SEED=${luck.seed}, ${size} KiB`;
      const between = await proxy(place, server.port, {
        out: 'disk/run.ndjson',
        wrap: (command) => onTinyDisk(place, size, command),
      });
      const traffic = keepAsking(between.port, 4);
      while (!between.errors().includes('ENOSPC')) await sleep(10);
      await sleep(100);
      const answers = await traffic.end();
      expect(
        answers.filter(({ status }) => status !== 200),
        why,
      ).toEqual([]);
      expect(between.errors().match(/ENOSPC/g), why).toHaveLength(1);
      expect(between.errors(), why).toMatch(/ENOSPC; the traffic goes on unrecorded\n/);
      server.child.kill('SIGKILL');
      // The shell that mounted the disk waits for it.
      process.kill(await childOf(between.pid), 'SIGTERM');
      expect((await between.ended).code, why).toBe(0);
      expect(recordingAt(place).damage, why).toEqual([]);
    }
  });

  it(`holds ${OPEN} open requests`, async () => {
    const place = world();
    const server = await upstream(place, { UPSTREAM_HOLD: String(OPEN) });
    const between = await proxy(place, server.port);
    const client = new Client(between.port, OPEN);
    const answers = await Promise.all(
      Array.from({ length: OPEN }, (_, id) => client.post(id, 100)),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    client.close();
    between.child.kill('SIGTERM');
    expect(await between.ended).toEqual({ code: 0, signal: null });
    expect(missing(recordingAt(place), answers)).toEqual([]);
    expect(await recordedIn(place.path('run.ndjson'))).toMatchObject({ damage: [], disorder: [] });
    figure(
      'faults',
      'proxy: requests open at once',
      `${OPEN} on as many connections: each answered and recorded; proxy held at most ${between.peak().toFixed(0)} MiB`,
    );
  });
});

/** Traffic that goes on until it is ended; gives all answers. */
function keepAsking(port: number, clients: number, size = 10) {
  const client = new Client(port, clients);
  const answers: Answer[] = [];
  let id = 0;
  let going = true;
  const one = async (n: number) => {
    while (going) {
      id += 1;
      const accept = n % 2 === 0 ? 'application/json' : 'text/event-stream';
      const answer = await client.post(id, size, accept);
      answers.push(answer);
      if (answer.status === undefined) await sleep(5);
    }
  };
  const done = Promise.all(Array.from({ length: clients }, (_, n) => one(n)));
  return {
    answers,
    end: async () => {
      going = false;
      await done;
      client.close();
      return answers;
    },
  };
}

/** One end of a proxy or its upstream in the middle of traffic. */
async function ended(luck: Chance) {
  const victim = luck.oneOf(['proxy', 'proxy', 'upstream'] as const);
  const signal = luck.oneOf<NodeJS.Signals>(['SIGKILL', 'SIGTERM']);
  const size = luck.oneOf([10, 5000, 300_000]);
  const after = luck.upTo(200);
  const place = new World();
  try {
    const server = await upstream(place, { UPSTREAM_SIZE: String(size) });
    const between = await proxy(place, server.port);
    const traffic = keepAsking(between.port, 6, size);
    while (traffic.answers.length < ANSWERS_BEFORE) await sleep(2);
    await sleep(after);
    (victim === 'proxy' ? between : server).child.kill(signal);
    await sleep(30);
    const answers = await traffic.end();
    const killed = victim === 'proxy' && signal === 'SIGKILL';
    if (victim === 'upstream') between.child.kill('SIGTERM');
    const end = await between.ended;
    server.child.kill('SIGKILL');
    const recording = recordingAt(place);
    const lost = missing(recording, answers);
    const faults = [
      ...(await place.left()).map((each) => `left: ${each}`),
      ...recording.damage.filter(({ why }) => !killed || why !== 'torn').map(({ why }) => why),
      ...answers.flatMap((each) => wrongIn(each, size)),
      ...(killed ? [] : lost.map((id) => `answer ${id} is not recorded`)),
      ...(killed || (end.code === 0 && recording.end) ? [] : [`ended with ${end.code}`]),
    ];
    const how = JSON.stringify({ victim, signal, size, after });
    return { how, faults, answers: answers.length, missing: lost.length };
  } finally {
    place.end();
  }
}

/** Is it the answer to its request, byte for byte? 502 and broken connections are none. */
function wrongIn({ id, status, body }: Answer, size: number): string[] {
  if (status !== 200) return [];
  const text = JSON.stringify({ jsonrpc: '2.0', id, result: { padding: 'w'.repeat(size) } });
  const events = Array.from(
    { length: 5 },
    (_, n) =>
      `data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"of":${id},"n":${n}}}\n\n`,
  );
  const isRight = body === text || body === `${events.join('')}data: ${text}\n\n`;
  return isRight ? [] : [`answer ${id} is not what the upstream said`];
}

/** Answers that a client had whole and the recording has not. */
function missing({ items }: Recording, answers: readonly Answer[]): number[] {
  const recorded = new Set(
    items.flatMap((item) =>
      item.type === 'frame' && item.frame.from === 'server'
        ? [/"id":(\d+),"result"/.exec(item.frame.bytes.toString('latin1', 0, 60))?.[1]]
        : [],
    ),
  );
  return answers
    .filter(({ id, status }) => status === 200 && !recorded.has(String(id)))
    .map(({ id }) => id);
}

function recordingAt(place: World): Recording {
  const file = place.path('run.ndjson');
  return recordingFrom(readFileSync(file), file);
}
