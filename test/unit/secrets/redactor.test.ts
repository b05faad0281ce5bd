import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../src/secrets/redactor.ts';
import { verifies } from '../../support/verifies.ts';

function redacted(value: unknown, members: readonly string[] = []): string {
  const rules = {
    members: new Set(members),
    pointers: [],
    patterns: [],
    personal: [],
    secrets: true,
  };
  return new Redactor(rules).json(Buffer.from(JSON.stringify(value)))?.toString() ?? '';
}

describe('members below "properties"', () => {
  verifies('redact:values');

  it('go when they hold values: forms and pages of many servers have a member of that name', () => {
    const text = redacted({ properties: { password: 'hunter22', nik: 317, ok: 'x' } }, ['nik']);
    expect(text).toBe(
      '{"properties":{"password":"«redacted:password:1»","nik":"«redacted:nik:1»","ok":"x"}}',
    );
  });

  it('stay when they are schemas', () => {
    const schema = { properties: { password: { type: 'string' }, nik: true } };
    expect(redacted(schema, ['nik'])).toBe(JSON.stringify(schema));
  });
});
