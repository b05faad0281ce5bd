import type { Requirement } from './types.ts';

const DESIGN = 'design, "What the model reads"';
const MAKERS = 'asrama makers: what the model reads';
const SILENT = 'principle: never guess silently';

export const reading = {
  'reading/one-fate-each': {
    promise: 'For any message, exactly one fate covers each leaf, and no fate lies below another.',
    source: DESIGN,
  },
  'reading/nothing-leaks': {
    promise:
      'Text that the model reads or wrote comes from a member whose fate says so; nothing that is dropped, kept by the host, envelope or unknown is part of it.',
    source: DESIGN,
  },
  'reading/every-host': {
    promise: 'All that holds for a reading holds under every profile and every variant of it.',
    source: DESIGN,
  },
  'reading/pieces': {
    promise: 'Every piece of text that the model reads comes from a member or from a named rule.',
    source: DESIGN,
  },
  'reading/never-throws': {
    promise: 'A reading exists for any message, however malformed, deep or hostile.',
    source: 'fault seen in the field: inspectors that stop at a message they do not understand',
  },
  'reading/wrong-bytes': {
    promise: 'Bytes that are no UTF-8 reach no model as they are: such text is told as rewritten.',
    source: 'WHATWG Encoding, "UTF-8 decode"',
  },
  'reading/image-formats': {
    promise: 'An image of a format that the Messages API refuses makes the call fail.',
    source: 'Claude API documentation, vision',
  },
  'reading/tool-definition': {
    promise: 'Of a tool the model gets name, description and input_schema.',
    source: MAKERS,
  },
  'reading/tool-name': {
    promise:
      'A tool is known to the model by the name that the profile makes, within what the API takes.',
    source: `${MAKERS}; Claude API, "Define tools"`,
  },
  'reading/pages': {
    promise: 'Tools of all pages of a list count through.',
    source: 'MCP specification, pagination',
  },
  'reading/call': {
    promise: 'Of a tools/call request the model wrote the prefixed name and the arguments.',
    source: MAKERS,
  },
  'reading/duplicate-keys': {
    promise: 'Of duplicate keys the last value counts; earlier ones reach nobody.',
    source: 'RFC 8259 section 4; behaviour of the JSON parsers of Node and Python',
  },
  'reading/result': {
    promise: 'Of a tools/call result the model reads the content blocks and the error flag.',
    source: MAKERS,
  },
  'reading/media': {
    promise: 'Images count by their bytes, never as text.',
    source: 'Claude API, "Handle tool calls"',
  },
  'reading/unknown': {
    promise: 'Where the source of a profile is silent, the fate is unknown.',
    source: SILENT,
  },
  'reading/tasks': {
    promise: 'The result of a task is read as the result of its call.',
    source: 'MCP specification, tasks',
  },
  'reading/rounds': {
    promise:
      'In a call of several rounds the model wrote name and arguments once, and reads only what the server asks of it.',
    source: 'MCP specification 2026-07-28, multi-round-trip requests',
  },
  'reading/answers': {
    promise:
      'Late, duplicate, orphan and ambiguous answers are not read as if they were the answer.',
    source: 'MCP specification, cancellation; JSON-RPC 2.0',
  },
  'reading/rpc-error': {
    promise: 'A JSON-RPC error has a fate by the method that it answers.',
    source: MAKERS,
  },
  'reading/batch': {
    promise: 'Each member of a batch has a reading of its own.',
    source: 'MCP specification 2025-03-26',
  },
  'reading/instructions': {
    promise: 'Server instructions go into the system prompt.',
    source: MAKERS,
  },
  'reading/prompts': {
    promise: 'Prompt messages are read as if the user had typed them.',
    source: MAKERS,
  },
  'reading/resources': {
    promise: 'Resource contents are read when attached, and then whole.',
    source: MAKERS,
  },
  'reading/sampling': {
    promise: 'Sampling is a request of its own: the model reads the messages and wrote the answer.',
    source: 'MCP specification, sampling',
  },
  'reading/host-only': {
    promise: 'Messages that only host and server need are never read by the model.',
    source: MAKERS,
  },
  'reading/methods': {
    promise: 'Every request and notification that a revision defines has readers.',
    source: 'MCP specification, schema of each revision',
  },
  'reading/fate-at': {
    promise: 'The fate of any pointer can be looked up.',
    source: DESIGN,
  },
  'reading/evidence': {
    promise: 'Every rule of a profile has dated evidence.',
    source: 'principle: a claim names its evidence and its age',
  },
  'reading/measured': {
    promise: 'The profile of a measured host predicts what was captured of it.',
    source: 'measurement of 13 hosts and libraries with a canary server, 2026-11-30',
  },
  'reading/structured': {
    promise:
      'Structured content arrives instead of, beside or never with the content, as the host does it.',
    source: DESIGN,
  },
  'reading/output-schema': {
    promise:
      "Where the client checks, a result that breaks its tool's outputSchema is read as an error.",
    source: 'MCP SDKs, callTool; measurement of 2026-11-30',
  },
  'reading/collisions': {
    promise: 'Tools that would share a name are told apart, or lost, as the host does it.',
    source: DESIGN,
  },
  'reading/hidden': {
    promise: 'Tools that a host does not offer are not read, and the reason is told.',
    source: DESIGN,
  },
  'reading/deferral': {
    promise: 'Tools that are only found by a search cost nothing before it.',
    source: DESIGN,
  },
  'reading/truncation': {
    promise: 'What is cut is told in the fate, with how much is left.',
    source: DESIGN,
  },
  'reading/schema': {
    promise: 'What a host does to an input schema is told for each member of it.',
    source: DESIGN,
  },
  'reading/comparison': {
    promise: 'Of several hosts the members are named on which they differ, and no others.',
    source: DESIGN,
  },
  'reading/coverage': {
    promise: 'How much of a profile is known is counted by the kind of its evidence.',
    source: 'principle: a claim names its evidence and its age',
  },
  'reading/spelling': {
    promise: 'Numbers reach the text that the model reads with the digits that were sent.',
    source: 'fault seen in the field: ids beyond 2^53 rounded on their way to the model',
  },
  'reading/failures': {
    promise: 'The same failure is read as each host shows it: flag, words, or success.',
    source: 'fault seen in the field: failures reported as success',
  },
  'reading/secrets': {
    promise: 'A reading holds what the model reads and nothing else of a session.',
    source: 'fault seen in the field: secrets in every part of a recording',
  },
  'reading/golden': {
    promise: 'What four hosts read of real sessions stays as it was looked at.',
    source: DESIGN,
  },
  'reading/sdk-json': {
    promise:
      'Results that an SDK writes as JSON have its order of members, its names and its nulls.',
    source: 'test/hosts/captures',
  },
  'reading/parts': {
    promise:
      'Lists of parts, lost blocks and failed results become the text that the host makes of them.',
    source: 'test/hosts/captures',
  },
  'reading/predictions': {
    promise:
      'What the profile of a measured host says is what the host sent, member by member; what differs is explained one by one.',
    source: DESIGN,
  },
  'reading/audience': {
    promise: 'Annotations and _meta reach the model where the host lets them, and only there.',
    source: 'measurement of 13 hosts and libraries with a canary server, 2026-11-30',
  },
  'reading/profile-schema': {
    promise:
      'A profile document is checked against its published JSON Schema; an error names the place.',
    source: 'principle: an error says what happened, to what, and what to do',
  },
  'reading/profile-files': {
    promise: 'A new profile file is picked up; no code names it.',
    source: DESIGN,
  },
  'reading/variants': {
    promise:
      'A profile has variants by API format, model, transport and version; what it lacks holds for every host or is unknown.',
    source: DESIGN,
  },
  'reading/profile-name': {
    promise: 'An unknown profile is refused with the list of known ones.',
    source: 'principle: an error says what to do',
  },
  'reading/asrama': {
    promise: 'The reading of the original asrama session is what its makers say.',
    source: MAKERS,
  },
  'reading/cost': {
    promise:
      'Bytes on the wire, read and written, the rent of each tool and the cost of each result add up.',
    source: DESIGN,
  },
  'reading/tokens': {
    promise: 'Tokens of any text are estimated in bounded time, and said to be an estimate.',
    source: 'principle: never guess silently',
  },
  'reading-linear': {
    promise:
      'Readings, checks and documents take time that grows with the session, no faster: with its tools, pages, blocks of a result and open requests.',
    source: 'design: a long session is where people need the program most',
  },
  'any-size': {
    promise: 'Messages and sessions of 150,000 parts are read, checked, compared and replayed.',
    source: 'principle: nothing a peer sends may break the program',
  },
} as const satisfies Record<string, Requirement>;
