import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';
import { isInstalled, type Published, startIn } from './support.ts';

const scripts = join(import.meta.dirname, '../../recordings/scripts');
const everything = { program: 'mcp-server-everything', args: ['stdio'], script: 'everything' };

let places = 0;

/** A folder of its own for one run. */
function place(folder: string): string {
  const cwd = join(folder, String(places++));
  mkdirSync(cwd);
  return cwd;
}

async function recorded(published: Published): Promise<{ file: string; folder: string }> {
  const folder = emptyFolder();
  const cwd = place(folder);
  const { env, command } = startIn(cwd, published);
  const file = join(folder, 'run.ndjson');
  const script = join(scripts, `${published.script}.yaml`);
  const ran = await sadap(['record', script, '--quiet', '-o', file, '--', ...command], {
    cwd,
    env,
  });
  expect(ran.status).toBe(0);
  return { file, folder };
}

/** Replays to the server in a fresh folder; what the view says of changes, and the counts. */
async function replayed(published: Published, file: string, cwd: string) {
  const { env, command } = startIn(cwd, published);
  const args = ['replay', file, '--execute', '--quiet', '--', ...command];
  const { status, stderr, stdout } = await sadap(args, { cwd, env, timeoutMs: 60_000 });
  return { status, stderr, counts: stdout.trimEnd().split('\n').at(-1), stdout };
}

const CLEAN = { status: 0, stderr: '' };
/** A busy machine may be slower than it was. */
const allSame = expect.stringMatching(/^\d+ same(, \d+ slower)?$/);

describe.skipIf(!isInstalled(everything))('replay to the server that was recorded', () => {
  verifies('replay:clean');

  it('finds nothing in twenty runs of server-everything', async () => {
    verifies('replay:answers-asks');
    const { file, folder } = await recorded(everything);
    for (let run = 0; run < 20; run++) {
      const { stdout, ...found } = await replayed(everything, file, place(folder));
      expect({ ...found, stdout }).toMatchObject({ ...CLEAN, counts: allSame });
    }
  }, 400_000);

  it('finds nothing in memory', async () => {
    const memory = { program: 'mcp-server-memory', script: 'memory' };
    const { file, folder } = await recorded(memory);
    const found = await replayed(memory, file, place(folder));
    expect(found).toMatchObject({ ...CLEAN, counts: allSame });
  });

  it('finds nothing in filesystem', async () => {
    const filesystem = {
      program: 'mcp-server-filesystem',
      args: ['FOLDER/catatan'],
      script: 'filesystem',
    };
    const folder = emptyFolder();
    const { env, command } = startIn(folder, filesystem);
    const file = join(folder, 'run.ndjson');
    const script = join(scripts, 'filesystem.yaml');
    const first = await sadap(['record', script, '--quiet', '-o', file, '--', ...command], {
      cwd: folder,
      env,
    });
    expect(first.status).toBe(0);
    // The requests name the folder, so it is the same one; the tools say that they only read.
    const ran = await sadap(['replay', file, '--quiet', '--', ...command], { cwd: folder, env });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout.trimEnd().split('\n').at(-1)).toEqual(allSame);
  });

  it('presents the client of the recording: tools for able clients are there', async () => {
    const { file, folder } = await recorded(everything);
    const { env, command } = startIn(place(folder), everything);
    const args = ['replay', file, '--json', '--', ...command];
    const ran = await sadap(args, { env, timeoutMs: 60_000 });
    const [, list] = ran.stdout.split('\n').filter((line) => line.includes('"type":"exchange"'));
    expect(list).toContain('"verdict":"same","side":"client","subject":"tools/list"');
  });
});
