import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TimelineItem } from '../../../src/model/recording.ts';
import { encodeEntry } from '../../../src/recording/encode.ts';
import { recordingFrom } from '../../../src/recording/load.ts';
import { formatTime } from '../../../src/recording/time.ts';
import { verifies } from '../../support/verifies.ts';

const file = readFileSync(join(import.meta.dirname, '../../fixtures/recordings/v1.ndjson'));

it('reads a recording of version 1 as it always did', async () => {
  verifies('recording:old-versions', 'recording:unknown-kept');
  const { header, items, damage, end, size } = recordingFrom(file, 'v1.ndjson');
  expect(damage).toEqual([]);
  expect(size).toBe(file.length);
  expect(end).toBe(items.at(-1));
  const shown = [JSON.stringify(header), ...items.map(show)].join('\n');
  await expect(`${shown}\n`).toMatchFileSnapshot('v1.golden');
});

it('writes every entry that it knows as it found it', () => {
  const { header, items } = recordingFrom(file);
  const entries = items.map((item) => (item.type === 'frame' ? item.entry : item));
  const written = [header, ...entries].map((entry) => encodeEntry(entry).toString());
  const known = file
    .toString()
    .split(/(?<=\n)/)
    .filter((line) => !/"x-|"of-a-later-time"/.test(line));
  expect(written.filter((line) => known.includes(line))).toEqual(known);
});

/** One line per item: what was understood, bytes as text with one character per byte. */
function show(item: TimelineItem): string {
  const at = formatTime(item.type === 'frame' ? item.frame.at : item.at);
  if (item.type !== 'frame') return JSON.stringify(plain({ ...item, at }));
  const { entry, content, defects } = item;
  return JSON.stringify(plain({ ...entry, at, holds: content.kind, defects }));
}

function plain(members: object): object {
  const shown = Object.entries(members).map(([name, value]) => [
    name,
    Buffer.isBuffer(value) ? value.toString('latin1') : value,
  ]);
  return Object.fromEntries(shown);
}
