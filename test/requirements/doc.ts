import type { Requirement } from './types.ts';

const PAGE = 'docs/how-to/document-a-server.md';

export const doc = {
  'doc:command': {
    promise:
      'sadap doc describes what was observed, in Markdown and HTML; the same recordings give the same bytes, and --check tells when a committed page is out of date.',
    source: PAGE,
  },
  'doc:masked': {
    promise:
      'A page holds no secret and no personal value of the recordings, unless --keep asks for it.',
    source: PAGE,
  },
  'doc:members': {
    promise:
      'Members are told as always, sometimes or never seen, beside what the schema declares of them.',
    source: PAGE,
  },
  'doc:html': {
    promise:
      'Text from a recording is never HTML and never leaves its cell, fence or code span; the page loads nothing.',
    source: PAGE,
  },
} satisfies { readonly [id: string]: Requirement };
