import { SadapError } from '../errors.ts';
import type { JsonValue } from '../model/json.ts';
import type { ApiFormat, Condition, Evidence, Profile, Rule, Variant } from '../model/profile.ts';
import { wrongClass } from './character-classes.ts';
import { schemaProblem } from './json-schema.ts';
import profileSchema from './profile.schema.json' with { type: 'json' };
import base from './profiles/base.json' with { type: 'json' };
import { documentOf, ids } from './profiles/index.ts';
import { RULE_NAMES } from './rules.ts';

/** The profile that holds when no other is asked for. */
export const DEFAULT_PROFILE = 'claude-messages';

/**
 * The built-in profile of this name; `name:variant` takes a variant of it, `name:one:two` several,
 * the later over the earlier. Throws `SadapError` usage, with the names there are.
 */
export function profileOf(name: string = DEFAULT_PROFILE): Profile {
  const known = loaded.get(name);
  if (known) return known;
  const [id = '', ...variants] = name.split(':');
  const document = documentOf(id);
  if (document === undefined)
    throw new SadapError('usage', `there is no host profile "${id}"`, {
      hint: `profiles: ${profileIds().join(', ')}`,
    });
  // Built-in documents were checked by a test; the check is for those from outside.
  const profile = resolved(document, variants);
  loaded.set(name, profile);
  return profile;
}

/** Names of the built-in profiles, the default first, the others by the alphabet. */
export function profileIds(): string[] {
  const others = ids.filter((id) => id !== DEFAULT_PROFILE);
  return [DEFAULT_PROFILE, ...others.sort()];
}

/**
 * Checks a profile document against the JSON Schema of profiles and resolves each rule's source into
 * its evidence. Rules that it lacks come from what holds for every host. Throws `SadapError` usage
 * that names the first place, as a JSON pointer, where the document is not a profile.
 */
export function readProfile(document: JsonValue, variants: readonly string[] = []): Profile {
  const problem = schemaProblem(document, profileSchema);
  if (problem) refuse(problem.pointer, problem.problem);
  const wrong = wrongClass(document);
  if (wrong !== undefined) refuse(wrong, 'is no inside of a character class');
  return resolved(document, variants);
}

function resolved(document: JsonValue, variants: readonly string[]): Profile {
  // The schema has been checked; it says exactly this.
  const own = document as unknown as Document;
  for (const [index, variant] of (own.variants ?? []).entries())
    checkSources(own, variant.rules ?? {}, `/variants/${index}/rules`);
  checkSources(own, own.rules, '/rules');
  return profileFrom(own, chosenVariants(own, variants));
}

/** A rule as it stands in a document. */
type RuleDocument = Rule & { readonly source?: string; readonly why?: string };

interface RuleDocuments {
  readonly [name: string]: RuleDocument;
}

interface VariantDocument {
  readonly id: string;
  readonly title: string;
  readonly when: Condition;
  readonly api?: ApiFormat;
  readonly rules?: RuleDocuments;
}

interface Document {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly versions?: string;
  readonly verifiedAt: string;
  readonly api: ApiFormat;
  readonly sources: { readonly [name: string]: Evidence };
  readonly rules: RuleDocuments;
  readonly variants?: readonly VariantDocument[];
}

const loaded = new Map<string, Profile>();

// The file is ours; a test checks it against the schema.
const BASE = base as unknown as Document;

/** Rules that hold for every host, as the protocol settles them. */
export const COMMON_RULES: ReadonlySet<string> = new Set(Object.keys(BASE.rules));

function checkSources({ sources }: Document, rules: RuleDocuments, where: string): void {
  for (const [name, { source, fate }] of Object.entries(rules)) {
    if (source === undefined) continue;
    const pointer = `${where}/${name}/source`;
    const kind = Object.hasOwn(sources, source) ? sources[source]?.kind : undefined;
    if (kind === undefined) refuse(pointer, `names no source: ${source}`);
    if (fate === 'unknown' && kind !== 'silent')
      refuse(pointer, `is ${kind}: what is unknown has no evidence`);
    if (fate !== 'unknown' && kind === 'silent')
      refuse(pointer, 'says nothing (silent), so the fate can only be unknown');
  }
}

function chosenVariants(document: Document, ids: readonly string[]): VariantDocument[] {
  return ids.map((id) => {
    const found = document.variants?.find((each) => each.id === id);
    if (found) return found;
    const names = (document.variants ?? []).map((each) => `${document.id}:${each.id}`);
    throw new SadapError('usage', `the profile ${document.id} has no variant "${id}"`, {
      hint: names.length === 0 ? 'it has none' : `variants: ${names.join(', ')}`,
    });
  });
}

function profileFrom(document: Document, chosen: readonly VariantDocument[]): Profile {
  const { id, title, about, verifiedAt } = document;
  // What Object.assign makes of lists of rules is a list of rules.
  const own = Object.assign(
    {},
    document.rules,
    ...chosen.map((each) => each.rules),
  ) as RuleDocuments;
  const sourceOf = (name: string): readonly [RuleDocument, Document] =>
    Object.hasOwn(own, name) && own[name]
      ? [own[name], document]
      : [BASE.rules[name] ?? { fate: 'unknown' }, BASE];
  return {
    id: [id, ...chosen.map((each) => each.id)].join(':'),
    title: [title, ...chosen.map((each) => each.title)].join(', '),
    about,
    versions: chosen.findLast((each) => each.when.version)?.when.version ?? document.versions,
    verifiedAt,
    api: chosen.findLast((each) => each.api)?.api ?? document.api,
    rules: forEachRule((name) => ruleFrom(sourceOf(name)[0])),
    evidence: forEachRule((name) => evidenceFrom(...sourceOf(name))),
    own: new Set(Object.keys(own)),
    variants: (document.variants ?? []).map(
      (each): Variant => ({ id: each.id, title: each.title, when: each.when }),
    ),
    chosen: chosen.map((each) => each.id),
  };
}

function forEachRule<T>(make: (name: string) => T): { [rule: string]: T } {
  return Object.fromEntries(RULE_NAMES.map((name) => [name, make(name)]));
}

function ruleFrom({ source: _source, why: _why, ...rule }: RuleDocument): Rule {
  return rule;
}

/** A rule's `why` says what its source says about just this; else the source's own note holds. */
function evidenceFrom({ source, why }: RuleDocument, { sources }: Document): Evidence | undefined {
  const found = source === undefined ? undefined : sources[source];
  if (!found) return undefined;
  const note = why ?? found.note;
  return {
    kind: found.kind,
    ref: found.ref,
    date: found.date,
    ...(note === undefined ? {} : { note }),
  };
}

function refuse(pointer: string, problem: string): never {
  // A key may hold line ends; the message is one line.
  const where = pointer === '' ? 'the document' : pointer.replaceAll(/[\r\n]/g, ' ');
  throw new SadapError('usage', `host profile: ${where} ${problem}`);
}
