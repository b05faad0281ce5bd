import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sadap } from '../../support/sadap.ts';
import { figure } from '../../support/soak.ts';
import { verifies } from '../../support/verifies.ts';
import { argsOf, nameOf, VIEWS } from '../views.ts';
import { AROUND, BODIES, teeAll } from './conversation.ts';
import { leaksIn } from './planted.ts';
import { World } from './world.ts';

const views = VIEWS.filter((each) => each.handedOn);

describe('what is made to be handed on', () => {
  verifies('secrets:handed-on');

  it('holds none of the secrets and personal values that are planted everywhere', async () => {
    const world = new World();
    await teeAll(world);
    const run = join(world.folder, 'run.ndjson');
    // Another run in which all answers are others, so that a comparison shows them.
    const other = join(world.folder, 'other.ndjson');
    writeFileSync(other, readFileSync(run, 'utf8').replaceAll(/("text":")[^"]{3}/g, '$1other '));
    const all = [...AROUND, ...BODIES];
    const found: string[] = [];
    for (const view of views) {
      const ran = await sadap(argsOf(view, run, other), { cwd: world.here, env: world.env });
      expect(ran.stdout.length, nameOf(view)).toBeGreaterThan(100);
      const bytes = view.form === 'archive' ? gunzipSync(ran.stdoutBytes) : ran.stdoutBytes;
      for (const each of [...leaksIn(bytes, all), ...leaksIn(ran.stderr, all)])
        found.push(`${nameOf(view)}: ${each}`);
    }
    expect(found).toEqual([]);
    figure(
      'hostile',
      'forms made to be handed on, with any of the planted values in them',
      `0 of ${views.length}, for ${all.length} values`,
    );
  });
});
