import type { Requirement } from './types.ts';

export const capture = {
  'capture:record-before-passing': {
    promise:
      'A line is on disk before it is passed on, in both directions, so SIGKILL of sadap loses no frame.',
    source: 'design: nothing seen is lost; field: SDK clients kill their servers after 4 s',
  },
  'capture:one-append-per-chunk': {
    promise: 'Lines that arrive in one chunk are one append.',
    source: 'design, recording format',
  },
  'capture:spelling': {
    promise:
      'Arguments go out as they are spelled: 1.0, -0, 12345678901234567890, key order and duplicate keys.',
    source: 'field: recorders that change payloads',
  },
  'capture:ids-from-zero': {
    promise: 'Ids count from 0, and pair by type and value, whatever order answers come in.',
    source: 'JSON-RPC 2.0 section 4; field: servers that take id 0 for none',
  },
  'capture:legacy-opening': {
    promise: 'A legacy session opens with initialize and notifications/initialized.',
    source: 'MCP 2025-11-25, Lifecycle',
  },
  'capture:modern-envelope': {
    promise: 'A modern session carries version, client and capabilities in _meta of every request.',
    source: 'MCP 2026-07-28, base protocol',
  },
  'capture:era-probe': {
    promise:
      'era auto asks server/discover; any error but -32022 with a modern revision, a result that is of no discovery, and silence lead to initialize.',
    source: 'MCP 2026-07-28, Versioning: backward compatibility',
  },
  'capture:all-pages': {
    promise:
      'A list is followed over all pages, an empty cursor included; a cursor that returns ends it.',
    source: 'MCP, Pagination',
  },
  'capture:answers-server': {
    promise:
      'Requests of the server get their canned answers, ping an empty result, anything else -32601; only what can be answered is declared.',
    source: 'MCP, Lifecycle: capability negotiation; JSON-RPC 2.0 section 5.1',
  },
  'capture:input-required': {
    promise:
      'A modern result that asks for input is answered by a new request with inputResponses and the exact requestState.',
    source: 'MCP 2026-07-28, Multi round-trip requests',
  },
  'capture:time-out': {
    promise:
      'A step that gets no answer is named, recorded and cancelled, and the script goes on; without its opening a session stops.',
    source: 'MCP, Lifecycle: timeouts; Cancellation',
  },
  'capture:shutdown': {
    promise: 'Closing stdin, SIGTERM and SIGKILL follow each other, each recorded, with its exit.',
    source: 'MCP, Lifecycle: shutdown (stdio)',
  },
  'capture:no-orphans': {
    promise: 'No process that the server started outlives the capture.',
    source: 'field: npx, sh and node chains left running',
  },
  'capture:interrupt': {
    promise:
      'The first Ctrl-C lets the server say goodbye, the next escalates; SIGTERM and SIGHUP complete the recording within two seconds.',
    source: 'design section 4; field: wrappers that lose the goodbye',
  },
  'capture:cannot-start': {
    promise:
      'A command that cannot be started gives 127 or 126, names the command and the PATH, and a recording with spawn-failed.',
    source: 'env(1), timeout(1); field: spawn npx ENOENT',
  },
  'capture:dies-early': {
    promise:
      'A server that ends before it answers is told in one line, with its exit, its last words and its own exit code.',
    source: 'field: import errors after initialize was written',
  },
  'capture:half-closed': {
    promise:
      'A closed standard output, and a failed write, are recorded once and end the session without a crash.',
    source: 'field: EPIPE loops',
  },
  'capture:bad-output': {
    promise:
      'Text on stdout, blank lines, a byte order mark, CRLF and cut lines are recorded as they came; what can be paired is.',
    source: 'field: banners, npm echo, PowerShell wrappers, process.exit after write',
  },
  'capture:wrong-framing': {
    promise:
      'Content-Length framing is named in the error, without waiting for the whole time-out.',
    source: 'field: language server framing on MCP servers',
  },
  'capture:long-lines': {
    promise: 'A line of megabytes, and one written byte by byte, arrive whole.',
    source: 'field: limits of 64 KB; characters cut between chunks',
  },
  'capture:stderr-drained': {
    promise: 'Standard error is read at all times, counted to the last byte, long lines in pieces.',
    source: 'field: servers that block in write(2) at 64 KB',
  },
  'capture:explore': {
    promise:
      'The default script lists all that a server declares, reads every resource and every prompt without required arguments, and makes the given calls.',
    source: 'design section 4',
  },
  'capture:asrama-tour': {
    promise: 'The script for asrama makes the exchanges of its reference capture in their order.',
    source: 'reference capture of asrama',
  },
  'capture:script-steps': {
    promise:
      'Every step of a script does what the reference says; its examples are read by a test.',
    source: 'docs/reference/script.md',
  },
  'capture:script-errors': {
    promise:
      'What is wrong in a script is told at once, each with file, line, column, what was found and what was expected.',
    source: 'design: an error says what happened, to what, and what to do',
  },
  'capture:era-and-revision': {
    promise:
      'An era and a revision that contradict each other are refused; a revision that nobody released is noted in the recording.',
    source: 'design: never guess silently',
  },
  'capture:era-hint': {
    promise: 'A server that does not know server/discover is said to speak the legacy era only.',
    source: 'design: an error says what happened, to what, and what to do',
  },
  'capture:call-names': {
    promise: 'A call names any tool: a name with spaces is written as JSON text.',
    source: 'MCP before 2025-11-25 allows any text as the name of a tool',
  },
  'capture:script-variables': {
    promise:
      'Variables of the environment, with or without a default, are filled in; one without a value is an error.',
    source: 'docs/reference/script.md; shell parameter expansion',
  },
  'capture:expectations': {
    promise:
      'An answer is checked by JSON pointer: equals, matches, absent, also inside text that is JSON.',
    source: 'docs/reference/script.md',
  },
  'capture:environment': {
    promise:
      'The server gets the whole environment and its folder; only names of set variables are kept.',
    source: 'field: SDK clients pass six variables; design section 3',
  },
} as const satisfies Record<string, Requirement>;
