import type { Rule } from './table.ts';

/** Rules of `sadap diff --reading`: what changed for the model. */
export const READING_RULES = {
  'reading.gone': {
    tier: 'dangerous',
    says: 'the model no longer reads something',
    inverse: 'reading.new',
  },
  'reading.new': {
    tier: 'minor',
    says: 'the model reads something that it did not',
    inverse: 'reading.gone',
  },
  'reading.other': { tier: 'minor', says: 'the model reads something else' },
  'reading.wrote': {
    tier: 'info',
    says: 'the model wrote something else, or by another name',
  },
  'reading.respelled': {
    tier: 'info',
    says: 'the model reads the same value, spelled or ordered otherwise',
  },
  'reading.unseen': { tier: 'info', says: 'it differs on the wire, and the model reads the same' },
} as const satisfies Record<string, Rule>;
