import type { Requirement } from './types.ts';

const PAGE = 'docs/how-to/look-in-the-browser.md';

export const open = {
  'open:page': {
    promise:
      'The page is used by keyboard alone, in both colour schemes, at any width, without a violation that axe finds; it grows with the recording.',
    source: PAGE,
  },
  'open:hostile': {
    promise:
      'Text from a recording is never HTML; damaged recordings are shown as far as they go; 100,000 entries scroll.',
    source: PAGE,
  },
  'open:guard': {
    promise:
      'Only the address that was printed is answered: no other host name, origin, method or token.',
    source: PAGE,
  },
} satisfies { readonly [id: string]: Requirement };
