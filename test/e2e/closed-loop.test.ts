import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSession } from '../../src/protocol/session.ts';
import { loadRecording } from '../../src/recording/load.ts';
import { rawBytes } from '../../src/recording/raw.ts';
import { bin, emptyFolder, sadap } from '../support/sadap.ts';
import { sample, sampleNames, samplePath } from '../support/samples.ts';
import { servingHttp } from '../support/serve-run.ts';
import { verifies } from '../support/verifies.ts';
import { compare } from '../unit/compare/support.ts';

const upgrade = (name: string) => join(import.meta.dirname, '../fixtures/diff', `${name}.ndjson`);
const recordings = [
  ...sampleNames.map(samplePath),
  ...['everything-2025.12.18', 'everything-2026.1.26'].map(upgrade),
];

describe('a client that plays a recording, to a server that plays the same one', () => {
  verifies('replay:closed-loop', 'replay:clean');

  it.each(recordings)('on stdio: %s', async (file) => {
    const again = join(emptyFolder(), 'again.ndjson');
    const server = [process.execPath, bin, 'serve', file];
    const ran = await sadap(['replay', file, '--execute', '-o', again, '--', ...server]);
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    const [recorded, now] = [await loadRecording(file), await loadRecording(again)];
    // Byte for byte, both sides: ids are the client's, and it keeps them.
    for (const side of ['client', 'server'] as const)
      expect(rawBytes(now.items, side).toString()).toBe(rawBytes(recorded.items, side).toString());
    const { changes } = compare(buildSession(recorded), buildSession(now));
    expect(changes.filter(({ rule }) => !rule.startsWith('timing.'))).toEqual([]);
    expect(now.end?.exit).toEqual({ code: 0, signal: null });
  });

  it.each(sampleNames)('over HTTP: %s', async (name) => {
    const file = samplePath(name);
    const again = join(emptyFolder(), 'again.ndjson');
    const server = await servingHttp([file]);
    const ran = await sadap([
      'replay',
      file,
      '--execute',
      '-o',
      again,
      '--url',
      server.url,
      '--json',
    ]);
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    expect(await server.stop()).toBe(0);
    const { changes } = compare(
      buildSession(sample(name)),
      buildSession(await loadRecording(again)),
    );
    expect(changes.filter(({ tier }) => tier !== 'info')).toEqual([]);
    // And back: what was recorded over HTTP, played on stdio.
    const back = await sadap([
      'replay',
      again,
      '--execute',
      '--json',
      '--',
      process.execPath,
      bin,
      'serve',
      again,
    ]);
    expect([back.status, back.stderr]).toEqual([0, '']);
  });
});
