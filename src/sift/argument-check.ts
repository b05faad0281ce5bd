import { isObject } from '../check/evidence/plain-json.ts';
import { COMMA, QUOTE, skip, skipScalar, skipText, space } from './json-bytes.ts';
import { NameTable } from './name-table.ts';

/** Looks at a value from an offset on: gives the offset behind it, or -1 where it is not certain that it keeps the schema. */
type Check = (bytes: Buffer, at: number) => number;

/**
 * Whether arguments keep an inputSchema (`content/input-schema`), by their bytes: a yes is certain. The
 * schema has to be a common one (`isCommonSchema`), the arguments valid JSON without repeated keys, or keys
 * with escapes.
 */
export class ArgumentCheck {
  readonly #check: Check;

  constructor(schema: unknown) {
    this.#check = checkOf(schema);
  }

  isKept(bytes: Buffer, start: number): boolean {
    return this.#check(bytes, start) >= 0;
  }
}

const KIND = { object: 1, array: 2, string: 4, number: 8, boolean: 16, null: 32 } as const;

/** Words that only a value of one kind keeps for certain. */
const ONLY: { readonly [word: string]: number } = {
  properties: KIND.object,
  required: KIND.object,
  additionalProperties: KIND.object,
  items: KIND.array,
  enum: KIND.string,
  minimum: KIND.number,
  maximum: KIND.number,
};

function checkOf(schema: unknown): Check {
  if (schema === false) return () => -1;
  if (!isObject(schema)) return skip;
  const kinds = kindsOf(schema);
  const checks: { readonly [kind: number]: Check } = {
    [KIND.object]: objectCheck(schema),
    [KIND.array]: arrayCheck(schema),
    [KIND.string]: stringCheck(schema),
    [KIND.number]: numberCheck(schema),
  };
  return (bytes, at) => {
    const kind = kindAt(bytes[at] ?? 0);
    if ((kinds & kind) === 0) return -1;
    return (checks[kind] ?? skip)(bytes, at);
  };
}

function kindsOf(schema: { readonly [word: string]: unknown }): number {
  let kinds = 63;
  for (const word of Object.keys(schema)) kinds &= ONLY[word] ?? 63;
  const { type } = schema;
  if (type === 'integer') return kinds & KIND.number;
  return typeof type === 'string' ? kinds & kindNamed(type) : kinds;
}

function kindNamed(type: string): number {
  return Object.entries(KIND).find(([name]) => name === type)?.[1] ?? 0;
}

function kindAt(byte: number): number {
  if (byte === 0x7b) return KIND.object;
  if (byte === 0x5b) return KIND.array;
  if (byte === QUOTE) return KIND.string;
  if (byte === 0x74 || byte === 0x66) return KIND.boolean;
  return byte === 0x6e ? KIND.null : KIND.number;
}

interface Member {
  readonly check: Check;
  readonly isRequired: boolean;
}

function objectCheck(schema: { readonly [word: string]: unknown }): Check {
  const { properties, required, additionalProperties } = schema;
  const others = checkOf(additionalProperties);
  const known = isObject(properties) ? properties : {};
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  const table = new NameTable<Member>();
  for (const name of new Set([...Object.keys(known), ...needed]))
    if (typeof name === 'string')
      table.set(Buffer.from(name), {
        check: Object.hasOwn(known, name) ? checkOf(known[name]) : others,
        isRequired: needed.has(name),
      });
  return (bytes, start) => {
    let missing = needed.size;
    let at = space(bytes, start + 1);
    while (bytes[at] === QUOTE) {
      const end = skipText(bytes, at);
      const member = table.get(bytes, at + 1, end - 1);
      if (member?.isRequired) missing -= 1;
      // Behind the colon.
      at = (member?.check ?? others)(bytes, space(bytes, space(bytes, end) + 1));
      if (at < 0) return -1;
      at = space(bytes, at);
      if (bytes[at] === COMMA) at = space(bytes, at + 1);
    }
    return missing === 0 ? at + 1 : -1;
  };
}

function arrayCheck({ items }: { readonly [word: string]: unknown }): Check {
  const each = checkOf(items);
  return (bytes, start) => {
    let at = space(bytes, start + 1);
    while (bytes[at] !== 0x5d) {
      at = each(bytes, at);
      if (at < 0) return -1;
      at = space(bytes, at);
      if (bytes[at] === COMMA) at = space(bytes, at + 1);
    }
    return at + 1;
  };
}

function stringCheck(schema: { readonly [word: string]: unknown }): Check {
  const choices: unknown = schema['enum'];
  if (!Array.isArray(choices)) return skipText;
  const known = new Set<unknown>(choices);
  return (bytes, at) => {
    const end = skipText(bytes, at);
    const value: unknown = JSON.parse(bytes.toString('utf8', at, end));
    return known.has(value) ? end : -1;
  };
}

function numberCheck({ type, minimum, maximum }: { readonly [word: string]: unknown }): Check {
  const [least, most] = [minimum ?? -Infinity, maximum ?? Infinity].map(Number);
  return (bytes, at) => {
    const end = skipScalar(bytes, at);
    const value = numberAt(bytes, at, end);
    if (!Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value))) return -1;
    return value >= (least ?? 0) && value <= (most ?? 0) ? end : -1;
  };
}

/** Most are a few digits. */
function numberAt(bytes: Buffer, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9 || end - start > 15)
      return Number(bytes.toString('latin1', start, end));
    value = value * 10 + digit;
  }
  return value;
}
