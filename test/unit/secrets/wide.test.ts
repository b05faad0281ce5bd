import { describe, expect, it } from 'vitest';
import { hasPlaceholder, matchRedacted } from '../../../src/replay/match/placeholders.ts';
import { redactJson } from '../../../src/secrets/redact-json.ts';
import { parseJson } from '../../../src/wire/json.ts';
import { verifies } from '../../support/verifies.ts';

const MANY = 200_000;
const JUDGE = {
  whole: () => undefined,
  text: (text: string) => (text === 'x' ? 'y' : text),
  scalar: (value: string) => value,
};

describe('a message with more members than a call has room for arguments', () => {
  verifies('redact:bounded');

  it.each([
    ['array', `[${'1,'.repeat(MANY)}"x"]`],
    ['object', `{${'"k":1,'.repeat(MANY)}"k":"x"}`],
  ])('is redacted, and compared when it is played: %s', (_, json) => {
    const bytes = Buffer.from(json);
    const parsed = parseJson(bytes);
    if (!parsed.ok) throw new Error('no JSON');
    expect(redactJson(bytes, parsed.node, JUDGE).toString()).toBe(json.replace('"x"', '"y"'));
    expect(hasPlaceholder(parsed.node)).toBe(false);
    expect(matchRedacted(parsed.node, parsed.node, new Map())).toBeDefined();
  });
});
