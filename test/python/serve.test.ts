import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { node, teed } from '../support/peer.ts';
import { bin, emptyFolder } from '../support/sadap.ts';
import { servingHttp } from '../support/serve-run.ts';
import { verifies } from '../support/verifies.ts';
import { fixture, obstacle, python } from './support.ts';

if (obstacle) console.warn(`Tests of the Python client are skipped: ${obstacle}`);

const inPython = [python, '-B', fixture('asrama_server.py')];

describe.skipIf(obstacle)('from a recording the client of the Python SDK gets the same', () => {
  verifies('serve-python-client');

  it.each([
    ['auto', node(bin, 'asrama', '--sdk', 'v1')],
    ['legacy', node(bin, 'asrama', '--sdk', 'v2')],
    ['auto', node(bin, 'asrama', '--sdk', 'v2')],
    ['2026-07-28', node(bin, 'asrama', '--sdk', 'v2')],
    ['auto', inPython],
  ])('%s, on stdio and over HTTP', async (mode, server) => {
    const folder = emptyFolder();
    const directly = await seenBy(mode, ...teed(['--dir', folder], server));
    const recordings = readdirSync(folder).map((name) => join(folder, name));
    expect(await seenBy(mode, ...node(bin, 'serve', ...recordings))).toEqual(directly);
    const serving = await servingHttp(recordings);
    expect(await seenBy(mode, serving.url)).toEqual(directly);
    expect(await serving.stop()).toBe(0);
  });
});

async function seenBy(mode: string, ...server: readonly string[]): Promise<unknown> {
  const args = ['-B', fixture('client.py'), mode, ...server];
  const { stdout } = await promisify(execFile)(python, args, { maxBuffer: 1 << 24 });
  return JSON.parse(stdout);
}
