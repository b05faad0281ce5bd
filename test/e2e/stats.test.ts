import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const recordings = join(import.meta.dirname, '../../recordings');

describe('sadap stats', () => {
  verifies('stats/views');

  it('reads files, folders and standard input', async () => {
    const file = join(recordings, 'memory.ndjson');
    const one = await sadap(['stats', file]);
    expect([one.status, one.stderr]).toEqual([0, '']);
    expect(one.stdout).toMatch(/^memory · \d+ exchanges/);
    const two = await sadap(['stats', file, join(recordings, 'filesystem.ndjson')]);
    expect(two.stdout).toContain('filesystem/read_text_file');
    const folder = await sadap(['stats', '--dir', recordings, '--json']);
    expect(JSON.parse(folder.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
      type: 'summary',
      recordings: 1,
    });
    const all = await sadap(['stats', recordings, '--json']);
    expect(JSON.parse(all.stdout.trim().split('\n').at(-1) ?? '').recordings).toBeGreaterThan(7);
  });

  it('says the same size of the wire as show', async () => {
    verifies('stats/agrees');
    const file = join(recordings, 'asrama-sdk-v1.ndjson');
    const { stdout } = await sadap(['show', file, '--seq', '0', '--width', '200']);
    const [, all, client, server] =
      /^wire +(.+): (.+) from the client, (.+) from the server$/m.exec(stdout) ?? [];
    const stats = await sadap(['stats', file, '--width', '200']);
    expect(stats.stdout).toContain(`${all} on the wire: ${client} →, ${server} ←`);
  });

  it('is 2 for what is no recording', async () => {
    const ran = await sadap(['stats', join(recordings, 'README.md')]);
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain('is no recording of sadap');
    expect((await sadap(['stats', 'nowhere.ndjson'])).status).toBe(2);
  });
});
