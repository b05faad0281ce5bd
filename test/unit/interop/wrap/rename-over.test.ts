import { describe, expect, it } from 'vitest';
import { type Renaming, renameOver } from '../../../../src/interop/wrap/rename-over.ts';
import { verifies } from '../../../support/verifies.ts';

/** A system where the first renamings fail; what was asked of it. */
function failing(platform: NodeJS.Platform, codes: readonly string[]) {
  const asked: string[] = [];
  const left = [...codes];
  const system: Renaming = {
    platform,
    rename(from, to) {
      asked.push(`${from} → ${to}`);
      const code = left.shift();
      if (code !== undefined) throw Object.assign(new Error(code), { code });
    },
    wait: (ms) => asked.push(`wait ${ms}`),
  };
  return { asked, system };
}

describe('replacing a file', () => {
  verifies('platforms.branches');

  it('is done again on Windows while somebody has it open', () => {
    const { asked, system } = failing('win32', ['EPERM', 'EBUSY']);
    renameOver('new', 'old', system);
    expect(asked).toEqual(['new → old', 'wait 50', 'new → old', 'wait 50', 'new → old']);
  });

  it('is given up on Windows after half a second', () => {
    const { asked, system } = failing(
      'win32',
      Array.from({ length: 20 }, () => 'EACCES'),
    );
    expect(() => renameOver('new', 'old', system)).toThrow('EACCES');
    expect(asked).toHaveLength(19);
  });

  it.each([
    ['linux', 'EPERM'],
    ['darwin', 'EACCES'],
    ['win32', 'ENOSPC'],
  ] as const)('is not done again on %s for %s', (platform, code) => {
    const { asked, system } = failing(platform, [code]);
    expect(() => renameOver('new', 'old', system)).toThrow(code);
    expect(asked).toEqual(['new → old']);
  });
});
