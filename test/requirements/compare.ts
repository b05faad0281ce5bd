import type { Requirement } from './types.ts';

export const compare = {
  'compare-request-key': {
    promise:
      'Requests are the same question by method and value; spelling, member order and volatile _meta do not count.',
    source: 'fault seen in the field: a mock answered with another tool’s recorded result',
  },
  'compare-digits': {
    promise: 'Numbers differ by value with all their digits; another spelling alone is a note.',
    source: 'RFC 8259 section 6; fault seen in the field: 64-bit ids rounded by a hop',
  },
  'compare-arrays': {
    promise: 'Items are aligned by name, uri, id or value; another order is reported as an order.',
    source: 'asked for in the field: differences without noise',
  },
  'compare-text-json': {
    promise: 'JSON inside text is compared as JSON.',
    source: 'asked for in the field: differences without noise',
  },
  'compare-folds': {
    promise:
      'Volatile values are folded by named rules, each of which can be switched off; what stands beside them counts.',
    source: 'asked for in the field: differences without noise',
  },
} as const satisfies Record<string, Requirement>;
