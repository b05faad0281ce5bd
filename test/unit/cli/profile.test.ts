import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { chosenProfile, profileFromFile } from '../../../src/cli/profile.ts';
import { verifies } from '../../support/verifies.ts';

const folder = mkdtempSync(join(tmpdir(), 'sadap-profile-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('the profile of an invocation', () => {
  const cline = join(import.meta.dirname, '../../../src/reading/profiles/cline.json');

  it('comes from a file, or by name, or is the default', () => {
    verifies('hosts/profile-file');
    const own = { ...JSON.parse(readFileSync(cline, 'utf8')), id: 'mine', title: 'Mine' };
    const path = file('mine.json', JSON.stringify(own));
    expect(chosenProfile({ profile: path, host: 'claude-messages' }).title).toBe('Mine');
    expect(chosenProfile({ host: 'codex-cli:code-mode' }).id).toBe('codex-cli:code-mode');
    expect(chosenProfile({}).id).toBe('claude-messages');
    expect(() => chosenProfile({ host: 'all' })).toThrowError(
      expect.objectContaining({ code: 'usage', hint: 'sadap show --host all' }),
    );
  });

  it('is refused with the file, the place and what to do', () => {
    verifies('hosts/profile-file');
    const path = file('bad.json', '{"id":"x"}');
    expect(() => profileFromFile(path)).toThrowError(
      expect.objectContaining({
        code: 'usage',
        message: `${path}: host profile: /title is missing`,
        hint: expect.stringContaining('profile.schema.json'),
      }),
    );
    expect(() => profileFromFile(file('no.json', '{'))).toThrowError(
      /cannot read the host profile/,
    );
    expect(() => profileFromFile(join(folder, 'none.json'))).toThrowError(/ENOENT/);
  });
});
