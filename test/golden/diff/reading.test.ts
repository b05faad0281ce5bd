import { describe, expect, it } from 'vitest';
import { sideOf } from '../../../src/cli/diff-readings.ts';
import { FOLD_RULES } from '../../../src/compare/folds.ts';
import { compareReadings } from '../../../src/compare/readings/compare.ts';
import { buildSession } from '../../../src/protocol/session.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { renderDiffJson } from '../../../src/view/json/diff.ts';
import { renderDiffMarkdown } from '../../../src/view/markdown/diff.ts';
import { renderDiff } from '../../../src/view/terminal/diff.ts';
import { widthOf } from '../../../src/view/terminal/width.ts';
import { expectGolden } from '../../support/golden.ts';
import { sample } from '../../support/samples.ts';
import { verifies } from '../../support/verifies.ts';
import { readText } from '../../unit/compare/support.ts';
import { tokenizer } from '../../unit/view/support.ts';

function readings(a: string, b: string, hostOfA?: string, hostOfB?: string) {
  const side = (name: string, host?: string) =>
    sideOf(buildSession(sample(name)), profileOf(host), tokenizer);
  return compareReadings(side(a, hostOfA), side(b, hostOfB ?? hostOfA), {
    folds: FOLD_RULES,
    readText,
  });
}

const upgrade = () => readings('asrama-sdk-v1', 'asrama-sdk-v2-legacy');

function shown(lines: Iterable<string>): string {
  return `${[...lines].join('\n')}\n`;
}

describe('sadap diff --reading', () => {
  verifies('diff-reading', 'diff-views');

  it.each([80, 100, 200])('in %i columns', (width) => {
    const lines = [...renderDiff(upgrade(), { width, colour: 'none' })];
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
    expectGolden(`diff/reading-${width}`, shown(lines));
  });

  it('as Markdown and as JSON lines', () => {
    expectGolden('diff/reading-markdown', shown(renderDiffMarkdown(upgrade())));
    const lines = [...renderDiffJson(upgrade())];
    expectGolden('diff/reading-json', shown(lines));
    expect(JSON.parse(lines[0] ?? '').reading.hosts).toHaveLength(2);
  });

  it('of one recording by two hosts', () => {
    const diff = readings('memory', 'memory', 'claude-messages', 'codex-cli');
    expectGolden('diff/reading-hosts-100', shown(renderDiff(diff, { width: 100, colour: 'none' })));
  });
});
