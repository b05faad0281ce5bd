import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FOLD_RULES } from '../../../src/compare/folds.ts';
import { inverseOf, isRule, RULES, type Rule, TIERS } from '../../../src/compare/rules/table.ts';
import { verifies } from '../../support/verifies.ts';

const page = join(import.meta.dirname, '../../../docs/reference/diff-rules.md');
const rules: [string, Rule][] = Object.entries(RULES);

describe('the table of rules', () => {
  verifies('compare-tiers');

  it('has ids that say family and kind, and inverses that lead back', () => {
    for (const [id] of rules) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/);
      if (!isRule(id)) throw new Error(id);
      expect(inverseOf(inverseOf(id))).toBe(id);
    }
  });

  it('is the reference page (UPDATE_GOLDEN=1 writes it)', () => {
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(page, pageText());
    expect(readFileSync(page, 'utf8')).toBe(pageText());
  });
});

function pageText(): string {
  const lines = [
    '# Rules of `sadap diff`',
    '',
    'Every difference that `sadap diff A B` tells has the id of a rule, and the rule has a tier. A is the older recording, B the newer. Ids and tiers are stable: a tier changes with a major version only. `--fail-on TIER` lets the command exit with 1 when a difference has that tier or a worse one.',
    '',
    '| tier | means |',
    '|---|---|',
    '| breaking | what worked fails |',
    '| dangerous | it may fail, or be trusted wrongly |',
    '| minor | worth reading |',
    '| info | no change of meaning |',
    '',
    'This page is made from the tables in `src/compare/rules` and `src/compare/folds.ts`.',
  ];
  for (const tier of TIERS) {
    lines.push(
      '',
      `## ${tier}`,
      '',
      '| rule | in B, compared with A | seen from B |',
      '|---|---|---|',
    );
    for (const [id, rule] of rules.filter(([, each]) => each.tier === tier))
      lines.push(
        `| \`${id}\` | ${rule.says} | ${rule.inverse ? `\`${rule.inverse}\`` : 'the same'} |`,
      );
  }
  lines.push(
    '',
    '## What is folded',
    '',
    'Values that differ from run to run are counted and not told, when nothing else about them differs. Each rule can be switched off: `--no-fold time`, or `--no-fold all`.',
    '',
    '| rule | folds |',
    '|---|---|',
    ...FOLD_RULES.map(({ name, about }) => `| \`${name}\` | ${about} |`),
    '',
    '## What is compared with what',
    '',
    '- Tools and prompts by name, resources by URI, templates by URI template, over all pages of a list; the last list of both sessions, then the one before.',
    '- Exchanges by method and params, the client’s and the server’s apart: the first time that something is asked with the first time in the other session, and so on. Spelling of numbers, order of members and the volatile part of `_meta` do not count. What is left of the same tool, prompt or method is a question that changed; its answers are not compared.',
    '- Items of arrays by `name`, `uri`, `uriTemplate` or `id` where every item has it and no two the same, else by value and `type`. Another order is one difference, `answer.order`.',
    '- JSON in a text as JSON. Its differences have two pointers: of the text, and in it.',
    '- Numbers by value, with all their digits.',
    '- When one session is legacy and the other modern, `initialize`, `notifications/initialized`, `server/discover`, `resultType`, `ttlMs` and `cacheScope` are left out, and `era.changed` says so.',
    '',
  );
  return lines.join('\n');
}
