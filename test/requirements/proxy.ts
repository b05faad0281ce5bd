import type { Requirement } from './types.ts';

export const proxy = {
  'recording:http': {
    promise: 'Start lines, headers, bodies, events and ends of HTTP are entries that come back.',
    source: 'docs/reference/recording-format.md',
  },
  'recording:http-line-feeds': {
    promise: 'A JSON body over several lines is stored on one line and comes back byte for byte.',
    source: 'docs/reference/recording-format.md; RFC 8259 sections 2 and 7',
  },
  'wire:sse-undispatched': {
    promise: 'What an event stream holds but dispatches to no client is never read as a message.',
    source: 'WHATWG HTML, "Interpreting an event stream"',
  },
} as const satisfies Record<string, Requirement>;
