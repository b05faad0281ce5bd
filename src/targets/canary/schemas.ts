import { type JsonMembers, mark, offsetText } from './marker.ts';

/** The smallest schema that takes an argument. */
export function plainSchema(at: string): JsonMembers {
  return {
    type: 'object',
    properties: { q: { type: 'string', description: mark(at, 'q', 'description') } },
  };
}

/**
 * A schema with each keyword of JSON Schema 2020-12 that a server may send, a marker in each that
 * takes a text, and a number of its own in each that takes one. `at` begins the markers.
 */
export function keywordSchema(at: string): JsonMembers {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `https://canary.invalid/${mark(at, 'id')}`,
    $comment: mark(at, 'comment'),
    title: mark(at, 'title'),
    description: mark(at, 'schema', 'description'),
    type: 'object',
    properties: {
      text: textProperty(at),
      count: numberProperty(at),
      nullable: { type: ['string', 'null'], default: null, description: mark(at, 'nullable') },
      choice: { enum: [mark(at, 'enum', 0), mark(at, 'enum', 1)], description: mark(at, 'choice') },
      fixed: { const: mark(at, 'const'), description: mark(at, 'fixed') },
      list: listProperty(at),
      nested: nestedProperty(at),
      thing: { $ref: '#/$defs/thing', description: mark(at, 'ref', 'description') },
      ...choices(at),
      no: { not: { type: 'array', description: mark(at, 'not') }, description: mark(at, 'no') },
      map: mapProperty(at),
      when: conditionProperty(at),
    },
    required: ['text'],
    additionalProperties: false,
    $defs: {
      thing: {
        type: 'object',
        title: mark(at, 'defs', 'title'),
        description: mark(at, 'defs', 'description'),
        properties: { size: { type: 'integer', description: mark(at, 'defs', 'size') } },
      },
      unused: { type: 'string', description: mark(at, 'defs', 'unused') },
    },
    'x-canary': mark(at, 'extension'),
  };
}

function textProperty(at: string): JsonMembers {
  return {
    type: 'string',
    title: mark(at, 'text', 'title'),
    description: mark(at, 'text', 'description'),
    default: mark(at, 'text', 'default'),
    examples: [mark(at, 'text', 'examples', 0), mark(at, 'text', 'examples', 1)],
    pattern: `^(CNRY|${mark(at, 'text', 'pattern')}).*`,
    format: mark(at, 'text', 'format'),
    minLength: 3,
    maxLength: 913_001,
    deprecated: false,
    readOnly: false,
    writeOnly: false,
    contentMediaType: mark(at, 'text', 'contentMediaType'),
    $comment: mark(at, 'text', 'comment'),
    'x-canary': mark(at, 'text', 'extension'),
  };
}

function numberProperty(at: string): JsonMembers {
  return {
    type: 'integer',
    description: mark(at, 'count'),
    minimum: -913_002,
    maximum: 913_003,
    exclusiveMinimum: -913_004,
    exclusiveMaximum: 913_005,
    multipleOf: 1,
    default: 913_006,
  };
}

function choices(at: string): JsonMembers {
  return {
    any: {
      description: mark(at, 'any'),
      anyOf: [{ type: 'string', description: mark(at, 'anyOf', 0) }, { type: 'null' }],
    },
    one: {
      description: mark(at, 'one'),
      oneOf: [
        { type: 'string', description: mark(at, 'oneOf', 0) },
        { type: 'integer', description: mark(at, 'oneOf', 1) },
      ],
    },
    all: {
      description: mark(at, 'all'),
      allOf: [
        { type: 'object', properties: { a: { type: 'string', title: mark(at, 'allOf', 0) } } },
        { type: 'object', properties: { b: { type: 'string', title: mark(at, 'allOf', 1) } } },
      ],
    },
  };
}

function mapProperty(at: string): JsonMembers {
  return {
    type: 'object',
    description: mark(at, 'map'),
    additionalProperties: { type: 'string', description: mark(at, 'additional') },
    patternProperties: { '^p_': { type: 'string', description: mark(at, 'patternProperties') } },
  };
}

function conditionProperty(at: string): JsonMembers {
  return Object.fromEntries([
    ['type', 'object'],
    ['description', mark(at, 'when')],
    ['if', { properties: { k: { const: mark(at, 'if') } } }],
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; nobody awaits it
    ['then', { required: ['k'], description: mark(at, 'then') }],
    ['else', { description: mark(at, 'else') }],
  ]);
}

function listProperty(at: string): JsonMembers {
  return {
    type: 'array',
    description: mark(at, 'list'),
    items: { type: 'string', description: mark(at, 'items') },
    minItems: 1,
    maxItems: 913_007,
    uniqueItems: true,
    default: [mark(at, 'list', 'default')],
  };
}

function nestedProperty(at: string): JsonMembers {
  return {
    type: 'object',
    description: mark(at, 'nested'),
    properties: {
      inner: {
        type: 'object',
        description: mark(at, 'nested', 'inner'),
        properties: { leaf: { type: 'boolean', description: mark(at, 'nested', 'leaf') } },
        required: ['leaf'],
        additionalProperties: false,
      },
    },
    minProperties: 1,
    maxProperties: 913_008,
    propertyNames: { pattern: `^(inner|${mark(at, 'propertyNames')})$` },
    dependentRequired: { inner: [] },
  };
}

/** Forty parameters whose descriptions together pass the budgets that hosts set for one schema. */
export function bigSchema(at: string): JsonMembers {
  const names = Array.from({ length: 40 }, (_, index) => `parameter_${index}`);
  const properties = names.map((name, index) => [
    name,
    { type: 'string', description: `${mark(at, index)} ${offsetText(180)}` },
  ]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** A root that is a choice; APIs that want `type: object` there refuse or lose it. */
export function choiceSchema(at: string): JsonMembers {
  return {
    type: 'object',
    description: mark(at, 'root'),
    anyOf: [
      { properties: { q: { type: 'string', description: mark(at, 'anyOf', 0) } } },
      { properties: { n: { type: 'integer', description: mark(at, 'anyOf', 1) } } },
    ],
  };
}

/** What a result promises: one text. */
export function answerSchema(at: string): JsonMembers {
  return {
    type: 'object',
    title: mark(at, 'outputSchema', 'title'),
    description: mark(at, 'outputSchema', 'description'),
    properties: {
      answer: { type: 'string', description: mark(at, 'outputSchema', 'answer') },
    },
    required: ['answer'],
  };
}
