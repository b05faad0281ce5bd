import type { Requirement } from './types.ts';

export const docs = {
  'docs:tutorial': {
    promise: 'Every command of the tutorial runs, and prints what the tutorial shows of it.',
    source: 'docs/tutorial.md',
  },
  'docs:commands': {
    promise: 'Every sadap command in the documents names commands and options that exist.',
    source: 'docs',
  },
  'docs:links': {
    promise: 'Every link from one document to another leads somewhere.',
    source: 'docs',
  },
} satisfies { readonly [id: string]: Requirement };
