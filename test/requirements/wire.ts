import type { Requirement } from './types.ts';

export const wire = {
  'wire:lf-only': {
    promise:
      'Only the byte 0x0A ends a line; a bare CR, U+0085, U+2028 and U+2029 are content; CRLF is kept apart.',
    source: 'MCP stdio transport: messages are delimited by newlines; RFC 8259 sections 2 and 7',
  },
  'wire:any-chunks': {
    promise:
      'However a stream is cut into chunks, the same lines come out, every byte accounted for.',
    source: 'field: characters cut between chunks turned into U+FFFD',
  },
  'wire:last-line': {
    promise: 'What stands after the last line feed is a line of its own, without an end.',
    source: 'field: servers that exit before their output is flushed',
  },
  'wire:linear-time': {
    promise: 'Splitting and reading take time in proportion to the bytes, for lines of any length.',
    source: 'field: relays that join an unfinished line again for every chunk',
  },
  'wire:json-as-sent': {
    promise: 'Number spellings, duplicate keys, member order and the place of every value survive.',
    source: 'field: 64-bit ids rounded and 1.0 turned into 1 by tools that parse and print',
  },
  'wire:json-strict': {
    promise:
      'Exactly the JSON texts of RFC 8259 are accepted, with the values that JSON.parse gives.',
    source: 'RFC 8259',
  },
  'wire:json-where': {
    promise:
      'What is not JSON is reported with the first byte that cannot be, and a phrase safe to print.',
    source: 'field: "Unexpected token" without a place, and the wrong side blamed',
  },
  'wire:deep': {
    promise: 'Nesting of 100,000 levels is read; more is refused; nothing overflows the stack.',
    source: 'RFC 8259 section 9; hostile input',
  },
  'wire:invalid-utf8': {
    promise:
      'A message with bytes that are no UTF-8 inside a string is understood; the first is named.',
    source: 'field: servers on Windows that write cp1252; RFC 8259 section 8.1',
  },
  'wire:duplicate-keys': {
    promise:
      'A key that an object has twice is reported with its pointer and place; the last one counts.',
    source: 'RFC 8259 section 4',
  },
  'wire:messages': {
    promise: 'Requests, notifications, results and failures are told apart, batches by member.',
    source: 'JSON-RPC 2.0 sections 4 to 6',
  },
  'wire:typed-ids': {
    promise: '1 is not "1"; 1.0 is 1; 0 and "" are ids; null is an id that pairs with nothing.',
    source: 'JSON-RPC 2.0 section 4; MCP base protocol, "Requests"',
  },
  'wire:stray-reasons': {
    promise: 'A frame that holds no message says why and where, and never makes the reader throw.',
    source: 'field: banner lines, blank lines, cut lines on standard output',
  },
  'wire:almost': {
    promise:
      'A byte order mark or NaN makes a stray that shows the message a tolerant peer would see.',
    source:
      'field: PowerShell writes a byte order mark, json.dumps writes NaN; RFC 8259 sections 6, 8.1',
  },
} as const satisfies Record<string, Requirement>;
