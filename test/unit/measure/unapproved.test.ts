/** Holds what profiles say of calls that nobody has approved against what hosts let their model read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { profileOf } from '../../../src/reading/profiles.ts';
import { modelName } from '../../../src/reading/stages/tool-name.ts';
import { verifies } from '../../support/verifies.ts';

/** One file of test/hosts/unapproved; null: the host did not call the tool. */
interface Unapproved {
  readonly profile: string;
  readonly tools: number;
  readonly canary_text_one: readonly string[] | null;
  readonly canary_full: readonly string[] | null;
}

const folder = join(import.meta.dirname, '../../hosts/unapproved');

describe('a call that nobody has approved', () => {
  it.each(readdirSync(folder))('is told to the model as the profile says: %s', (file) => {
    verifies('reading/predictions');
    const measured = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Unapproved;
    const profile = profileOf(measured.profile);
    const rule = profile.rules['permissions'];
    const seen = measured.canary_text_one?.join('\n') ?? '';
    if (measured.tools === 0) expect(rule?.note).toContain('no MCP tool is offered');
    else if (rule?.text === undefined) {
      expect(rule?.note).toContain('without asking');
      expect(seen).toContain('CNRY-result-text-one');
    } else {
      const { name } = modelName(profile, 'canary', 'canary_text_one');
      expect(seen).toContain(rule.text.replace('‹name›', name));
      expect(seen).not.toContain('CNRY-result');
    }
  });

  it('runs in Codex all the same when the tool says that it only reads', () => {
    verifies('reading/predictions');
    const measured = JSON.parse(readFileSync(join(folder, 'codex.json'), 'utf8')) as Unapproved;
    expect(measured.canary_full?.join()).toContain('CNRY-result-canary-full-text-x7');
    expect(profileOf('codex-cli').evidence['permissions']?.note).toContain('readOnlyHint');
  });
});
