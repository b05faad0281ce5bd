import { createHash } from 'node:crypto';
import type { NameCharacters, NameForm, Profile } from '../../model/profile.ts';
import type { FateKind } from '../../model/reading.ts';
import { malformed, type Reader } from '../cover.ts';
import { giveKind, joined, ruleOf, wayOf } from '../draft.ts';
import type { RuleName } from '../rules.ts';

/** A name as the model sees it, and the rule that shaped it last. */
export interface ModelName {
  readonly name: string;
  readonly rule: RuleName;
  /** Differs from the rule's own fate where its settings say so. */
  readonly kind?: FateKind;
  /** The tool is not offered under this name. */
  readonly lost?: boolean;
}

/** A tool's name as the host announces it to the model. */
export function toolName(name: (tool: string) => ModelName, place: string): Reader {
  return (node, pointer, draft) => {
    if (node.kind !== 'string') return malformed(node, pointer, draft);
    const found = name(node.value);
    const kind = found.kind ?? ruleOf(draft.profile, found.rule).fate;
    giveKind(draft, pointer, found.rule, kind, nameNote(found, draft.profile));
    const way = wayOf(kind);
    if (way) draft.texts.push({ place: `${place}.name`, way, text: found.name, from: pointer });
  };
}

/** The name of a server with the characters that the host replaces in it. */
export function serverName(profile: Profile, serverLabel: string): string {
  return cleaned(ruleOf(profile, 'toolName').name?.server, serverLabel);
}

/** What the view prints behind the fate of a name. */
export function nameNote({ name, rule }: ModelName, profile: Profile): string | undefined {
  return joined(name, ruleOf(profile, rule).note);
}

/** The name by which the model knows a tool of this server. */
export function modelName(profile: Profile, serverLabel: string, tool: string): ModelName {
  const form = ruleOf(profile, 'toolName').name;
  // Nobody knows: the server's own name stands for it, with the fate unknown.
  if (!form) return { name: tool, rule: 'toolName' };
  const made = madeName(form, serverLabel, tool);
  const long = form.max !== undefined && made.whole.length + made.extra > form.max;
  const name = long ? shortened(form, made) : made.changed ? hashed(form, made) : made.whole;
  const full = made.namespace === undefined ? name : `${made.namespace}.${name}`;
  if (long) return tooLong(profile, form, full);
  return { name: full, rule: made.replaced ? ownRule(profile, 'toolName.characters') : 'toolName' };
}

/**
 * The names of all tools of a list, by their place in it; tools that share a name are told apart, or
 * lost, as the host does it. Worked out once for each list: every page of it asks.
 */
export function modelNames(
  profile: Profile,
  serverLabel: string,
  tools: readonly string[],
): readonly ModelName[] {
  const known = made.get(tools) ?? new Map<Profile, Made>();
  made.set(tools, known);
  const before = known.get(profile);
  if (before?.serverLabel === serverLabel) return before.names;
  const names = namesOf(profile, serverLabel, tools);
  known.set(profile, { serverLabel, names });
  return names;
}

interface Made {
  readonly serverLabel: string;
  readonly names: readonly ModelName[];
}

const made = new WeakMap<readonly string[], Map<Profile, Made>>();

function namesOf(profile: Profile, serverLabel: string, tools: readonly string[]): ModelName[] {
  const names = tools.map((tool) => modelName(profile, serverLabel, tool));
  const form = ruleOf(profile, 'toolName').name;
  const collision = form?.collision ?? 'unknown';
  if (!form || collision === 'keep' || collision === 'unknown') return names;
  const byName = placesBy(names.map(({ name }) => name));
  const byTool = placesBy(tools);
  return names.map((each, index) => {
    const same = byName.get(each.name) ?? [];
    if (same.length < 2) return each;
    // A hash tells tools apart whose own names differ; of one that is listed twice the first stays.
    const twins = byTool.get(tools[index] ?? '') ?? [];
    if (collision === 'hash' && twins.length === same.length)
      return index === same[0] ? each : lostName(profile, each);
    const raw = filled(form.hashOf ?? '{tool}', serverLabel, tools[index] ?? '');
    return collided(profile, each, { place: rankIn(same, index), count: same.length, raw });
  });
}

function placesBy(keys: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [place, key] of keys.entries()) {
    const known = places.get(key);
    if (known) known.push(place);
    else places.set(key, [place]);
  }
  return places;
}

/** How many of these rising numbers stand before this one (binary search). */
function rankIn(rising: readonly number[], wanted: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] ?? 0) >= wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface MadeName {
  readonly namespace: string | undefined;
  /** Without the namespace, characters replaced. */
  readonly whole: string;
  /** Characters that the namespace takes of the whole length. */
  readonly extra: number;
  /** What a hash is made of. */
  readonly raw: string;
  readonly changed: boolean;
  /** Characters of the tool's own name were replaced. */
  readonly replaced: boolean;
}

function madeName(form: NameForm, server: string, tool: string): MadeName {
  const plain = filled(form.template, server, tool);
  const cleanTool = cleaned(form.tool, tool);
  const whole = cleaned(form.whole, filled(form.template, cleaned(form.server, server), cleanTool));
  const space = form.namespace;
  const namespace =
    space === undefined
      ? undefined
      : cleaned(form.whole, filled(space, cleaned(form.server, server), ''));
  return {
    namespace,
    whole,
    extra: namespace === undefined ? 0 : namespace.length + 2,
    raw: filled(form.hashOf ?? form.template, server, tool),
    changed: whole !== plain,
    replaced: cleaned(form.whole, cleanTool) !== tool,
  };
}

function filled(template: string, server: string, tool: string): string {
  return template.replaceAll('{server}', () => server).replaceAll('{tool}', () => tool);
}

/** Replaces characters that the API refuses, one for one unless they are to be replaced in runs. */
function cleaned(characters: NameCharacters | undefined, part: string): string {
  if (!characters) return part;
  const { replaceWith, lower, max, first } = characters;
  const { refused, begins } = testsOf(characters);
  const kept = (lower ? part.toLowerCase() : part).replaceAll(refused, () => replaceWith);
  const begun = first && !begins?.test(kept) ? first.prefix + kept : kept;
  return max === undefined ? begun : begun.slice(0, max);
}

interface Tests {
  readonly refused: RegExp;
  readonly begins: RegExp | undefined;
}

/** The expressions of a profile, made once. */
function testsOf(characters: NameCharacters): Tests {
  const known = tests.get(characters);
  if (known) return known;
  const { allowed, runs, first } = characters;
  const found = {
    refused: new RegExp(`[^${allowed}]${runs ? '+' : ''}`, 'gu'),
    begins: first && new RegExp(`^[${first.allowed}]`, 'u'),
  };
  tests.set(characters, found);
  return found;
}

const tests = new WeakMap<NameCharacters, Tests>();

function shortened(form: NameForm, made: MadeName): string {
  const room = Math.max(0, (form.max ?? 0) - made.extra);
  const { whole } = made;
  switch (form.overflow ?? 'unknown') {
    case 'cut':
      return whole.slice(0, room);
    case 'middle': {
      const { head = 0, tail = 0, marker = '' } = form;
      return whole.slice(0, head) + marker + whole.slice(whole.length - tail);
    }
    case 'hash': {
      const kept = form.head ?? room - 1 - (form.hashChars ?? 0);
      return `${whole.slice(0, Math.max(0, kept))}_${hashOf(form, made.raw)}`;
    }
    case 'omit':
    case 'fails':
    case 'unknown':
      return whole;
  }
}

function hashed(form: NameForm, made: MadeName): string {
  if (!form.hashWhenChanged) return made.whole;
  return `${made.whole.slice(0, form.head ?? made.whole.length)}_${hashOf(form, made.raw)}`;
}

/** A hash that nobody has worked out is shown as question marks. */
function hashOf({ hash = 'unknown', hashChars = 8 }: NameForm, raw: string): string {
  if (hash === 'unknown') return '?'.repeat(hashChars);
  if (hash === 'fnv1a-36') return fnv1a(raw).toString(36).padStart(hashChars, '0');
  return createHash(hash).update(raw).digest('hex').slice(0, hashChars);
}

/** FNV-1a of 32 bits over UTF-16 units. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

function tooLong(profile: Profile, form: NameForm, name: string): ModelName {
  const rule = ownRule(profile, 'toolName.length');
  if (form.overflow === 'omit') return { name, rule, kind: 'dropped', lost: true };
  if (form.overflow === 'fails') return { name, rule, kind: 'fails' };
  if (form.overflow === undefined || form.overflow === 'unknown')
    return { name, rule, kind: 'unknown' };
  return { name, rule, kind: 'truncated' };
}

function lostName(profile: Profile, { name }: ModelName): ModelName {
  return { name, rule: ownRule(profile, 'toolName.collision'), kind: 'dropped', lost: true };
}

interface Collision {
  /** Of how many tools with one name it is which. */
  readonly place: number;
  readonly count: number;
  /** What a hash is made of. */
  readonly raw: string;
}

function collided(profile: Profile, each: ModelName, { place, count, raw }: Collision): ModelName {
  const form = ruleOf(profile, 'toolName').name ?? { template: '{tool}' };
  const rule = ownRule(profile, 'toolName.collision');
  const { name } = each;
  switch (form.collision ?? 'unknown') {
    case 'hash':
      return { name: `${name}_${hashOf(form, raw)}`, rule };
    case 'number':
      return place === 0 ? each : { name: `${name}_${place + 1}`, rule };
    case 'fails':
      return { name, rule, kind: 'fails' };
    case 'first-wins':
    case 'last-wins':
    case 'keep':
    case 'unknown': {
      const winner = form.collision === 'first-wins' ? 0 : count - 1;
      return place === winner ? each : lostName(profile, each);
    }
  }
}

/** A finer rule counts where the profile has it; else the one for names in general. */
function ownRule(profile: Profile, rule: RuleName): RuleName {
  return profile.own.has(rule) ? rule : 'toolName';
}
