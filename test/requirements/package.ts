import type { Requirement } from './types.ts';

const PAGE = 'docs/reference/dependencies.md';

export const packaging = {
  'package.alone': {
    promise:
      'The package has no dependencies and no install scripts, and what is in it asks for modules ' +
      'of Node and its own files alone.',
    source: PAGE,
  },
  'package.layouts': {
    promise:
      'An installation works in a project, by npx, globally, through links into a store, in a path ' +
      'of any letters, and where it may not be written to.',
    source: 'docs/how-to/install.md',
  },
  'package.stranger': {
    promise:
      'The first run goes well without a home, a locale, a terminal or rights; where nothing may be ' +
      'written, one line says what to do.',
    source: 'docs/how-to/install.md',
  },
  'library.examples': {
    promise: 'Each example of the library prints what its page says.',
    source: 'docs/reference/library.md',
  },
  'library.types': {
    promise: 'The types of the library fit its examples, as Node and as bundlers resolve modules.',
    source: 'docs/reference/library.md',
  },
  'platforms.branches': {
    promise: 'What POSIX has and Windows has not (signals, renaming over open files) has a branch.',
    source: 'docs/reference/platforms.md',
  },
  'release.workflows': {
    promise:
      'The workflows run scripts that there are, with no rights but to read; publishing comes after ' +
      'the tests, with provenance.',
    source: 'docs/how-to/release.md',
  },
  'release.tag': {
    promise: 'A release has the version as its tag and a section in the changelog.',
    source: 'docs/how-to/release.md',
  },
  'package.documents': {
    promise: 'What the README links to is in the package: documents, results, sample recordings.',
    source: 'docs/how-to/install.md',
  },
  'package.small': {
    promise: 'The package is smaller than 2 MB without the vocabulary of the tokenizer.',
    source: 'docs/decisions/0018-one-package-without-dependencies.md',
  },
  'package.licences': {
    promise:
      'Every package that is bundled has a licence that allows it, and is shipped with the text ' +
      'of that licence.',
    source: PAGE,
  },
} as const satisfies { readonly [id: string]: Requirement };
