import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { indexOf } from '../../../scripts/profiles.mjs';
import type { JsonValue } from '../../../src/model/json.ts';
import { schemaProblem } from '../../../src/reading/json-schema.ts';
import profileSchema from '../../../src/reading/profile.schema.json' with { type: 'json' };
import { profileIds, profileOf, readProfile } from '../../../src/reading/profiles.ts';
import { RULE_NAMES, TOLD_ONLY } from '../../../src/reading/rules.ts';
import { everyProfileName } from '../../support/every-profile.ts';
import { verifies } from '../../support/verifies.ts';

const folder = join(import.meta.dirname, '../../../src/reading');
const files = readdirSync(join(folder, 'profiles')).filter((name) => name.endsWith('.json'));

type Fields = { readonly [key: string]: JsonValue };
type Spoil = (document: Fields) => JsonValue;

describe('the built-in profiles', () => {
  it.each(files)('%s is a profile, and its name is its id', (file) => {
    verifies('reading/profile-schema', 'reading/evidence');
    const document = documentOf(file);
    expect(readProfile(document).id).toBe(file.slice(0, -'.json'.length));
  });

  it('are listed, one for each file', () => {
    verifies('reading/profile-files');
    const written = readFileSync(join(folder, 'profiles/index.ts'), 'utf8');
    expect(written).toBe(indexOf(readdirSync(join(folder, 'profiles'))));
    expect(
      profileIds()
        .map((id) => `${id}.json`)
        .sort(),
    ).toEqual(files.filter((name) => name !== 'base.json').sort());
    expect(indexOf(['base.json', 'a-b.json', 'index.ts'])).toContain("['a-b', aBProfile]");
  });

  it.each(everyProfileName)(
    '%s has evidence for every rule, and none for what is unknown',
    (id) => {
      verifies('reading/evidence');
      const { rules, evidence, own } = profileOf(id);
      for (const name of RULE_NAMES) {
        const isUnknown = rules[name]?.fate === 'unknown';
        const kind = evidence[name]?.kind;
        expect([undefined, 'silent'].includes(kind), `${name} is ${kind}`).toBe(isUnknown);
        if (kind === undefined) continue;
        expect(evidence[name], name).toMatchObject({
          ref: expect.stringMatching(/\S{4}/),
          date: expect.stringMatching(/^2\d{3}-\d{2}-\d{2}$/),
        });
      }
      expect([...own].filter((name) => !RULE_NAMES.some((known) => known === name))).toEqual([]);
    },
  );

  it('say unknown exactly where the makers of asrama are silent', () => {
    verifies('reading/evidence');
    const { rules, evidence, own } = profileOf();
    const ownRules = RULE_NAMES.filter((name) => own.has(name));
    const unknown = ownRules.filter((name) => rules[name]?.fate === 'unknown');
    const silent = ownRules.filter((name) => evidence[name]?.kind === 'silent');
    expect(unknown).toEqual(silent);
  });

  it('is claude-messages when none is named, and the same object each time', () => {
    expect(profileOf()).toBe(profileOf('claude-messages'));
  });

  it('refuses a name that does not exist, and lists those that do', () => {
    verifies('reading/profile-name');
    expect(() => profileOf('nobody')).toThrowError(
      expect.objectContaining({
        code: 'usage',
        message: 'there is no host profile "nobody"',
        hint: expect.stringMatching(/^profiles: claude-messages/),
      }),
    );
    expect(() => profileOf('claude-messages:old')).toThrowError(
      expect.objectContaining({
        message: 'the profile claude-messages has no variant "old"',
        hint: 'it has none',
      }),
    );
  });

  it('answer no question that no stage asks', () => {
    const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('rules.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
    for (const name of RULE_NAMES)
      if (!TOLD_ONLY.includes(name)) expect(code).toContain(`'${name}'`);
  });
});

describe('the schema of profiles', () => {
  it('knows exactly the rules that there are', () => {
    verifies('reading/profile-schema');
    expect(profileSchema.$defs.rules.propertyNames.enum).toEqual(RULE_NAMES);
  });

  it('is the one that is published', () => {
    const published = join(import.meta.dirname, '../../../docs/reference/profile.schema.json');
    expect(readFileSync(published, 'utf8')).toBe(
      readFileSync(join(folder, 'profile.schema.json'), 'utf8'),
    );
  });
});

describe('a profile document', () => {
  it.each<[string, Spoil]>([
    ['the document is not an object', () => []],
    ['/rules is missing', (d) => without(d, 'rules')],
    ['/rules/blocks is not an object', withRule('blocks', null)],
    ['/rules/tool.colour is not a known name', withRule('tool.colour', {})],
    ['/rules/blocks/fate is none of reads, ', withRule('blocks', { fate: 'eaten' })],
    ['/rules/blocks/fate is missing', withRule('blocks', {})],
    ['/rules/blocks/source is missing', withRule('blocks', { fate: 'reads' })],
    ['/rules/blocks/source names no source: x', withRule('blocks', { fate: 'reads', source: 'x' })],
    [
      '/rules/blocks/source is makers: what is unknown has no evidence',
      withRule('blocks', { fate: 'unknown', source: 'makers' }),
    ],
    [
      '/rules/blocks/source says nothing (silent), so the fate can only be unknown',
      withRule('blocks', { fate: 'reads', source: 'silent' }),
    ],
    [
      '/rules/result.truncation/cuts/0/over/unit is none of chars',
      withRule('result.truncation', {
        fate: 'truncated',
        source: 'makers',
        cuts: [{ of: 'all', over: { n: 5, unit: 'miles' }, keep: 'head' }],
      }),
    ],
    ...['\\Pna', 'a]|.*[b', '\\', 'z-a'].map((allowed): [string, Spoil] => [
      '/rules/toolName/name/tool/allowed is no inside of a character class',
      withRule('toolName', {
        fate: 'renamed',
        source: 'makers',
        name: { template: '{tool}', tool: { allowed, replaceWith: '_' }, collision: 'unknown' },
      }),
    ]),
    ['/a  b is not allowed', (d) => ({ ...d, 'a\r\nb': 5 })],
    ['/verifiedAt does not match', (d) => ({ ...d, verifiedAt: '30.11.2026' })],
    ['/colour is not allowed', (d) => ({ ...d, colour: 5 })],
    ['/api is none of anthropic', (d) => ({ ...d, api: 'smoke' })],
  ])('is refused with its place: %s', (message, spoil) => {
    verifies('reading/profile-schema');
    expect(() => readProfile(spoil(original()))).toThrowError(
      expect.objectContaining({
        code: 'usage',
        message: expect.stringContaining(`host profile: ${message}`),
      }),
    );
  });

  it('has variants, whose rules replace its own', () => {
    verifies('reading/variants');
    const document = {
      ...original(),
      variants: [
        {
          id: 'chat',
          title: 'Chat',
          when: { api: 'openai-chat', version: '2.x' },
          api: 'openai-chat',
          rules: { blocks: { fate: 'dropped', source: 'makers' } },
        },
        { id: 'quiet', title: 'quiet', when: {}, rules: { instructions: { fate: 'unknown' } } },
      ],
    };
    const both = readProfile(document, ['chat', 'quiet']);
    expect(both).toMatchObject({
      id: 'claude-messages:chat:quiet',
      title: 'Claude Messages API, plain, Chat, quiet',
      api: 'openai-chat',
      versions: '2.x',
      chosen: ['chat', 'quiet'],
    });
    expect(both.rules['blocks']?.fate).toBe('dropped');
    expect(both.rules['instructions']?.fate).toBe('unknown');
    expect(both.evidence['instructions']).toBeUndefined();
    expect(readProfile(document).rules['blocks']?.fate).toBe('reads');
    expect(() => readProfile(document, ['x'])).toThrowError(
      expect.objectContaining({
        hint: 'variants: claude-messages:chat, claude-messages:quiet',
      }),
    );
  });

  it('takes what it lacks from what holds for every host, else unknown', () => {
    verifies('reading/variants');
    const bare = { ...original(), rules: {}, sources: {} };
    const { rules, evidence } = readProfile(bare);
    expect(rules['envelope']?.fate).toBe('envelope');
    expect(evidence['envelope']?.kind).toBe('docs');
    expect(rules['blocks.text']).toEqual({ fate: 'unknown' });
    expect(evidence['blocks.text']).toBeUndefined();
  });
});

it('the checker of schemas finds what the keywords say', () => {
  const problem = (value: JsonValue, schema: JsonValue) => {
    const found = schemaProblem(value, schema);
    return found && `${found.pointer} ${found.problem}`;
  };
  expect(problem({ a: [1, 'x'] }, { properties: { a: { items: { type: 'number' } } } })).toBe(
    '/a/1 is not a number',
  );
  expect(problem(5, { type: ['string', 'null'] })).toBe(' is not a string or null');
  expect(problem(5, { anyOf: [{ type: 'string' }, { minimum: 9 }] })).toBe(' is not a string');
  expect(problem({ b: {} }, { $ref: '#/$defs/x', $defs: { x: { required: ['a'] } } })).toBe(
    '/a is missing',
  );
  const tree = { $ref: '#/$defs/t', $defs: { t: { properties: { t: { $ref: '#/$defs/t' } } } } };
  expect(problem({ t: { t: {} } }, tree)).toBeUndefined();
  expect(
    problem(
      {},
      {
        allOf: [
          { if: {}, else: false },
          { if: false, else: false },
        ],
      },
    ),
  ).toBe(' is not allowed');
  expect(problem('x', { type: 'colour', pattern: '(' })).toBeUndefined();
});

/** A fresh copy of the built-in document. */
function original(): Fields {
  return documentOf('claude-messages.json');
}

function documentOf(file: string): Fields {
  return JSON.parse(readFileSync(join(folder, 'profiles', file), 'utf8'));
}

function withRule(name: string, rule: JsonValue): Spoil {
  return (d) => ({ ...d, rules: { ...Object(d['rules']), [name]: rule } });
}

function without(document: Fields, key: string): Fields {
  return Object.fromEntries(Object.entries(document).filter(([name]) => name !== key));
}
