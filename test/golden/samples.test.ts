import { describe, it } from 'vitest';
import { analyse } from '../../src/cli/analysis.ts';
import { renderSession } from '../../src/view/terminal/session.ts';
import { renderSummary } from '../../src/view/terminal/summary.ts';
import { expectGolden } from '../support/golden.ts';
import { sample, sampleNames } from '../support/samples.ts';
import { verifies } from '../support/verifies.ts';

/** What `sadap show recordings/NAME.ndjson --width WIDTH` prints, on the day after the samples. */
async function shown(name: string, width: number): Promise<string> {
  const analysis = await analyse(sample(name), {});
  const style = { width, colour: 'none', now: Date.UTC(2026, 11, 1, 12) * 1000 } as const;
  const lines = [...renderSession(analysis, style), '', ...renderSummary({ ...analysis, cost: analysis.cost() }, style)];
  return `${lines.join('\n')}\n`;
}

describe('sadap show of the samples', () => {
  verifies('samples:shown');

  it.each([
    ...sampleNames.map((name) => [name, 100] as const),
    ['everything', 80] as const,
    ['everything', 200] as const,
  ])('%s in %i columns', async (name, width) => {
    expectGolden(`samples/${name}-${width}`, await shown(name, width));
  });
});
