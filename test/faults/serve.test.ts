import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { bin } from '../support/sadap.ts';
import { samplePath } from '../support/samples.ts';
import { figure, scaled } from '../support/soak.ts';
import { verifies } from '../support/verifies.ts';
import { type Chance, chance } from './support/chance.ts';
import { listening } from './support/http.ts';
import { stopped } from './support/processes.ts';
import { type Running, World, world } from './support/world.ts';

const RUNS = scaled(6, 80);
const recorded = samplePath('asrama-sdk-v1');
const asrama = [process.execPath, bin, 'asrama', '--sdk', 'v1'];
const opening = {
  jsonrpc: '2.0',
  id: 'open',
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'client-x', version: '1' },
  },
};
/** A call that the recording has not: the real server answers it. */
const search = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'cari_anak', arguments: { kelas: '8B' } },
});
const forwarding = [recorded, '--repeat', 'last', '--on-miss', 'forward'];

describe.skipIf(process.platform === 'win32')('serve with the real server behind it', () => {
  verifies('faults:serve');

  it(`killed, asked to end, or left by its client, ${RUNS} times: no process is left`, async () => {
    const luck = chance();
    for (let run = 0; run < RUNS; run += 1)
      expect(await ended(luck), `SADAP_SEED=${luck.seed}, run ${run}`).toEqual([]);
    figure(
      'faults',
      'serve with a real server behind it: SIGKILL, SIGTERM, or a client that leaves',
      `${RUNS} times at random moments: each ends within seconds, no process is left`,
    );
  });

  it('stopped and gone on, answers all that waited', async () => {
    const place = world();
    const serve = started(place);
    say(serve, opening);
    await said(serve, 1);
    serve.child.kill('SIGSTOP');
    await stopped(serve.pid);
    for (let id = 0; id < 50; id += 1) say(serve, { jsonrpc: '2.0', id, method: 'ping' });
    await sleep(200);
    serve.child.kill('SIGCONT');
    await said(serve, 51);
    serve.child.stdin?.end();
    expect((await serve.ended).code).toBe(0);
    expect(await place.left()).toEqual([]);
  });

  it('over HTTP ends by a signal although clients stay connected', async () => {
    const place = world();
    const args = ['serve', ...forwarding, '--listen', '0', '--', ...asrama];
    const { port, ...serve } = await listening(
      place.start([process.execPath, bin, ...args]),
      'stderr',
      /give the client http:\/\/127\.0\.0\.1:(\d+)\//,
    );
    const opened = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(opening),
    });
    expect(opened.status).toBe(200);
    const asked = performance.now();
    serve.child.kill('SIGTERM');
    await once(serve.child, 'exit');
    expect(performance.now() - asked).toBeLessThan(5000);
    expect(await place.left()).toEqual([]);
  });
});

/** What went wrong in one run. */
async function ended(luck: Chance): Promise<string[]> {
  const how = luck.oneOf(['SIGKILL', 'SIGTERM', 'leaves'] as const);
  const after = luck.upTo(400);
  const place = new World();
  try {
    const serve = started(place);
    say(serve, opening, { jsonrpc: '2.0', method: 'notifications/initialized' });
    await said(serve, 1);
    for (let id = 0; id < 20; id += 1) say(serve, search(id));
    await sleep(after);
    const asked = performance.now();
    if (how === 'leaves')
      for (const end of ['stdin', 'stdout', 'stderr'] as const) serve.child[end]?.destroy();
    else serve.child.kill(how);
    await once(serve.child, 'exit');
    const took = performance.now() - asked;
    return [
      ...(await place.left()).map((each) => `left after ${how}: ${each}`),
      ...(took < 10_000 ? [] : [`${how} took ${took} ms`]),
      ...(serve.errors().includes('bug in sadap') ? [serve.errors()] : []),
    ];
  } finally {
    place.end();
  }
}

function started(place: World): Running & { lines(): number } {
  const args = ['serve', ...forwarding, '--', ...asrama];
  const running = place.start([process.execPath, bin, ...args]);
  let lines = 0;
  running.child.stdout?.on('data', (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 0x0a) lines += 1;
  });
  return { ...running, lines: () => lines };
}

function say({ child }: Running, ...messages: readonly object[]): void {
  for (const message of messages) child.stdin?.write(`${JSON.stringify(message)}\n`);
}

async function said(serve: { lines(): number }, count: number): Promise<void> {
  while (serve.lines() < count) await sleep(5);
}
