import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sadap } from '../../support/sadap.ts';
import { figure } from '../../support/soak.ts';
import { verifies } from '../../support/verifies.ts';
import {
  AROUND,
  BODIES,
  environment,
  SAYS,
  SENT,
  STDIO,
  serverCommand,
  teeAll,
} from './conversation.ts';
import { KINDS } from './kinds.ts';
import { leaksIn, membersOf, textOf } from './planted.ts';
import { World } from './world.ts';

const notOurs = (file: string) => file === SAYS;

describe(`${KINDS.length} kinds of secrets and personal values, recorded over stdio`, () => {
  verifies('secrets:around', 'redact:capture', 'redact:notice');

  it('are in no file when they stood in the environment or the arguments; bodies keep every byte', async () => {
    const world = new World();
    const ran = await teeAll(world);
    expect(leaksIn(ran.stderr, STDIO.stderr)).toHaveLength(KINDS.length);
    expect(world.leaks(AROUND, notOurs)).toEqual([]);
    const run = join(world.folder, 'run.ndjson');
    const bytes = (side: string) => sadap(['export', run, '--to', 'raw', '--side', side]);
    expect((await bytes('client')).stdout).toBe(SENT);
    expect((await bytes('server')).stdout).toBe(ran.stdout);
    const listed = JSON.parse((await sadap(['list', run, '--json'])).stdout);
    const likely = KINDS.filter((each) => each.likely).length;
    expect(listed.secrets).toBeGreaterThan(3 * likely);
    figure('hostile', 'kinds of secrets and personal values', String(KINDS.length));
  });

  it('are nowhere in a recording made with --redact by tee', async () => {
    const world = new World();
    const ran = await teeAll(world, '--redact');
    // What passes is not changed.
    expect(leaksIn(ran.stdout, STDIO.results)).toHaveLength(KINDS.length);
    const all = [...AROUND, ...BODIES];
    expect(world.leaks(all, notOurs)).toEqual([]);
    figure(
      'hostile',
      'values planted over stdio, found in a redacted recording',
      `0 of ${all.length}`,
    );
  });

  it.each([
    ['as it is', [], AROUND],
    ['redacted', ['--redact'], [...AROUND, ...BODIES]],
  ] as const)('are not in what record writes, %s, and it says so', async (_, flags, none) => {
    const world = new World();
    const calls = STDIO.params.flatMap((each) => [
      '--call',
      `say ${JSON.stringify(membersOf(each))}`,
    ]);
    const set = STDIO.environment.flatMap(({ value }, nth) => [
      '--env',
      `GIVEN_SECRET_${nth}=${value}`,
    ]);
    const args = ['record', '--quiet', '--era', 'legacy', ...flags, ...calls, ...set];
    const ran = await sadap([...args, '--', ...serverCommand(world)], {
      cwd: world.here,
      env: environment(world),
    });
    expect(world.leaks(none, notOurs)).toEqual([]);
    const recordings = [...world.files().keys()].filter((file) => file.startsWith('recordings'));
    expect(recordings).toHaveLength(1);
    if (flags.length === 0) expect(ran.stderr).toMatch(/holds \d+ values that are likely secrets/);
    else expect(ran.stderr).not.toMatch(/likely secret/);
  });

  it('are not in the name of a file, whoever named the server', async () => {
    const world = new World();
    for (const planted of STDIO.args.slice(0, 6)) {
      const options = { cwd: world.here, env: world.env };
      await sadap(['tee', '--', 'npx-of-nobody', planted.value], options);
      await sadap(['tee', '--label', textOf(planted), '--', 'true'], options);
      await sadap(['tee', '--', 'node', '--password', `${planted.value}`], options);
    }
    expect(world.leaks(STDIO.args)).toEqual([]);
    expect(world.files().size).toBe(18);
  });
});
