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
  'compare-schemas': {
    promise:
      'A change of a schema is judged by what it accepts: less is breaking, more is minor, the same is neither.',
    source: 'JSON Schema 2020-12, validation and applicator vocabularies',
  },
  'compare-definitions': {
    promise: 'Tools, resources, templates and prompts are aligned by name or URI over all pages.',
    source: 'asked for in the field: drift tiers with stable rule ids',
  },
  'compare-exchanges': {
    promise:
      'Exchanges are aligned by what they ask, repeats in order, each side’s apart; ids and lines play no part.',
    source: 'JSON-RPC 2.0 section 4; MCP 2025-06-18, basic#requests',
  },
  'compare-moved': {
    promise: 'A message that came in another order is reported as moved, not as removed and added.',
    source: 'fault seen in the field: a bridge that reorders two requests',
  },
  'compare-eras': {
    promise:
      'A legacy session compared with a modern one shows one line for the envelope, and what else differs.',
    source: 'MCP 2026-07-28, versioning',
  },
  'compare-tiers': {
    promise:
      'Every difference has a stable rule and a tier; the table of rules is the reference page; A and B exchanged give the inverse.',
    source: 'asked for in the field: drift tiers with stable rule ids',
  },
  'compare-quiet': {
    promise:
      'A session equals itself; other ids, times, and orders of what is concurrent give nothing above info.',
    source: 'asked for in the field: differences without noise',
  },
  'compare-exact': {
    promise: 'One change of one value is found as one difference, at its pointer.',
    source: 'asked for in the field: differences without noise',
  },
  'diff-reading': {
    promise:
      'diff --reading tells what the model reads otherwise, by the rules of one host or of two, whether the wire changed or not.',
    source: 'asked for in the field: what changed for the model',
  },
  'diff-reading-unseen': {
    promise:
      'What is told as unseen, or not at all, makes no difference to the texts that the model gets.',
    source: 'principle: never guess silently',
  },
  'diff-views': {
    promise:
      'sadap diff shows the worst first, in text that fits 80 columns, JSON lines or Markdown; marks do not depend on colour.',
    source: 'design: colour never carries meaning alone',
  },
  'diff-upgrades': {
    promise:
      'Upgrades of real servers and SDKs give exact differences, explained one by one on a page that is made from recordings.',
    source: 'asked for in the field: did my release change an answer?',
  },
  'diff-command': {
    promise:
      'sadap diff exits 1 when a difference reaches --fail-on; --ignore and --no-fold decide what counts.',
    source: 'design: exit codes',
  },
  'diff-large': {
    promise:
      'Two recordings of any size are compared in memory that grows with what differs; what is said of them is the same as if all of both were held.',
    source: 'design: a long session is where people need the program most',
  },
} as const satisfies Record<string, Requirement>;
