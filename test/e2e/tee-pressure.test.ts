import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { recordingFrom } from '../../src/recording/load.ts';
import { node, type Peer, start, teed } from '../support/peer.ts';
import { emptyFolder } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const fixture = (name: string) => join(import.meta.dirname, '../fixtures/servers', name);

/** Resident memory of a process that runs, in MiB; its largest so far. */
function peakOf(peer: Peer): number {
  const status = readFileSync(`/proc/${peer.child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** The last number that the server told on standard error; NaN when it told none. */
function progress(peer: Peer): number {
  return Number(peer.stderr().toString().trim().split('\n').at(-1));
}

/** Sixteen pieces a second or so, as one that works on each line. */
async function readSlowly(stream: Readable | null): Promise<void> {
  for (let round = 0; round < 30 && stream?.readableEnded === false; round += 1) {
    stream.resume();
    await sleep(2);
    stream.pause();
    await sleep(60);
  }
  stream?.resume();
}

/** What becomes of a host's next message. */
function written(stream: Writable | null): Promise<void> {
  return new Promise((resolve, reject) => {
    stream?.write('{}\n', (error) => (error ? reject(error) : resolve()));
  });
}

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe.skipIf(process.platform !== 'linux')('pressure', () => {
  verifies('tee:bounded-memory');

  it('a host that does not read stops the server, not the memory', async () => {
    const peer = start(teed(['-o', '/dev/null'], node(fixture('floods.mjs'), '100')));
    peer.child.stdout?.pause();
    // On a busy machine it takes its time to start.
    while (!(progress(peer) > 0)) await sleep(50);
    await sleep(1500);
    const [before, stoppedAt] = [peakOf(peer), progress(peer)];
    await sleep(500);
    expect(stoppedAt).toBeGreaterThan(0);
    expect(stoppedAt).toBeLessThan(5 * 1024);
    expect(progress(peer)).toBe(stoppedAt);
    expect(before).toBeLessThan(100);
    peer.child.stdout?.resume();
    expect((await peer.ended).stdout.length).toBe(100 * 1024 * 1024);
  });

  it('a server that does not read stops the host', async () => {
    const peer = start(teed(['-o', '/dev/null'], node(fixture('reads-nothing.mjs'))));
    await peer.says('ready');
    let taken = 0;
    const line = Buffer.from(`"${'x'.repeat(65_534)}"\n`);
    for (let more = true; more && taken < 1000; taken += 1) {
      more = await Promise.race([
        new Promise<boolean>((resolve) => peer.child.stdin?.write(line, () => resolve(true))),
        sleep(700, false),
      ]);
    }
    expect(taken).toBeLessThan(40);
    expect(peakOf(peer)).toBeLessThan(100);
    peer.child.kill('SIGTERM');
    expect((await peer.ended).signal).toBe('SIGTERM');
  });

  it('a long line takes no more memory than a short one', async () => {
    const peaks: number[] = [];
    for (const size of ['1', '120']) {
      const file = join(emptyFolder(), 'run.ndjson');
      const peer = start(teed(['-o', file], node(fixture('long-line.mjs'), size)));
      let [seen, peak] = [0, 0];
      peer.child.stdout?.on('data', (chunk: Buffer) => {
        seen += chunk.length;
        if (seen % 32 === 0 || peak === 0) peak = Math.max(peak, peakOf(peer));
      });
      peer.child.stdin?.write('{"jsonrpc":"2.0","id":1,"method":"x"}\n');
      const { stdout } = await peer.ended;
      peaks.push(peak);
      const { items } = recordingFrom(readFileSync(file), file);
      const last = items.findLast((item) => item.type === 'frame');
      expect(last?.frame.bytes.equals(stdout.subarray(0, -1))).toBe(true);
      expect(last?.entry.hints).toEqual({ id: '1' });
    }
    expect(peaks[1]).toBeLessThan((peaks[0] ?? 0) + 24);
  });

  it.each(['read', 'slow', 'unread', 'closed'])(
    'a flood on standard error does not stop the server when ours is %s',
    async (state) => {
      verifies('tee:stderr');
      const file = join(emptyFolder(), 'run.ndjson');
      const peer = start(teed(['-o', file], node(fixture('stderr-flood.mjs'))));
      if (state === 'unread' || state === 'slow') peer.child.stderr?.pause();
      if (state === 'closed') peer.child.stderr?.destroy();
      const send = (id: number, method: string) =>
        peer.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: {} })}\n`);
      send(1, 'initialize');
      send(2, 'tools/call');
      await peer.says('survived');
      send(3, 'tools/call');
      await peer.says('"id":3');
      peer.child.stdin?.end();
      if (state === 'slow') await readSlowly(peer.child.stderr);
      if (state === 'unread') {
        const exited = new Promise((resolve) => peer.child.once('exit', resolve));
        expect(await Promise.race([exited, sleep(1500, 'waits')])).toBe('waits');
        peer.child.kill('SIGTERM');
        await exited;
        peer.child.stderr?.resume();
      }
      expect(await peer.ended).toMatchObject({ code: 0, signal: null });
      if (state === 'read' || state === 'slow') expect(peer.stderr().length).toBe(2 * 262_144);
      const { items } = recordingFrom(readFileSync(file), file);
      const pieces = items.flatMap((item) => (item.type === 'stderr' ? [item.bytes] : []));
      expect(Buffer.concat(pieces).toString()).toBe('é'.repeat(262_144));
      expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(200_000);
    },
  );

  it('a flood on standard error takes no more memory than a few lines', async () => {
    verifies('tee:stderr');
    const peaks: number[] = [];
    for (const lines of [10, 400_000]) {
      const line = `'2026-11-30 INFO answered "call" in 12 ms → ok\\n'`;
      const script = `process.stderr.write(${line}.repeat(${lines})); process.stdin.resume();`;
      const peer = start(teed(['-o', '/dev/null'], ['node', '-e', script]));
      let seen = 0;
      peer.child.stderr?.on('data', (chunk: Buffer) => (seen += chunk.length));
      while (seen < lines * 45) await sleep(20);
      peaks.push(peakOf(peer));
      peer.child.stdin?.end();
      await peer.ended;
    }
    expect(peaks[1]).toBeLessThan((peaks[0] ?? 0) + 20);
  });

  it('a host that reads late still gets the last words of a server, all of them', async () => {
    verifies('tee:stderr');
    const file = join(emptyFolder(), 'run.ndjson');
    const peer = start(teed(['-o', file], node(fixture('last-errors.mjs'), '1000000')));
    peer.child.stderr?.pause();
    await new Promise((resolve) => peer.child.stdout?.once('end', resolve));
    await sleep(1500);
    expect(peer.child.exitCode).toBeNull();
    await expect(written(peer.child.stdin)).rejects.toMatchObject({ code: 'EPIPE' });
    peer.child.stderr?.resume();
    const { code, stderr } = await peer.ended;
    expect({ code, length: stderr.length }).toEqual({ code: 4, length: 1_000_000 });
    expect(recordingFrom(readFileSync(file), file).end).toMatchObject({ exit: { code: 4 } });
  });

  it('of a flood that nobody reads, 4 MiB wait; the rest is recorded and counted', async () => {
    verifies('tee:stderr');
    const file = join(emptyFolder(), 'run.ndjson');
    const size = 9_000_000;
    const peer = start(teed(['-o', file], node(fixture('last-errors.mjs'), String(size))));
    peer.child.stderr?.pause();
    await new Promise((resolve) => peer.child.stdout?.once('end', resolve));
    peer.child.stderr?.resume();
    const { code, stderr } = await peer.ended;
    expect(code).toBe(4);
    expect(stderr.length).toBeGreaterThan(4 * 1024 * 1024);
    expect(stderr.length).toBeLessThan(6_000_000);
    const { items } = recordingFrom(readFileSync(file), file);
    const pieces = items.flatMap((item) => (item.type === 'stderr' ? [item.bytes] : []));
    expect(Buffer.concat(pieces).length).toBe(size);
    const notes = items.flatMap((item) => (item.type === 'note' ? [item.text] : []));
    expect(notes).toEqual([`${size - stderr.length} bytes of standard error were not passed on`]);
  });

  it.skipIf(!hasPython)('pipes that others use too stay blocking for them', async () => {
    verifies('tee:shared-pipes');
    const host = join(import.meta.dirname, '../fixtures/hosts/shared-pipes.py');
    const server = node(fixture('odd.mjs'));
    const ways = [[], ['-o', '/dev/null'], ['-o', '/nowhere/run.ndjson'], ['-o/dev/null']];
    const told = ways.map((options) => {
      const command = options.length > 0 ? teed(options, server) : server;
      const ran = spawnSync('python3', [host, ...command], { encoding: 'utf8', timeout: 20_000 });
      return JSON.parse(ran.stdout);
    });
    const [direct, through, unrecorded, parsed] = told;
    expect(through).toEqual({ ...direct, blocks: [true, true, true] });
    expect(parsed).toEqual(through);
    expect(unrecorded).toMatchObject({ blocks: [true, true, true], said: direct.said });
    // The warning beside the server's own words.
    expect(unrecorded.errors).toBeGreaterThan(direct.errors);
  });

  it('standard error passes live', async () => {
    const peer = start(teed(['-o', '/dev/null'], node(fixture('half-line-of-errors.mjs'))));
    while (!peer.stderr().includes('progress 1')) await sleep(10);
    expect(peer.child.exitCode).toBeNull();
    peer.child.stdin?.end();
    expect((await peer.ended).code).toBe(0);
  });
});
