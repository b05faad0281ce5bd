import { type JsonNode, member, pointerTo, stringMember } from '../../model/json.ts';
import { normalise, valueOrAbsent } from '../normalise.ts';
import type { RuleId } from '../rules/table.ts';
import { matchKeys, rest } from '../sequence.ts';
import {
  isFalse,
  isOpen,
  isSame,
  keywordsOf,
  membersOf,
  requiredBy,
  target,
  typeNode,
} from './parts.ts';
import {
  boundChange,
  isBound,
  isTypesOnly,
  itemsOf,
  typeChange,
  typesOf,
  valuesOf,
} from './types.ts';

/** One way in which a JSON schema accepts other values than before, or says other things. */
export interface SchemaChange {
  readonly rule: RuleId;
  /** Path through the schema, from `base`; through a `$ref` as if its target stood there. */
  readonly pointer: string;
  /** The argument in people's words: `limit`, `filter.kelas`, `ids[]`; empty for the whole. */
  readonly argument: string;
  readonly before?: JsonNode;
  readonly after?: JsonNode;
}

/**
 * What changed between two JSON schemas of what a caller may send, keyword by keyword, each judged:
 * does it accept less (breaking), more, or the same? Local `$ref`s are followed. Order of members,
 * of `required` and of `enum` does not count. Deeper than 100 levels a difference is `schema.other`.
 * @param base pointer of the schemas in their message
 */
export function schemaChanges(before: JsonNode, after: JsonNode, base: string): SchemaChange[] {
  const walk = new SchemaWalk(before, after);
  walk.compare(before, after, { pointer: base, argument: '', depth: 0 });
  return walk.found;
}

const DEEPEST = 100;

/** Keywords that neither accept nor refuse anything. */
const ANNOTATIONS = new Set(
  '$id $anchor $comment $vocabulary deprecated readOnly writeOnly nullable contentMediaType contentEncoding'.split(
    ' ',
  ),
);
const TEXTS = new Set(['title', 'description', 'examples', 'example']);
/** Looked at elsewhere, or only through a `$ref`. */
const HANDLED = new Set(
  'type enum const required properties additionalProperties items anyOf oneOf allOf patternProperties $defs definitions $ref default $schema pattern format'.split(
    ' ',
  ),
);

interface Spot {
  readonly pointer: string;
  readonly argument: string;
  readonly depth: number;
}

class SchemaWalk {
  readonly found: SchemaChange[] = [];
  readonly #roots: readonly [JsonNode, JsonNode];
  readonly #seen = new Set<string>();

  constructor(before: JsonNode, after: JsonNode) {
    this.#roots = [before, after];
  }

  compare(before: JsonNode, after: JsonNode, spot: Spot): void {
    const refs = [stringMember(before, '$ref'), stringMember(after, '$ref')];
    if (refs.some((each) => each !== undefined)) {
      const key = refs.join(' | ');
      if (this.#seen.has(key)) return;
      this.#seen.add(key);
    } else if (isSame(before, after)) return;
    const [old, now] = [target(this.#roots[0], before), target(this.#roots[1], after)];
    if (spot.depth > DEEPEST || old.kind !== 'object' || now.kind !== 'object')
      this.#compareOdd(old, now, spot);
    else this.#compareObjects(old, now, spot);
  }

  /** `true` accepts what `{}` does; anything else that is no object is not judged. */
  #compareOdd(before: JsonNode, after: JsonNode, spot: Spot): void {
    if (isSame(before, after) || (isOpen(before) && isOpen(after))) return;
    this.#add('schema.other', spot, before, after);
  }

  #compareObjects(before: JsonNode, after: JsonNode, spot: Spot): void {
    this.#compareTypes(before, after, spot);
    this.#compareValues(before, after, spot);
    this.#compareProperties(before, after, spot);
    this.#compareSubschema('additionalProperties', before, after, spot);
    this.#compareSubschema('items', before, after, stepped(spot, '', '[]'));
    this.#compareMaps('patternProperties', before, after, spot);
    for (const keyword of ['anyOf', 'oneOf', 'allOf'] as const)
      this.#compareForms(keyword, before, after, spot);
    for (const keyword of keywordsOf(before, after))
      this.#compareKeyword(keyword, member(before, keyword), member(after, keyword), spot);
  }

  #compareTypes(before: JsonNode, after: JsonNode, spot: Spot): void {
    const change = typeChange(typesOf(before), typesOf(after));
    if (!change) return;
    const [old, now] = [typeNode(before), typeNode(after)];
    this.#add(`schema.type-${change}`, under(spot, 'type'), old, now);
  }

  #compareValues(before: JsonNode, after: JsonNode, spot: Spot): void {
    const [old, now] = [valuesOf(before), valuesOf(after)];
    const place = under(spot, member(after, 'const') ? 'const' : 'enum');
    const whole = (node: JsonNode) => member(node, 'enum') ?? member(node, 'const');
    if (!old && now) this.#add('schema.enum-set', place, undefined, whole(after));
    if (old && !now) this.#add('schema.enum-lifted', place, whole(before), undefined);
    if (!old || !now) return;
    for (const [key, value] of old)
      if (!now.has(key)) this.#add('schema.enum-value-gone', place, value, undefined);
    for (const [key, value] of now)
      if (!old.has(key)) this.#add('schema.enum-value-added', place, undefined, value);
  }

  #compareProperties(before: JsonNode, after: JsonNode, spot: Spot): void {
    const [old, now] = [membersOf(before, 'properties'), membersOf(after, 'properties')];
    const [needed, needs] = [requiredBy(before), requiredBy(after)];
    for (const key of new Set([...now.keys(), ...old.keys(), ...needed, ...needs])) {
      const [was, is] = [old.get(key), now.get(key)];
      const place = stepped(under(spot, 'properties'), key, dotted(spot, key));
      const [wasNeeded, isNeeded] = [needed.has(key), needs.has(key)];
      if (!was && is) this.#add(`schema.${need(isNeeded)}-added`, place, was, is);
      else if (was && !is) this.#add(`schema.${need(wasNeeded)}-gone`, place, was, is);
      else if (wasNeeded !== isNeeded)
        this.#add(isNeeded ? 'schema.made-required' : 'schema.made-optional', place);
      if (was && is) this.compare(was, is, place);
    }
  }

  /** Absent and `true` accept all, `false` nothing. */
  #compareSubschema(keyword: string, before: JsonNode, after: JsonNode, spot: Spot): void {
    const [old, now] = [member(before, keyword), member(after, keyword)];
    const place = under(spot, keyword);
    if (isFalse(old) !== isFalse(now))
      this.#add(isFalse(now) ? 'schema.closed' : 'schema.opened', place, old, now);
    else if (old && now && !isOpen(old) && !isOpen(now)) this.compare(old, now, deeper(place));
    else if (!isOpen(now)) this.#add('schema.condition-added', place, old, now);
    else if (!isOpen(old)) this.#add('schema.condition-gone', place, old, now);
  }

  #compareMaps(keyword: string, before: JsonNode, after: JsonNode, spot: Spot): void {
    const [old, now] = [membersOf(before, keyword), membersOf(after, keyword)];
    for (const key of new Set([...now.keys(), ...old.keys()])) {
      const [was, is] = [old.get(key), now.get(key)];
      const place = stepped(under(spot, keyword), key, dotted(spot, key));
      if (was && is) this.compare(was, is, place);
      else this.#add(is ? 'schema.condition-added' : 'schema.condition-gone', place, was, is);
    }
  }

  /** Forms that name types alone are told by `typesOf`. */
  #compareForms(keyword: 'anyOf' | 'oneOf' | 'allOf', a: JsonNode, b: JsonNode, spot: Spot): void {
    const [before, after] = [member(a, keyword), member(b, keyword)];
    const told = (forms: JsonNode | undefined) => !forms || isTypesOnly(forms);
    if (keyword !== 'allOf' && told(before) && told(after)) return;
    const place = under(spot, keyword);
    if (keyword !== 'allOf' && (!before || !after)) {
      const rule = after ? 'schema.condition-added' : 'schema.condition-gone';
      this.#add(rule, place, before, after);
    } else this.#alignForms(keyword, before, after, place);
  }

  /** Equal forms are the same; a single one left on each side is one that changed. */
  #alignForms(
    keyword: string,
    before: JsonNode | undefined,
    after: JsonNode | undefined,
    place: Spot,
  ): void {
    const [old, now] = [itemsOf(before), itemsOf(after)];
    const keys = [old.map((each) => normalise(each)), now.map((each) => normalise(each))] as const;
    const matches = matchKeys(keys[0], keys[1]);
    const left = rest(keys[0], matches, 0).flatMap(([index]) => old[index] ?? []);
    const right = rest(keys[1], matches, 1);
    const [only, other] = [left[0], right[0]];
    if (left.length === 1 && right.length === 1 && only && other) {
      const is = now[other[0]];
      if (is) this.compare(only, is, stepped(place, other[0], place.argument));
      return;
    }
    const what = keyword === 'allOf' ? 'condition' : 'alternative';
    for (const each of left) this.#add(`schema.${what}-gone`, place, each, undefined);
    for (const [index] of right)
      this.#add(
        `schema.${what}-added`,
        stepped(place, index, place.argument),
        undefined,
        now[index],
      );
    this.#compareRefsIn(old, now, matches, place);
  }

  /** Forms that are spelled the same may still lead to other definitions. */
  #compareRefsIn(
    old: readonly JsonNode[],
    now: readonly JsonNode[],
    matches: readonly (readonly [number, number])[],
    place: Spot,
  ): void {
    for (const [before, after] of matches) {
      const [was, is] = [old[before], now[after]];
      if (was && is) this.compare(was, is, stepped(place, after, place.argument));
    }
  }

  #compareKeyword(
    keyword: string,
    before: JsonNode | undefined,
    after: JsonNode | undefined,
    spot: Spot,
  ): void {
    if (valueOrAbsent(before) === valueOrAbsent(after)) return;
    const rule = isBound(keyword)
      ? boundRule(boundChange(keyword, before, after))
      : keywordRule(keyword, before, after);
    if (rule) this.#add(rule, under(spot, keyword), before, after);
  }

  #add(rule: RuleId, spot: Spot, before?: JsonNode, after?: JsonNode): void {
    const { pointer, argument } = spot;
    const values = { ...(before && { before }), ...(after && { after }) };
    this.found.push({ rule, pointer, argument, ...values });
  }
}

function boundRule(change: ReturnType<typeof boundChange>): RuleId | undefined {
  if (change === undefined) return undefined;
  return change === 'other' ? 'schema.other' : `schema.bound-${change}`;
}

function keywordRule(
  keyword: string,
  before: JsonNode | undefined,
  after: JsonNode | undefined,
): RuleId | undefined {
  if (keyword === 'default') return 'schema.default';
  if (keyword === '$schema') return 'schema.dialect';
  if (TEXTS.has(keyword)) return 'schema.text';
  if (keyword === 'pattern' && !(before && after))
    return after ? 'schema.condition-added' : 'schema.condition-gone';
  if (keyword === 'pattern' || keyword === 'format') return 'schema.pattern';
  if (HANDLED.has(keyword)) return undefined;
  return ANNOTATIONS.has(keyword) || keyword.startsWith('x-')
    ? 'schema.annotation'
    : 'schema.other';
}

function need(isNeeded: boolean): 'required' | 'optional' {
  return isNeeded ? 'required' : 'optional';
}

function under(spot: Spot, keyword: string): Spot {
  return { ...spot, pointer: pointerTo(spot.pointer, keyword) };
}

function deeper(spot: Spot): Spot {
  return { ...spot, depth: spot.depth + 1 };
}

function stepped(spot: Spot, step: string | number, argument: string): Spot {
  if (step === '') return { ...spot, argument: spot.argument + argument };
  return { pointer: pointerTo(spot.pointer, step), argument, depth: spot.depth + 1 };
}

function dotted({ argument }: Spot, key: string): string {
  return argument === '' ? key : `${argument}.${key}`;
}
