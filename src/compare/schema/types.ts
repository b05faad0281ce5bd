import { type JsonNode, member } from '../../model/json.ts';
import { normalise, numberKey } from '../normalise.ts';

/** Which types a schema accepts; undefined: all. */
export type Types = ReadonlySet<string> | undefined;

/**
 * The types that a schema accepts by `type`, or by an `anyOf` or `oneOf` whose forms all name one:
 * `{"anyOf":[{"type":"string"},{"type":"null"}]}` is `["string","null"]`.
 */
export function typesOf(schema: JsonNode): Types {
  const type = member(schema, 'type');
  if (type) return namesIn(type);
  const forms = ['anyOf', 'oneOf'].map((key) => itemsOf(member(schema, key)));
  const named = forms.find((each) => each.length > 0 && each.every((form) => member(form, 'type')));
  return named && new Set(named.flatMap((form) => [...namesIn(member(form, 'type') ?? form)]));
}

/** Is this list of forms fully told by `typesOf`? */
export function isTypesOnly(forms: JsonNode | undefined): forms is JsonNode {
  const items = itemsOf(forms);
  return items.length > 0 && items.every(isTypeOnly);
}

/** How the types that are accepted changed; undefined when they did not. */
export function typeChange(
  before: Types,
  after: Types,
): 'narrowed' | 'widened' | 'changed' | undefined {
  const lost = !accepts(after, before);
  const gained = !accepts(before, after);
  if (lost && gained) return 'changed';
  if (lost) return 'narrowed';
  return gained ? 'widened' : undefined;
}

/** The values that a schema is limited to by `enum` or `const`, by their normalised text. */
export function valuesOf(schema: JsonNode): ReadonlyMap<string, JsonNode> | undefined {
  const list = member(schema, 'enum');
  const only = member(schema, 'const');
  const items = only ? [only] : list?.kind === 'array' ? list.items : undefined;
  return items && new Map(items.map((each) => [normalise(each), each]));
}

/** Keywords that limit from below (1) or above (-1): a move in that direction is tighter. */
const BOUNDS: ReadonlyMap<string, 1 | -1> = new Map([
  ['minimum', 1],
  ['exclusiveMinimum', 1],
  ['minLength', 1],
  ['minItems', 1],
  ['minProperties', 1],
  ['minContains', 1],
  ['maximum', -1],
  ['exclusiveMaximum', -1],
  ['maxLength', -1],
  ['maxItems', -1],
  ['maxProperties', -1],
  ['maxContains', -1],
]);

export function isBound(keyword: string): boolean {
  return BOUNDS.has(keyword);
}

/** Largest integer that a double tells from its neighbours; generators write it as a bound. */
const SAFE = /^-?9007199254740991$/;

/** What became of a bound; `other` when it cannot be judged. */
export function boundChange(
  keyword: string,
  before: JsonNode | undefined,
  after: JsonNode | undefined,
): 'tightened' | 'loosened' | 'safe' | 'other' | undefined {
  if ([before, after].some((each) => each && each.kind !== 'number')) return 'other';
  const old = before?.kind === 'number' ? before : undefined;
  const now = after?.kind === 'number' ? after : undefined;
  if (old && now && numberKey(old) === numberKey(now)) return undefined;
  if ([old, now].every((each) => !each || SAFE.test(each.text))) return 'safe';
  const direction = BOUNDS.get(keyword) ?? 1;
  const none = direction === 1 ? -Infinity : Infinity;
  const moved = (now ? Number(now.text) : none) - (old ? Number(old.text) : none);
  if (moved === 0) return 'other';
  return moved * direction > 0 ? 'tightened' : 'loosened';
}

export function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === 'array' ? node.items : [];
}

function isTypeOnly(schema: JsonNode): boolean {
  if (schema.kind !== 'object' || !member(schema, 'type')) return false;
  return schema.members.every(({ key }) => ['type', 'title', 'description'].includes(key));
}

function namesIn(type: JsonNode): ReadonlySet<string> {
  const items = type.kind === 'array' ? type.items : [type];
  return new Set(items.flatMap((each) => (each.kind === 'string' ? [each.value] : [])));
}

/** Does the first accept everything that the second does? */
function accepts(wide: Types, narrow: Types): boolean {
  if (!wide) return true;
  if (!narrow) return false;
  return [...narrow].every((each) => wide.has(each) || (each === 'integer' && wide.has('number')));
}
