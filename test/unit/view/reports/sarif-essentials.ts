/**
 * What SARIF 2.1.0 requires of the parts that are written here (OASIS standard, sections 3.13 to 3.49),
 * and nothing else allowed, so that a misspelled member is found.
 */
const text = {
  type: 'object',
  required: ['text'],
  additionalProperties: false,
  properties: { text: { type: 'string' }, markdown: { type: 'string' } },
};

const level = { enum: ['none', 'note', 'warning', 'error'] };

const location = {
  type: 'object',
  additionalProperties: false,
  required: ['physicalLocation'],
  properties: {
    id: { type: 'integer', minimum: -1 },
    physicalLocation: {
      type: 'object',
      additionalProperties: false,
      required: ['artifactLocation'],
      properties: {
        artifactLocation: {
          type: 'object',
          additionalProperties: false,
          properties: {
            uri: { type: 'string', pattern: "^([a-z]+:)?[A-Za-z0-9._~!$&'()*+,;=@%/-]*$" },
          },
        },
        region: {
          type: 'object',
          additionalProperties: false,
          minProperties: 1,
          properties: {
            startLine: { type: 'integer', minimum: 1 },
            byteOffset: { type: 'integer', minimum: 0 },
          },
        },
      },
    },
    logicalLocations: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: { fullyQualifiedName: { type: 'string' } },
      },
    },
  },
};

const rule = {
  type: 'object',
  required: ['id'],
  additionalProperties: false,
  properties: {
    id: { type: 'string' },
    shortDescription: text,
    help: text,
    helpUri: { type: 'string', pattern: '^https?:' },
    defaultConfiguration: {
      type: 'object',
      additionalProperties: false,
      properties: { level },
    },
  },
};

const result = {
  type: 'object',
  required: ['message'],
  additionalProperties: false,
  properties: {
    ruleId: { type: 'string' },
    ruleIndex: { type: 'integer', minimum: 0 },
    level,
    message: text,
    locations: { type: 'array', items: location },
    relatedLocations: { type: 'array', items: location },
    partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
    suppressions: {
      type: 'array',
      items: {
        type: 'object',
        required: ['kind'],
        additionalProperties: false,
        properties: {
          kind: { enum: ['inSource', 'external'] },
          justification: { type: 'string' },
        },
      },
    },
  },
};

export const essentials = {
  type: 'object',
  required: ['version', 'runs'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['tool'],
        additionalProperties: false,
        properties: {
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          results: { type: 'array', items: result },
          tool: {
            type: 'object',
            required: ['driver'],
            additionalProperties: false,
            properties: {
              driver: {
                type: 'object',
                required: ['name'],
                additionalProperties: false,
                properties: {
                  name: { type: 'string' },
                  semanticVersion: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+' },
                  rules: { type: 'array', items: rule },
                },
              },
            },
          },
        },
      },
    },
  },
};
