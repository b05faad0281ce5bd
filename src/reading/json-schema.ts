import { type JsonValue, pointerTo } from '../model/json.ts';
import { matches } from './bounded-match.ts';

/** What is wrong, and where. */
export interface SchemaProblem {
  readonly pointer: string;
  /** A phrase that follows the pointer: `is missing`, `is not a string`. */
  readonly problem: string;
}

/**
 * The first place where a value does not match a JSON Schema; undefined when it does. Knows the
 * keywords below and local `$ref`; ignores all others, so it can miss a fault but invents none. Ends in
 * bounded time whatever schema and value are: what would take longer counts as a match.
 */
export function schemaProblem(
  value: JsonValue | undefined,
  schema: JsonValue,
  left: ChecksLeft = { checks: MOST_CHECKS },
): SchemaProblem | undefined {
  return check({ value, pointer: '', root: schema, depth: 0, left }, schema);
}

/** How much may still be looked at, counted for a value as a whole; below 0 when it was too little. */
export interface ChecksLeft {
  checks: number;
}

/** Alternatives of alternatives multiply: thirty references can ask for a billion checks. */
export const MOST_CHECKS = 100_000;

interface Place {
  readonly value: JsonValue | undefined;
  readonly pointer: string;
  readonly root: JsonValue;
  readonly depth: number;
  readonly left: ChecksLeft;
}

type Fields = { readonly [key: string]: JsonValue };
type Check = (place: Place, keyword: JsonValue, schema: Fields) => SchemaProblem | undefined;

/** Schemas may point at themselves; nobody writes values that deep. */
const DEEPEST = 100;

function check(place: Place, schema: JsonValue): SchemaProblem | undefined {
  if (schema === false) return { pointer: place.pointer, problem: 'is not allowed' };
  if (!isFields(schema) || place.depth > DEEPEST) return undefined;
  place.left.checks -= 1;
  if (place.left.checks < 0) return undefined;
  for (const [keyword, test] of CHECKS) {
    const given = schema[keyword];
    const problem = given === undefined ? undefined : test(place, given, schema);
    if (problem) return problem;
  }
  return undefined;
}

const CHECKS: readonly (readonly [string, Check])[] = [
  ['$ref', (place, ref) => checkBelow(place, resolve(place.root, ref))],
  ['type', checkType],
  ['enum', (place, words) => (isOneOf(place, words) ? undefined : notOneOf(place, words))],
  ['const', (place, word) => (isOneOf(place, [word]) ? undefined : notOneOf(place, [word]))],
  ['pattern', checkPattern],
  ['minLength', checkShortest],
  ['minimum', checkMinimum],
  ['required', checkRequired],
  ['propertyNames', checkNames],
  ['properties', checkProperties],
  ['additionalProperties', checkAdditional],
  ['items', checkItems],
  ['anyOf', checkAny],
  ['oneOf', checkAny],
  ['allOf', checkAll],
  ['if', checkIf],
];

function checkBelow(place: Place, schema: JsonValue | undefined): SchemaProblem | undefined {
  return schema === undefined ? undefined : check({ ...place, depth: place.depth + 1 }, schema);
}

function resolve(root: JsonValue, ref: JsonValue): JsonValue | undefined {
  if (typeof ref !== 'string' || !ref.startsWith('#')) return undefined;
  let here: JsonValue | undefined = root;
  for (const step of ref.slice(1).split('/').slice(1))
    here = isFields(here) ? here[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  return here;
}

const TYPES: { readonly [type: string]: (value: JsonValue) => boolean } = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => typeof value === 'number' && Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: (value) => isFields(value),
};

function checkType({ value, pointer }: Place, type: JsonValue): SchemaProblem | undefined {
  if (value === undefined) return { pointer, problem: 'is missing' };
  const types = Array.isArray(type) ? type : [type];
  const known = types.filter((each) => typeof each === 'string' && Object.hasOwn(TYPES, each));
  const fits = known.length < types.length || known.some((each) => TYPES[String(each)]?.(value));
  return fits ? undefined : { pointer, problem: `is not ${article(known.join(' or '))}` };
}

function article(words: string): string {
  return /^[aeio]/.test(words) ? `an ${words}` : `a ${words}`;
}

function isOneOf({ value }: Place, words: JsonValue): boolean {
  if (!Array.isArray(words)) return true;
  if (typeof value !== 'object' || value === null) return words.some((word) => word === value);
  // A large value is spelled once, not for every word.
  const text = JSON.stringify(value);
  return words.some((word) => typeof word === 'object' && JSON.stringify(word) === text);
}

function notOneOf({ pointer }: Place, words: JsonValue): SchemaProblem {
  const list = Array.isArray(words) ? words : [words];
  const few = list
    .slice(0, 20)
    .map((word) => (typeof word === 'string' ? word : JSON.stringify(word)));
  const problem = few.length === 1 ? `is not ${few[0]}` : `is none of ${few.join(', ')}`;
  return { pointer, problem: list.length > few.length ? `${problem}, …` : problem };
}

function checkPattern({ value, pointer }: Place, pattern: JsonValue): SchemaProblem | undefined {
  if (typeof value !== 'string' || typeof pattern !== 'string') return undefined;
  // A pattern of another dialect is no fault of the value, nor is one that takes too long.
  if (matches(pattern, value) !== false) return undefined;
  return { pointer, problem: `does not match ${pattern}` };
}

function checkShortest({ value, pointer }: Place, least: JsonValue): SchemaProblem | undefined {
  if (typeof value !== 'string' || typeof least !== 'number' || value.length >= least)
    return undefined;
  return { pointer, problem: value === '' ? 'is empty' : `is shorter than ${least} characters` };
}

function checkMinimum({ value, pointer }: Place, least: JsonValue): SchemaProblem | undefined {
  if (typeof value !== 'number' || typeof least !== 'number' || value >= least) return undefined;
  return { pointer, problem: `is less than ${least}` };
}

function checkRequired({ value, pointer }: Place, keys: JsonValue): SchemaProblem | undefined {
  if (!isFields(value) || !Array.isArray(keys)) return undefined;
  const missing = keys.find((key) => typeof key === 'string' && !Object.hasOwn(value, key));
  if (missing === undefined) return undefined;
  return { pointer: pointerTo(pointer, String(missing)), problem: 'is missing' };
}

function checkNames(place: Place, names: JsonValue): SchemaProblem | undefined {
  if (!isFields(place.value)) return undefined;
  for (const key of Object.keys(place.value)) {
    const problem = check({ ...place, value: key, depth: place.depth + 1 }, names);
    if (problem) return { pointer: pointerTo(place.pointer, key), problem: 'is not a known name' };
  }
  return undefined;
}

function checkProperties(place: Place, properties: JsonValue): SchemaProblem | undefined {
  if (!isFields(place.value) || !isFields(properties)) return undefined;
  for (const [key, schema] of Object.entries(properties)) {
    if (!Object.hasOwn(place.value, key) || schema === undefined) continue;
    const problem = check(child(place, key, place.value[key]), schema);
    if (problem) return problem;
  }
  return undefined;
}

function checkAdditional(
  place: Place,
  additional: JsonValue,
  schema: Fields,
): SchemaProblem | undefined {
  if (!isFields(place.value)) return undefined;
  const named = isFields(schema['properties']) ? schema['properties'] : {};
  if (schema['patternProperties'] !== undefined) return undefined;
  for (const [key, value] of Object.entries(place.value)) {
    if (Object.hasOwn(named, key)) continue;
    const problem = check(child(place, key, value), additional);
    if (problem) return problem;
  }
  return undefined;
}

function checkItems(place: Place, items: JsonValue): SchemaProblem | undefined {
  if (!Array.isArray(place.value)) return undefined;
  for (const [index, value] of place.value.entries()) {
    const problem = check(child(place, index, value), items);
    if (problem) return problem;
  }
  return undefined;
}

/** When none fits, the alternative that came furthest tells what is wrong. */
function checkAny(place: Place, alternatives: JsonValue): SchemaProblem | undefined {
  if (!Array.isArray(alternatives)) return undefined;
  let furthest: SchemaProblem | undefined;
  for (const alternative of alternatives) {
    const problem = check({ ...place, depth: place.depth + 1 }, alternative);
    if (!problem) return undefined;
    if (!furthest || problem.pointer.length > furthest.pointer.length) furthest = problem;
  }
  return furthest;
}

function checkAll(place: Place, parts: JsonValue): SchemaProblem | undefined {
  if (!Array.isArray(parts)) return undefined;
  for (const part of parts) {
    const problem = check({ ...place, depth: place.depth + 1 }, part);
    if (problem) return problem;
  }
  return undefined;
}

function checkIf(place: Place, condition: JsonValue, schema: Fields): SchemaProblem | undefined {
  const holds = check({ ...place, depth: place.depth + 1 }, condition) === undefined;
  return checkBelow(place, schema[holds ? 'then' : 'else']);
}

function child(place: Place, step: string | number, value: JsonValue | undefined): Place {
  return { ...place, value, pointer: pointerTo(place.pointer, step), depth: place.depth + 1 };
}

/** Is this an object? */
function isFields(value: JsonValue | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
