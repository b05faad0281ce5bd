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
    return Object.hasOwn(WORDS, word) && WORDS[word]?.(said, depth + 1) === true;
  });
}

const DEEPEST = 20;
/** Words that ask for nothing. */
const SILENT: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples']);
const DIALECT = /^https?:\/\/json-schema\.org\/(draft-07|draft\/2020-12)\/schema#?$/;

/** Is this said with a word of the right shape? */
type Test = (said: unknown, depth: number) => boolean;

const TYPES: ReadonlySet<unknown> = new Set([
  'object',
  'array',
  'string',
  'boolean',
  'number',
  'integer',
]);

const WORDS: { readonly [word: string]: Test } = {
  type: (said) => TYPES.has(said),
  properties: (said, depth) =>
    isObject(said) &&
    // A validator may find what each object has by nature.
    Object.entries(said).every(
      ([key, each]) => !(key in Object.prototype) && isCommonSchema(each, depth),
    ),
  required: isTexts,
  additionalProperties: (said, depth) => typeof said === 'boolean' || isCommonSchema(said, depth),
  items: (said, depth) => isCommonSchema(said, depth),
  enum: (said) => isTexts(said) && said.length > 0,
  minimum: isNumber,
  maximum: isNumber,
};

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
