import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { checkSession } from '../../src/check/registry.ts';
import { buildSession } from '../../src/protocol/session.ts';
import { recordingFrom } from '../../src/recording/load.ts';
import { node, type Peer, runs, start, teed } from '../support/peer.ts';
import { emptyFolder } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const fixture = (name: string) => join(import.meta.dirname, '../fixtures/servers', name);
const initialize = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })}\n`;
const call = `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: {} })}\n`;

/** Runs a server through tee, recorded. */
function recorded(command: readonly string[], options = {}): { peer: Peer; file: string } {
  const file = join(emptyFolder(), 'run.ndjson');
  return { file, peer: start(teed(['-o', file], command), options) };
}

function eventsIn(file: string): string[] {
  const { items } = recordingFrom(readFileSync(file), file);
  return items.flatMap((item) => {
    if (item.type === 'end') return ['end'];
    if (item.type !== 'event') return [];
    return [item.event === 'signal' ? item.signal : item.event];
  });
}

async function gone(pid: number): Promise<boolean> {
  for (let waited = 0; waited < 3000 && runs(pid); waited += 20) await sleep(20);
  return !runs(pid);
}

describe('signals', () => {
  verifies('tee:signals');

  it('what an SDK client does to a server that ignores its closed input: complete within 2 s', async () => {
    const { peer, file } = recorded(node(fixture('waits-for-term.mjs')));
    peer.child.stdin?.end(initialize);
    await peer.says('serverInfo');
    await sleep(300);
    expect(peer.child.exitCode).toBeNull();
    const began = performance.now();
    peer.child.kill('SIGTERM');
    const { code, stdout } = await peer.ended;
    expect(performance.now() - began).toBeLessThan(2000);
    expect(code).toBe(0);
    expect(stdout.toString()).toContain('bye');
    expect(eventsIn(file)).toEqual(['started', 'stdin-closed', 'SIGTERM', 'exit', 'end']);
  });

  it.each(['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGUSR1', 'SIGUSR2'] as const)(
    '%s to tee alone, away from any terminal, reaches the server',
    async (signal) => {
      const { peer } = recorded(node(fixture('tells-signals.mjs')), { detached: true });
      await peer.says('ready');
      peer.child.kill(signal);
      await peer.says(`"got":"${signal}"`);
      peer.child.stdin?.end();
      const { code, stderr } = await peer.ended;
      expect({ code, stderr: stderr.toString() }).toEqual({ code: 0, stderr: '' });
    },
  );

  it('SIGUSR1 does not ask for the end: a slow reader still gets everything', async () => {
    const { peer } = recorded(node(fixture('tells-signals.mjs'), '400000'), { detached: true });
    await peer.says('ready');
    peer.child.stdout?.pause();
    peer.child.kill('SIGUSR1');
    await sleep(200);
    peer.child.stdin?.end();
    await sleep(1500);
    peer.child.stdout?.resume();
    const { code, stdout } = await peer.ended;
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(400_000);
    expect(stdout.toString()).toContain('"got":"SIGUSR1"');
  });

  it('a child of the server that keeps the pipes open does not hold tee up', async () => {
    const { peer, file } = recorded(node(fixture('grandchild.mjs')));
    peer.child.stdin?.write(initialize + call);
    await peer.says('"id":2');
    const pid = Number(/"text":"(\d+)"/.exec(peer.stdout().toString())?.[1]);
    try {
      const began = performance.now();
      peer.child.kill('SIGTERM');
      const exited = new Promise((resolve) => peer.child.once('exit', (...end) => resolve(end)));
      expect(await exited).toEqual([null, 'SIGTERM']);
      expect(performance.now() - began).toBeLessThan(2000);
      expect(eventsIn(file).at(-1)).toBe('end');
    } finally {
      process.kill(pid, 'SIGKILL');
    }
  });

  it('a server that exits while its child keeps the pipes open ends tee too', async () => {
    const { peer, file } = recorded(node(fixture('grandchild.mjs')));
    peer.child.stdin?.write(initialize + call);
    await peer.says('"id":2');
    const pid = Number(/"text":"(\d+)"/.exec(peer.stdout().toString())?.[1]);
    try {
      peer.child.stdin?.end();
      const exited = new Promise((resolve) => peer.child.once('exit', (...end) => resolve(end)));
      expect(await exited).toEqual([0, null]);
      expect(eventsIn(file)).toEqual(['started', 'stdin-closed', 'exit', 'end']);
    } finally {
      process.kill(pid, 'SIGKILL');
    }
  });
});

describe('a tree of processes', () => {
  verifies('tee:process-group');
  const tree = node(fixture('tree.mjs'));

  async function grown(options = {}) {
    const { peer } = recorded(tree, options);
    await peer.says('pid');
    return { peer, pid: Number(JSON.parse(peer.stdout().toString()).pid) };
  }

  it('ends with the host’s closed pipe', async () => {
    const { peer, pid } = await grown();
    peer.child.stdin?.end();
    expect(await peer.ended).toMatchObject({ code: 0 });
    expect(await gone(pid)).toBe(true);
  });

  it('is in the group of tee, so what a host sends to the group reaches all of it', async () => {
    const { peer, pid } = await grown({ detached: true });
    process.kill(-(peer.child.pid ?? 0), 'SIGTERM');
    expect((await peer.ended).signal).toBe('SIGTERM');
    expect(await gone(pid)).toBe(true);
  });

  it('ends when tee is killed', async () => {
    const { peer, pid } = await grown();
    peer.child.kill('SIGKILL');
    await peer.ended;
    expect(await gone(pid)).toBe(true);
  });
});

const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0;

describe.skipIf(!hasPython)('Ctrl-C in a terminal', () => {
  verifies('tee:keyboard');
  const inTerminal = (command: readonly string[]) =>
    start(['python3', join(import.meta.dirname, '../fixtures/hosts/terminal.py'), ...command]);

  it('reaches the server without us; tee waits for its goodbye', async () => {
    const file = join(emptyFolder(), 'run.ndjson');
    const peer = inTerminal(teed(['-o', file], node(fixture('says-goodbye.mjs'))));
    await peer.says('ready');
    peer.child.stdin?.write('c');
    await peer.says('goodbye');
    expect((await peer.ended).code).toBe(5);
    expect(eventsIn(file)).toEqual(['started', 'exit', 'end']);
  });

  it('is nobody’s fault, and told as what stopped the recording', async () => {
    const file = join(emptyFolder(), 'run.ndjson');
    const peer = inTerminal(teed(['-o', file], node(fixture('says-goodbye.mjs'))));
    await peer.says('ready');
    expect(peer.stdout().toString()).toContain('sadap: reading from the terminal; meant');
    peer.child.stdin?.write('c');
    await peer.ended;
    const recording = recordingFrom(readFileSync(file), file);
    expect(recording.end).toMatchObject({ closedBy: 'sadap', reason: 'SIGINT' });
    const rules = checkSession(buildSession(recording)).map(({ rule }) => rule);
    expect(rules.filter((rule) => rule.startsWith('process/'))).toEqual([]);
  });

  it('the second becomes SIGTERM, the third SIGKILL', async () => {
    const file = join(emptyFolder(), 'run.ndjson');
    const peer = inTerminal(teed(['-o', file], node(fixture('tells-signals.mjs'))));
    await peer.says('ready');
    peer.child.stdin?.write('c');
    await peer.says('"SIGINT"');
    peer.child.stdin?.write('c');
    await peer.says('"SIGTERM"');
    peer.child.stdin?.write('c');
    expect((await peer.ended).code).toBe(128 + 9);
    expect(eventsIn(file)).toEqual(['started', 'SIGTERM', 'SIGKILL', 'exit', 'end']);
  });
});
