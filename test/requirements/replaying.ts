import type { Requirement } from './types.ts';

export const replaying = {
  'replay:exact-lines': {
    promise:
      'A replay writes the recorded lines byte for byte, arrays whole, and presents the recorded client.',
    source: 'fault seen in the field: what is replayed is a copy with other escapes and numbers',
  },
  'replay:order': {
    promise:
      'What was in flight together goes together; what was sent after an answer waits for that answer.',
    source: 'MCP 2025-06-18, basic#requests; design: replay',
  },
  'replay:cancellations': {
    promise: 'Cancellations are sent in their place, unless the answer has come before.',
    source: 'MCP 2025-06-18, basic/utilities/cancellation',
  },
  'replay:failed-opening': {
    promise: 'Where the opening fails now, the rest is not asked, and that is said.',
    source: 'design: replay',
  },
  'replay:answers-asks': {
    promise:
      'Questions of the server are answered as recorded, by method and value, under the id of today; what a person agreed to is not agreed to in other words.',
    source: 'fault seen in the field: server-initiated frames were not replayed',
  },
  'replay:cursors': {
    promise:
      'Cursors of today take the place of the recorded ones, and lists are read to their end.',
    source: 'MCP 2025-06-18, server/utilities/pagination: opaque tokens',
  },
  'replay:handed-out': {
    promise:
      'Made-up values that the client gave back are given back as the server says them today.',
    source: 'design: replay',
  },
  'replay:rounds': {
    promise:
      'A call of several rounds goes on with the requestState of today, and only as long as the server asks the same.',
    source: 'MCP 2026-07-28, multi round-trip requests',
  },
  'replay:redacted': {
    promise:
      'Values that were taken out of a recording are given back when the server says them; else the request is left out, loudly.',
    source: 'asked for in the field: redact, and still replay',
  },
  'replay:execute': {
    promise: 'Calls that may change something are listed and left out unless --execute is given.',
    source: 'asked for in the field: replay as a dry run unless told to execute',
  },
  'replay:clean': {
    promise:
      'A replay to the server that was recorded finds nothing, whatever the SDK, era and transport.',
    source: 'fault seen in the field: verify reported a change against the very server',
  },
  'replay:http': {
    promise:
      'A replay goes over HTTP as well, whatever the transport of the recording, and stores no header given for it.',
    source: 'MCP 2025-06-18 and 2026-07-28, Streamable HTTP',
  },
  'replay:closed-loop': {
    promise:
      'A client that plays a recording to a server that plays it gives a recording that means the same.',
    source: 'design: replay in both directions',
  },
  'replay:verdicts': {
    promise:
      'Each exchange is same, slower, changed, missing, extra or skipped, with what changed by rule and pointer; pages are compared as one list.',
    source: 'asked for in the field: did my release change an answer?',
  },
  'replay:views': {
    promise:
      'A replay is shown in text that fits 80 columns, by exchange or by tier, as JSON lines and as reports; secrets are masked in reports.',
    source: 'design: everything made to be handed on masks what it finds',
  },
  'replay:expectations': {
    promise:
      'An expectation file accepts differences by rule, tool, pointer, range and pattern; what it names in vain is told.',
    source: 'design: replay',
  },
  'replay:update': {
    promise: '--update puts a whole replay in the place of the recording, and never a part of one.',
    source: 'design: replay',
  },
  'replay:trouble': {
    promise:
      'A server that dies, is silent or is not there ends a replay with one line that says so.',
    source: 'design: an error says what happened, to what, and what to do',
  },
  'replay:command': {
    promise:
      'sadap replay exits 1 when something changed at the tier of --fail-on or above, 2 for wrong usage.',
    source: 'design: exit codes',
  },
  'snapshot:init': {
    promise:
      'snapshot init writes script, recording and expectations without anything of the machine, and accepts what differs at once.',
    source: 'design: snapshot',
  },
  'snapshot:check': {
    promise:
      'snapshot check replays, tells differences by tier, exits 0 or 1, and writes JUnit and SARIF.',
    source: 'design: snapshot',
  },
  'snapshot:update': {
    promise: 'snapshot update plays the script anew and takes that for right, or changes nothing.',
    source: 'design: snapshot',
  },
  'snapshot:secrets': {
    promise:
      'No secret of the command is in a file of a snapshot: the script names the variable that holds it, or nothing is written; with --redact no secret and no personal value of what was said is in one either.',
    source: 'field: tokens in committed baselines',
  },
  'snapshot:workflow': {
    promise: 'The documented workflow has ten lines and does what it says.',
    source: 'docs/how-to/snapshot-a-server-in-ci.md',
  },
} as const satisfies Record<string, Requirement>;
