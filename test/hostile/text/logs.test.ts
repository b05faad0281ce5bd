import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { logSamples } from '../../support/log-samples.ts';
import { emptyFolder } from '../../support/sadap.ts';
import { verifies } from '../../support/verifies.ts';
import { TEXTS, trial } from './trial.ts';

// The program runs one command and ends; here one process runs them all.
process.setMaxListeners(0);

/** What somebody else chose in the samples. */
const WORDS = /\b(?:ping|shop|bank|ready|one|two|Note Keeper|npx|Connection failed|metadata)\b/g;

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** The sample with the text in the place of each word, spelled as its place wants it. */
function withText(sample: string, text: string): string {
  return sample
    .split('\n')
    .map((line) =>
      line.replaceAll(WORDS, (_, at: number) => {
        const before = line.slice(0, at);
        // JSON inside JSON, JSON, or the bare line of a log.
        if (/\\"[^"\\]*$/.test(before)) return inJson(inJson(text));
        const isQuoted = (before.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1;
        return isQuoted ? inJson(text) : text.replaceAll(/[\r\n]/g, ' ');
      }),
    )
    .join('\n');
}

describe('a log in which every text is hostile', () => {
  verifies('hostile:text');

  it.each(TEXTS)('does nothing when it is imported and looked at: %s', async (_, text) => {
    const { harm, run } = trial();
    let written = 0;
    for (const [format, sample] of Object.entries(logSamples)) {
      const folder = emptyFolder();
      const log = join(folder, 'a.log');
      writeFileSync(log, withText(sample, text));
      await run('terminal', 'import', log, '--list', '--from', format);
      await run('colour', 'import', log, '--from', format, '--color', 'always', '--dir', folder);
      await run('json', 'import', log, '--json', '--from', format, '--force', '--dir', folder);
      await run('terminal', 'show', log);
      await run('terminal', 'list', folder);
      await run('json', 'list', folder, '--json');
      for (const name of readdirSync(folder).filter((each) => each.endsWith('.ndjson'))) {
        written += 1;
        await run('colour', 'show', join(folder, name), '--color', 'always');
        await run('terminal', 'check', join(folder, name));
      }
    }
    expect(harm).toEqual([]);
    expect(written).toBeGreaterThan(10);
  });
});
