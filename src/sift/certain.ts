import { isObject } from '../check/evidence/plain-json.ts';

type Plain = { readonly [word: string]: unknown };

/**
 * Is a schema made of nothing but the words that most schemas of tools are made of, each of the right shape?
 * Of values of others nothing is certain.
 */
export function isCommonSchema(schema: unknown, depth = 0): schema is Plain {
  if (!isObject(schema) || depth > DEEPEST) return false;
  return Object.entries(schema).every(([word, said]) => {
    if (SILENT.has(word)) return true;
    if (word === '$schema') return depth === 0 && typeof said === 'string' && DIALECT.test(said);
    return Object.hasOwn(WORDS, word) && WORDS[word]?.isCommon(said, depth + 1) === true;
  });
}

/** Does a value keep a common schema? A yes is certain (`content/input-schema`). */
export function keeps(value: unknown, schema: unknown): boolean {
  if (typeof schema === 'boolean') return schema;
  if (!isObject(schema)) return false;
  return Object.entries(schema).every(
    ([word, said]) => WORDS[word]?.keeps(value, said, schema) ?? true,
  );
}

const DEEPEST = 20;
/** Words that ask for nothing. */
const SILENT: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples']);
const DIALECT = /^https?:\/\/json-schema\.org\/(draft-07|draft\/2020-12)\/schema#?$/;

interface Word {
  readonly isCommon: (said: unknown, depth: number) => boolean;
  readonly keeps: (value: unknown, said: unknown, schema: Plain) => boolean;
}

const TYPES: { readonly [name: string]: (value: unknown) => boolean } = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: isNumber,
  integer: Number.isInteger,
};

const WORDS: { readonly [word: string]: Word } = {
  type: {
    isCommon: (said) => typeof said === 'string' && Object.hasOwn(TYPES, said),
    keeps: (value, said) => typeof said === 'string' && TYPES[said]?.(value) === true,
  },
  properties: {
    isCommon: (said, depth) =>
      isObject(said) &&
      // A validator may find what each object has by nature.
      Object.entries(said).every(
        ([key, each]) => !(key in Object.prototype) && isCommonSchema(each, depth),
      ),
    keeps: (value, said) =>
      isObject(value) &&
      isObject(said) &&
      Object.entries(value).every(
        ([key, each]) => !Object.hasOwn(said, key) || keeps(each, said[key]),
      ),
  },
  required: {
    isCommon: isTexts,
    keeps: (value, said) =>
      isObject(value) && isTexts(said) && said.every((each) => Object.hasOwn(value, each)),
  },
  additionalProperties: {
    isCommon: (said, depth) => typeof said === 'boolean' || isCommonSchema(said, depth),
    keeps: (value, said, { properties }) =>
      isObject(value) &&
      Object.entries(value).every(
        ([key, each]) =>
          (isObject(properties) && Object.hasOwn(properties, key)) || keeps(each, said),
      ),
  },
  items: {
    isCommon: (said, depth) => isCommonSchema(said, depth),
    keeps: (value, said) => Array.isArray(value) && value.every((each) => keeps(each, said)),
  },
  enum: {
    isCommon: (said) => isTexts(said) && said.length > 0,
    keeps: (value, said) => isTexts(said) && typeof value === 'string' && said.includes(value),
  },
  minimum: {
    isCommon: isNumber,
    keeps: (value, said) => isNumber(value) && isNumber(said) && value >= said,
  },
  maximum: {
    isCommon: isNumber,
    keeps: (value, said) => isNumber(value) && isNumber(said) && value <= said,
  },
};

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
