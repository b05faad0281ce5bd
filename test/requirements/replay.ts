import type { Requirement } from './types.ts';

export const replay = {
  'serve-never-another': {
    promise:
      'A request is answered with what the same request was answered with, or it is a miss: never with the answer to another one.',
    source: 'fault seen in the field: a mock answered a call with another tool’s recorded result',
  },
  'serve-matching': {
    promise:
      'Requests match by method and value of their params; spelling, member order, volatile _meta and what --ignore names do not count.',
    source: 'asked for in the field: a strict mock server from a recording',
  },
  'serve-repeats': {
    promise:
      'Repeated requests get the recorded answers in order, then a miss that says so, or with --repeat last the last one.',
    source: 'asked for in the field: a strict mock server from a recording',
  },
  'serve-loud': {
    promise:
      'A miss is a JSON-RPC error with the nearest recorded request and the pointers that differ, a line on stderr, and exit code 1.',
    source: 'asked for in the field: near-miss messages naming the pointer that differed',
  },
  'serve-exact-bytes': {
    promise:
      'What a served recording says are the recorded bytes, but for the ids and tokens of the client.',
    source: 'fault seen in the field: what is replayed is a re-serialised copy',
  },
  'serve-in-place': {
    promise:
      'Progress, log messages, list changes and requests of the server come where they came, with the client’s tokens and ids.',
    source: 'fault seen in the field: server-initiated frames were not replayed',
  },
  'serve-client-answers': {
    promise:
      'A client that answers the server otherwise than recorded is reported; the play goes on.',
    source: 'asked for in the field: scripted sampling and elicitation',
  },
  'serve-concurrency': {
    promise:
      'Answers keep the recorded order for a client that asks as recorded; one that asks one by one is not kept waiting.',
    source: 'JSON-RPC 2.0 section 6; MCP basic protocol, responses',
  },
  'serve-multi-round': {
    promise:
      'A multi-round-trip call plays as one operation; a requestState that was not given is a miss.',
    source: 'MCP 2026-07-28, multi round-trip requests',
  },
  'serve-openings': {
    promise:
      'initialize, server/discover and ping are answered as a server of the recording’s era would, when the recording lacks them, and that is told.',
    source: 'MCP 2026-07-28, versioning: backward compatibility',
  },
  'serve-silence': {
    promise:
      'A request that was never answered is not answered, and a late answer comes after the cancellation only.',
    source: 'asked for in the field: a strict mock server from a recording',
  },
  'serve-timing': {
    promise: 'Pauses of the server are left out, kept, or scaled.',
    source: 'design: replay in both directions',
  },
  'serve-redacted': {
    promise:
      'A redacted recording plays: a placeholder stands for one value, the same everywhere; one without what a client needs is refused with the reason.',
    source: 'asked for in the field: placeholders that stay equal for equal secrets',
  },
  'serve-stdio': {
    promise:
      'sadap serve writes nothing of its own to standard output, and ends when its client closes standard input.',
    source: 'design: command surface; fault seen in the field: a banner on stdout, a hang at EOF',
  },
  'serve-sdk-clients': {
    promise:
      'The clients of both SDK lines complete their recorded sessions against the recording.',
    source: 'design: replay in both directions',
  },
  'serve-python-client': {
    promise: 'The client of the Python SDK completes its recorded sessions against the recording.',
    source: 'design: replay in both directions',
  },
  'serve-http': {
    promise:
      'A recording of either transport plays over Streamable HTTP in its era: sessions, JSON or events, 202, GET stream, DELETE, header checks.',
    source: 'MCP 2025-11-25 and 2026-07-28, transports: Streamable HTTP',
  },
  'serve-rebinding': {
    promise: 'sadap serve listens on 127.0.0.1 and refuses a Host or Origin that is not its own.',
    source: 'MCP, transports: Streamable HTTP, security warning',
  },
  'serve-faults': {
    promise:
      'Faults from a file or flags delay, replace, drop, cut or slow chosen answers, or break the connection off; the recording stays as it is.',
    source: 'asked for in the field: fault overlays that never change the recording',
  },
  'serve-forward': {
    promise:
      'With --on-miss forward a request that was not recorded goes on to a real server, started then and opened as the client opened.',
    source: 'design: replay in both directions; vcr record modes as vocabulary people know',
  },
  'serve-modes': {
    promise:
      'The modes none, once, new and all do what vcr’s do; a recording that is played is never written to.',
    source: 'asked for in the field: vcr record modes as vocabulary people know',
  },
  'serve-damaged': {
    promise: 'Of a damaged recording all that can be read plays, and the damage is told.',
    source: 'fault seen in the field: readers that abort at half a line, and show nothing',
  },
} as const satisfies Record<string, Requirement>;
