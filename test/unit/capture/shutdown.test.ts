import { EventEmitter } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endPlan } from '../../../src/capture/process-tree.ts';
import { emptyFolder } from '../../support/sadap.ts';
import { verifies } from '../../support/verifies.ts';
import { events, fixture, lastText, lines, messages, record, statuses } from './recorded.ts';

const legacyCall = { era: 'legacy', calls: ['probe'] } as const;

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !isZombie(pid);
  } catch {
    return false;
  }
}

/** Killed, but its parent has not asked for its status: it runs no more. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

describe('the end of a session', () => {
  it('SIGTERM after the end of input, for a server that waits for it; its goodbye is kept', async () => {
    verifies('capture:shutdown');
    const done = await record('waits-for-term', legacyCall);
    expect(events(done.recording)).toEqual(['started', 'stdin-closed', 'signal SIGTERM', 'exit 0']);
    expect(messages(done.recording, 'server').at(-1)?.params.data).toBe('bye');
    expect(done.exitCode).toBe(0);
  });

  it('SIGKILL at last, for a server that ignores SIGTERM', async () => {
    verifies('capture:shutdown');
    const done = await record('stubborn', legacyCall);
    expect(events(done.recording)).toEqual([
      'started',
      'stdin-closed',
      'signal SIGTERM',
      'signal SIGKILL',
      'exit SIGKILL',
    ]);
    // At least as long as the specification's clients wait, give or take.
    const stamps = done.recording.items.flatMap((item) => (item.type === 'event' ? [item.at] : []));
    const waits = stamps.slice(2, 4).map((at, index) => (at - (stamps[index + 1] ?? 0)) / 1e6);
    for (const seconds of waits) expect(seconds).toBeCloseTo(2, 0);
    // The script went well; how a server takes its leave is not a failed call.
    expect(done.exitCode).toBe(0);
  });

  it('ends what the server started, even if it holds the pipes and ignores SIGTERM', async () => {
    verifies('capture:no-orphans');
    const done = await record('grandchild', {
      ...legacyCall,
      patience: { goodbye: 300, term: 300 },
    });
    const pid = Number(lastText(done.recording));
    expect(pid).toBeGreaterThan(1);
    expect(alive(pid)).toBe(false);
    expect(events(done.recording)).toEqual([
      'started',
      'stdin-closed',
      'signal SIGTERM',
      'signal SIGKILL',
      'exit 0',
    ]);
  });

  it('ends a server that a shell started', async () => {
    verifies('capture:no-orphans');
    const folder = emptyFolder();
    const [node = '', file = ''] = fixture('stubborn');
    const script = join(folder, 'start.sh');
    writeFileSync(script, `"${node}" "${file}" & echo $! >"${folder}/pid"; wait`);
    const done = await record(['sh', script], {
      ...legacyCall,
      patience: { goodbye: 300, term: 300 },
    });
    expect(alive(Number(readFileSync(join(folder, 'pid'), 'utf8')))).toBe(false);
    expect(done.recording.end).toBeDefined();
  });

  it('records a closed standard output of a server that runs on', async () => {
    verifies('capture:half-closed');
    const done = await record('closes-stdout', legacyCall);
    expect(events(done.recording)).toEqual(['started', 'stdout-closed', 'stdin-closed', 'exit 0']);
    expect(done.error?.message).toBe(
      'the server closed its standard output before it answered tools/call probe',
    );
    expect(done.closedBy).toBe('server');
  });

  it('records once that the server no longer reads', async () => {
    verifies('capture:half-closed');
    const done = await record('closes-stdin', {
      era: 'legacy',
      script: 'steps: [open, wait: 200ms, ping, ping, ping]',
    });
    expect(events(done.recording)).toEqual([
      'started',
      'write-failed EPIPE',
      'stdin-closed',
      'signal SIGTERM',
      'exit SIGTERM',
    ]);
    expect(done.error?.message).toBe(
      'the server no longer reads its standard input before it answered ping',
    );
    // Nothing is recorded as sent once it is known that nothing arrives.
    expect(lines(done.recording, 'client').filter((line) => line.includes('ping'))).toHaveLength(1);
    expect(statuses(done).slice(2)).toEqual(['ping: closed', 'ping: skipped', 'ping: skipped']);
  });
});

describe('signals to sadap during a capture', () => {
  /** Records `name` and sends the signals one after the other, once the call is open. */
  async function interrupted(name: string, ...signals: readonly NodeJS.Signals[]) {
    const source = new EventEmitter();
    let sent = 0;
    const start = performance.now();
    const running = record(name, {
      era: 'legacy',
      calls: ['probe'],
      signals: source,
      timeoutMs: 20_000,
    });
    for (const signal of signals) {
      sent += 1;
      setTimeout(() => source.emit(signal), 600 * sent);
    }
    const done = await running;
    expect(source.eventNames()).toEqual([]);
    return { ...done, ms: performance.now() - start };
  }

  it('SIGINT: the server says goodbye, the recording is complete, 130', async () => {
    verifies('capture:interrupt');
    const done = await interrupted('silent-call', 'SIGINT');
    expect(events(done.recording)).toEqual(['started', 'stdin-closed', 'exit 0']);
    expect(done).toMatchObject({ exitCode: 130, interrupted: 'SIGINT', closedBy: 'sadap' });
    expect(done.error).toBeUndefined();
    expect(done.recording.end).toMatchObject({ closedBy: 'sadap', reason: 'SIGINT' });
    expect(statuses(done).at(-1)).toBe('tools/call probe: closed');
  });

  it('a second SIGINT escalates', async () => {
    verifies('capture:interrupt');
    const done = await interrupted('silent-stubborn', 'SIGINT', 'SIGINT');
    expect(events(done.recording)).toEqual([
      'started',
      'stdin-closed',
      'signal SIGTERM',
      'signal SIGKILL',
      'exit SIGKILL',
    ]);
    expect(done.ms).toBeLessThan(2800);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('%s: complete within two seconds', async (signal) => {
    verifies('capture:interrupt');
    const done = await interrupted('silent-stubborn', signal);
    expect(done.ms).toBeLessThan(600 + 2000);
    expect(events(done.recording).at(-1)).toBe('exit SIGKILL');
    expect(done.recording.end).toMatchObject({ closedBy: 'sadap', reason: signal });
    expect(done.exitCode).toBe(signal === 'SIGTERM' ? 143 : 129);
  });
});

describe('SIGTERM while the server is being ended already', () => {
  it('shortens what is left to wait', async () => {
    verifies('capture:interrupt');
    const source = new EventEmitter();
    const start = performance.now();
    const running = record('stubborn', { ...legacyCall, signals: source });
    setTimeout(() => source.emit('SIGTERM'), 600);
    const done = await running;
    expect(performance.now() - start).toBeLessThan(600 + 2000);
    expect(done).toMatchObject({ interrupted: 'SIGTERM', exitCode: 143 });
    expect(statuses(done).at(-1)).toBe('tools/call probe: ok');
  });
});

describe('the plan for ending a tree of processes', () => {
  it('is a signal to the group on POSIX', () => {
    expect(endPlan('linux', 42, 'SIGTERM')).toEqual({
      kind: 'group',
      group: 42,
      signal: 'SIGTERM',
    });
    expect(endPlan('darwin', 42, 'SIGKILL')).toMatchObject({ kind: 'group', signal: 'SIGKILL' });
  });

  it('is taskkill on Windows, forced in place of SIGKILL', () => {
    expect(endPlan('win32', 42, 'SIGTERM')).toEqual({
      kind: 'command',
      command: ['taskkill', '/PID', '42', '/T'],
    });
    expect(endPlan('win32', 42, 'SIGKILL')).toMatchObject({
      command: ['taskkill', '/PID', '42', '/T', '/F'],
    });
  });
});
