import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { node } from '../support/peer.ts';
import { bin } from '../support/sadap.ts';
import { askAsrama, SDK_CLIENTS, seenBy } from '../support/sdk-clients.ts';
import { endingOf, eraOf, faultsIn, playedBothWays } from '../support/tapped.ts';
import { verifies } from '../support/verifies.ts';
import { fixture, obstacle, python } from './support.ts';

if (obstacle) console.warn(`Tests of the Python client are skipped: ${obstacle}`);

const inPython = [python, '-B', fixture('asrama_server.py')];
const PLAYED = ['started', 'stdin-closed', 'exit 0'];
const SLOW = ['started', 'stdin-closed', 'signal SIGTERM', expect.stringMatching(/^exit /)];

describe.skipIf(obstacle)('through tee the client of the Python SDK sees the same of', () => {
  verifies('tee:python-client');

  it.each([
    ['auto', 'v1', 'legacy'],
    ['legacy', 'v2', 'legacy'],
    ['auto', 'v2', 'modern'],
  ])('%s: asrama on SDK %s', async (mode, sdk, era) => {
    await expectAlike(mode, node(bin, 'asrama', '--sdk', sdk), era);
  });

  it.each([
    ['auto', 'modern'],
    ['2026-07-28', 'modern'],
  ])('%s: asrama in Python', async (mode, era) => {
    await expectAlike(mode, inPython, era);
  });
});

describe.skipIf(obstacle)('through tee the server in Python gives the same to', () => {
  verifies('tee:python-client', 'tee:sdk-clients');

  it.each(SDK_CLIENTS)('the client %s of the TypeScript SDK', async (name) => {
    const play = (command: readonly string[]) => seenBy(name, { command }, askAsrama);
    const { seen, recordings } = await playedBothWays(play, inPython);
    expect(seen).toMatchObject({ server: { name: 'asrama' }, errors: [] });
    expect(recordings.flatMap(faultsIn).filter(isNotSlowEnd)).toEqual([]);
    const probes = name.length > 2;
    expect(recordings.map(eraOf)).toEqual(probes ? ['modern', 'modern'] : ['legacy']);
    expect([PLAYED, SLOW]).toContainEqual(recordings.map(endingOf).at(-1));
  });
});

/** An interpreter may take longer to end than an SDK waits for it, on a busy machine. */
function isNotSlowEnd(fault: string): boolean {
  return !fault.startsWith('note process/ignored-eof');
}

/** The client probes in place: there is one process, and one recording. */
async function expectAlike(mode: string, command: readonly string[], era: string): Promise<void> {
  const { seen, recordings } = await playedBothWays((each) => seenInPython(mode, each), command);
  expect(seen).toMatchObject({ results: { length: 8 } });
  expect(recordings.map(eraOf)).toEqual([era]);
  expect(recordings.flatMap(faultsIn)).toEqual([]);
  expect(recordings.map(endingOf)).toEqual([PLAYED]);
}

async function seenInPython(mode: string, command: readonly string[]): Promise<unknown> {
  const args = ['-B', fixture('client.py'), mode, ...command];
  const { stdout } = await promisify(execFile)(python, args, { maxBuffer: 1 << 24 });
  return JSON.parse(stdout);
}
