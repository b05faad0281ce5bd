import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { hosts } from './hosts.mjs';
import { installRuntime } from './install.mjs';
import { measureHost } from './run.mjs';

/** Libraries only: command-line hosts take minutes and are run by `npm run hosts`. */
const runs = Object.values(hosts)
  .filter(({ kind }) => kind !== 'command-line')
  .flatMap((host) =>
    host.formats.map((format) => ({ name: `${host.name}-${format}`, host, format })),
  );

describe('what a library lets the model read', () => {
  installRuntime();

  it.each(runs)('is as it was measured: $name', async ({ name, host, format }) => {
    verifies('canary.hosts');
    const { measured, output } = await measureHost(host, format);
    const path = join(import.meta.dirname, 'captures', `${name}.json`);
    const before: unknown = JSON.parse(readFileSync(path, 'utf8'));
    expect(measured, output.slice(-2000)).toEqual(before);
  });
});
