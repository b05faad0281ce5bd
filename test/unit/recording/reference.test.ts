import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeEntry } from '../../../src/recording/encode.ts';
import { recordingFrom } from '../../../src/recording/load.ts';
import { verifies } from '../../support/verifies.ts';

const page = join(import.meta.dirname, '../../../docs/reference/recording-format.md');
const examples = [...readFileSync(page, 'utf8').matchAll(/^\{"type":.*$/gm)].map(([line]) => line);

describe('the examples of the reference page', () => {
  it('are one recording, in the spelling of the writer', () => {
    verifies('recording:format');
    const { header, items, damage } = recordingFrom(Buffer.from(examples.join('\n')));
    const entries = items.map((item) => (item.type === 'frame' ? item.entry : item));
    expect(damage).toEqual([]);
    expect([header, ...entries].map((entry) => encodeEntry(entry).toString().trimEnd())).toEqual(
      examples,
    );
    expect(new Set(entries.map(({ type }) => type))).toEqual(
      new Set(['frame', 'stderr', 'http', 'event', 'note', 'redacted', 'end']),
    );
  });
});
