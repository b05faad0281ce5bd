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
  'recording:http-masked': {
    promise:
      'Tokens, keys, cookies, session ids and Mcp-Param values of headers and URLs never reach the disk; equal ones have equal placeholders.',
    source: 'design: secrets whose place gives them away; field: session ids and tokens in traces',
  },
  'wire:sse': {
    promise: 'Streams of Server-Sent Events are cut as the standard says: CRLF, LF, CR, comments.',
    source: 'WHATWG HTML, "Server-sent events"; field: readers that look for two line feeds',
  },
  'wire:sse-any-chunks': {
    promise: 'However a stream of events is cut into chunks, the same events come out.',
    source: 'field: CRLF cut between chunks made events appear twice, or never',
  },
  'wire:sse-unfinished': {
    promise: 'An event without its empty line is dispatched to nobody, and reported.',
    source: 'WHATWG HTML, "Interpreting an event stream"',
  },
  'wire:sse-undispatched': {
    promise: 'What an event stream holds but dispatches to no client is never read as a message.',
    source: 'WHATWG HTML, "Interpreting an event stream"',
  },
} as const satisfies Record<string, Requirement>;
