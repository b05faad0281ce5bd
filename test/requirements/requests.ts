import type { Requirement } from './types.ts';

const DESIGN = 'design, "What the model reads"';

export const requests = {
  'requests/turns': {
    promise:
      'The requests of a host are rebuilt turn by turn: each holds the history before it, and calls that were in flight together are of one turn.',
    source: DESIGN,
  },
  'requests/valid': {
    promise: 'A rebuilt request is a body that its API takes.',
    source: 'references of the Claude, OpenAI and Gemini APIs',
  },
  'requests/as-read': {
    promise:
      'Every text of a result in a request is that of its reading, and nothing that a reading drops is in any.',
    source: DESIGN,
  },
  'requests/measured': {
    promise:
      'Of measured hosts, two of each API, the rebuilt tools and results are those that were sent, to the character.',
    source: 'measurement of 13 hosts and libraries with a canary server, 2026-11-30',
  },
  'requests/never-throws': {
    promise: 'Requests exist for any session, and their views hold nothing that a terminal obeys.',
    source: 'fault seen in the field: inspectors that stop at a message they do not understand',
  },
  'requests/placeholders': {
    promise:
      'What no recording holds is a visible placeholder: the words of user, host and model, the name of the model.',
    source: 'principle: never guess silently',
  },
  'requests/brought': {
    promise: 'Prompts and resources stand where the user brought them.',
    source: DESIGN,
  },
  'requests/deferred': {
    promise:
      'A tool that is only found by a search is whole from the turn after the search on, and not before.',
    source: DESIGN,
  },
  'requests/cost': {
    promise:
      'The rent of each tool, the price of each result, instructions and calls add up to the tokens of all requests.',
    source: DESIGN,
  },
  'requests/split': {
    promise: 'Every byte on the wire is told once: read, written, dropped, for the host, envelope.',
    source: DESIGN,
  },
  'model/turns': {
    promise:
      'sadap model lists each request with what is new in it, its tokens, and what the model called.',
    source: DESIGN,
  },
  'model/turn': {
    promise: '--turn shows one request with the message that each part comes from.',
    source: DESIGN,
  },
  'model/body': {
    promise: '--as request prints a body that the API takes, and nothing else.',
    source: DESIGN,
  },
  'model/json': {
    promise: '--json prints pinned lines, the request as the last member.',
    source: 'design, "Command surface"',
  },
  'model/cost': {
    promise: '--cost lists what is paid for, the dearest first.',
    source: DESIGN,
  },
  'model/api': {
    promise: 'A host that speaks several APIs is shown in the form that is asked for.',
    source: DESIGN,
  },
  'model/looks': {
    promise: 'The views of requests stay as they were looked at, from 40 to 200 columns.',
    source: 'design, "Command surface"',
  },
  'model/page': {
    promise: 'The how-to page about requests shows what the program prints.',
    source: 'documents are tested',
  },
  'counting/apis': {
    promise: 'Tokens are counted by the APIs of Claude and Gemini as their references say.',
    source: 'Claude API, "Count tokens"; Gemini API, "models.countTokens"',
  },
  'counting/consent': {
    promise:
      'Nothing of a recording is sent to an API without --exact-tokens, a key, the name of a model, and a yes.',
    source: 'principle: everything recorded is private',
  },
  'counting/exact': {
    promise: 'Tokens that an API counted stand in the place of the estimate.',
    source: DESIGN,
  },
} as const satisfies Record<string, Requirement>;
