import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readProfile } from '../../../src/reading/profiles.ts';
import { hostsReference } from '../../support/hosts-reference.ts';
import { verifies } from '../../support/verifies.ts';

const page = join(import.meta.dirname, '../../../docs/reference/hosts.md');

it('docs/reference/hosts.md is made from the profiles', () => {
  verifies('hosts/reference');
  if (process.env['UPDATE_GOLDEN']) writeFileSync(page, hostsReference());
  expect(readFileSync(page, 'utf8')).toBe(hostsReference());
});

it('the profile that it shows is one', () => {
  verifies('hosts/reference');
  const [, example = ''] = /```json\n(.*?)```/s.exec(readFileSync(page, 'utf8')) ?? [];
  expect(readProfile(JSON.parse(example)).id).toBe('my-host');
});
