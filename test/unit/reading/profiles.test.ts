import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.ts';
import { profileIds, profileOf, readProfile } from '../../../src/reading/profiles.ts';
import { RULE_NAMES } from '../../../src/reading/rules.ts';
import { verifies } from '../../support/verifies.ts';

const folder = join(import.meta.dirname, '../../../src/reading');

type Fields = { readonly [key: string]: JsonValue };
type Spoil = (document: Fields) => JsonValue;

describe('the built-in profiles', () => {
  it.each(profileIds())('%s has a rule and dated evidence for every question', (id) => {
    verifies('reading/evidence');
    const profile = profileOf(id);
    expect(profile.id).toBe(id);
    for (const name of RULE_NAMES) {
      expect(profile.rules[name]?.fate, name).toBeTypeOf('string');
      expect(profile.evidence[name], name).toMatchObject({
        ref: expect.stringMatching(/./),
        date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      });
    }
  });

  it('says unknown exactly where its source is silent', () => {
    verifies('reading/evidence');
    const { rules, evidence } = profileOf();
    const unknown = RULE_NAMES.filter((name) => rules[name]?.fate === 'unknown');
    const silent = RULE_NAMES.filter((name) => evidence[name]?.note === 'says nothing about this');
    expect(unknown).toEqual(silent);
  });

  it('is claude-messages when none is named, and the same object each time', () => {
    expect(profileOf()).toBe(profileOf('claude-messages'));
  });

  it('refuses a name that does not exist, and lists those that do', () => {
    verifies('reading/profile-name');
    expect(() => profileOf('codex')).toThrowError(
      expect.objectContaining({
        code: 'usage',
        message: 'there is no host profile "codex"',
        hint: 'profiles: claude-messages',
      }),
    );
  });

  it('answer no question that no stage asks', () => {
    const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && name !== 'rules.ts')
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
    for (const name of RULE_NAMES) expect(code).toContain(`'${name}'`);
  });
});

describe('a profile document', () => {
  it.each<[string, Spoil]>([
    ['profile is not an object', () => []],
    ['rules is missing', (d) => without(d, 'rules')],
    ['rules.blocks is not an object', withRule('blocks', null)],
    ['rules.tool.colour is the name of no rule', withRule('tool.colour', {})],
    ['rules.blocks.fate is none of reads, ', withRule('blocks', { fate: 'truncated' })],
    ['rules.blocks.source is not a text', withRule('blocks', { fate: 'reads' })],
    ['sources.x is missing', withRule('blocks', { fate: 'reads', source: 'x' })],
    ['verifiedAt is not a day', (d) => ({ ...d, verifiedAt: '30.11.2026' })],
    ['nameCharacters.max is not a number', (d) => ({ ...d, nameCharacters: {} })],
    ['toolName is not a text', (d) => ({ ...d, toolName: 5 })],
  ])('is refused with its place: %s', (message, spoil) => {
    verifies('reading/evidence');
    expect(() => readProfile(spoil(original()))).toThrowError(
      expect.objectContaining({ code: 'usage', message: expect.stringContaining(message) }),
    );
  });
});

/** A fresh copy of the built-in document. */
function original(): Fields {
  return JSON.parse(readFileSync(join(folder, 'profiles/claude-messages.json'), 'utf8'));
}

function withRule(name: string, rule: JsonValue): Spoil {
  return (d) => ({ ...d, rules: { ...Object(d['rules']), [name]: rule } });
}

function without(document: Fields, key: string): Fields {
  return Object.fromEntries(Object.entries(document).filter(([name]) => name !== key));
}
