import type { Requirement } from './types.ts';

const PAGE = 'docs/reference/export.md';

export const exports = {
  'export.round-trip': {
    promise:
      'What is exported to jsonl, inspector, mcp-cassette or har has the same messages, order and pairing when it is imported again.',
    source: PAGE,
  },
  'export.har-stdio': {
    promise:
      'In a HAR, what crossed stdio is marked as not HTTP, and is imported again as stdio, with sides, bytes, line ends, times and order.',
    source: PAGE,
  },
  'export.leftovers': {
    promise: 'What a form has no place for is counted and told, never dropped in silence.',
    source: PAGE,
  },
  'export.csv': {
    promise:
      'The table has one line an entry by RFC 4180, and no cell that a spreadsheet takes for a formula.',
    source: PAGE,
  },
  'export.masked': {
    promise:
      'Exports leave secrets and personal values out unless told not to; raw bytes are exact.',
    source: PAGE,
  },
  'export.taken-told': {
    promise:
      'What is made to be handed on says in one line how many values of which kinds were taken out and how to leave them in, and gives the sizes of the messages as they were.',
    source: PAGE,
  },
  'export.constant-memory': {
    promise: 'Memory does not grow with the size of the recording.',
    source: PAGE,
  },
  'export:views': {
    promise:
      'A recording becomes a diagram, annotated Markdown, or the request to an API, by a host’s rules.',
    source: 'docs/reference/export.md',
  },
  'export.reference': {
    promise: 'The table of forms in the documentation is made from the registry.',
    source: PAGE,
  },
} as const satisfies Record<string, Requirement>;
