import { SadapError } from '../errors.ts';
import type { JsonValue } from '../model/json.ts';
import type { Evidence, FateKind, NameCharacters, Profile, Rule } from '../model/reading.ts';
import claudeMessages from './profiles/claude-messages.json' with { type: 'json' };
import { isRuleName, RULE_NAMES } from './rules.ts';

/** The profile that holds when no other is asked for. */
export const DEFAULT_PROFILE = 'claude-messages';

/**
 * The built-in profile of this name. Throws `SadapError` usage, with the names there are, for one
 * that does not exist.
 */
export function profileOf(id: string = DEFAULT_PROFILE): Profile {
  const document = DOCUMENTS.get(id);
  if (document === undefined)
    throw new SadapError('usage', `there is no host profile "${id}"`, {
      hint: `profiles: ${profileIds().join(', ')}`,
    });
  const profile = loaded.get(id) ?? readProfile(document);
  loaded.set(id, profile);
  return profile;
}

/** Names of the built-in profiles. */
export function profileIds(): string[] {
  return [...DOCUMENTS.keys()];
}

/**
 * Checks a profile document and resolves each rule's source into its evidence. Throws `SadapError`
 * usage that names the first place where the document is not a profile.
 */
export function readProfile(document: JsonValue): Profile {
  const root = record(document, 'profile');
  const rules = record(root['rules'], 'rules');
  const sources = record(root['sources'], 'sources');
  const stranger = Object.keys(rules).find((name) => !isRuleName(name));
  if (stranger !== undefined) refuse(`rules.${stranger}`, 'is the name of no rule');
  return {
    id: string(root['id'], 'id'),
    title: string(root['title'], 'title'),
    about: string(root['about'], 'about'),
    verifiedAt: date(root['verifiedAt'], 'verifiedAt'),
    toolName: string(root['toolName'], 'toolName'),
    nameCharacters: nameCharacters(record(root['nameCharacters'], 'nameCharacters')),
    rules: forEachRule((name) => rule(record(rules[name], `rules.${name}`), `rules.${name}`)),
    evidence: forEachRule((name) => evidence(record(rules[name], `rules.${name}`), sources, name)),
  };
}

const DOCUMENTS: ReadonlyMap<string, JsonValue> = new Map([[DEFAULT_PROFILE, claudeMessages]]);

const loaded = new Map<string, Profile>();

/**
 * Fates that a rule can ask for. `truncated`, `inlined`, `replaced` and `deferred` need more than a
 * word (a limit, a place, another member); their stages bring their own settings.
 */
const FATES: readonly FateKind[] = [
  'reads',
  'renamed',
  'rewritten',
  'wrote',
  'host',
  'dropped',
  'envelope',
  'fails',
  'unknown',
];

const KINDS: readonly Evidence['kind'][] = [
  'code',
  'docs',
  'measured',
  'issue',
  'inferred',
  'makers',
];

type Fields = { readonly [key: string]: JsonValue | undefined };

function forEachRule<T>(make: (name: string) => T): { [rule: string]: T } {
  return Object.fromEntries(RULE_NAMES.map((name) => [name, make(name)]));
}

function rule(fields: Fields, where: string): Rule {
  const { as, note } = fields;
  return {
    fate: oneOf(FATES, fields['fate'], `${where}.fate`),
    ...(as === undefined ? {} : { as: string(as, `${where}.as`) }),
    ...(note === undefined ? {} : { note: string(note, `${where}.note`) }),
  };
}

/** A rule's `why` says what its source says about just this; else the source's own note holds. */
function evidence(fields: Fields, sources: Fields, name: string): Evidence {
  const source = string(fields['source'], `rules.${name}.source`);
  const where = `sources.${source}`;
  const found = record(sources[source], where);
  const note = fields['why'] ?? found['note'];
  return {
    kind: oneOf(KINDS, found['kind'], `${where}.kind`),
    ref: string(found['ref'], `${where}.ref`),
    date: date(found['date'], `${where}.date`),
    ...(note === undefined ? {} : { note: string(note, `rules.${name}.why`) }),
  };
}

function nameCharacters(fields: Fields): NameCharacters {
  const max = fields['max'];
  if (typeof max !== 'number') return refuse('nameCharacters.max', 'is not a number');
  return {
    allowed: string(fields['allowed'], 'nameCharacters.allowed'),
    replaceWith: string(fields['replaceWith'], 'nameCharacters.replaceWith'),
    max,
  };
}

function record(value: JsonValue | undefined, where: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(where, value === undefined ? 'is missing' : 'is not an object');
  // The compiler does not narrow a read-only array away; the line above did.
  return value as Fields;
}

function string(value: JsonValue | undefined, where: string): string {
  return typeof value === 'string' ? value : refuse(where, 'is not a text');
}

function date(value: JsonValue | undefined, where: string): string {
  const text = string(value, where);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : refuse(where, 'is not a day (YYYY-MM-DD)');
}

function oneOf<T extends string>(
  words: readonly T[],
  value: JsonValue | undefined,
  where: string,
): T {
  const found = words.find((word) => word === value);
  return found ?? refuse(where, `is none of ${words.join(', ')}`);
}

function refuse(where: string, problem: string): never {
  throw new SadapError('usage', `host profile: ${where} ${problem}`);
}
