import type { Requirement } from './types.ts';

export const protocol = {
  'pair:typed-id': {
    promise:
      'Answers pair by asking side, type and value of the id; 1 is 1.0 but not "1"; 0 and "" count.',
    source: 'JSON-RPC 2.0 section 5; MCP base protocol, "Requests"',
  },
  'pair:any-order': {
    promise: 'Answers may come in any order, alone or in batches; each finds its own request.',
    source: 'JSON-RPC 2.0 sections 5 and 6',
  },
  'pair:both-sides': {
    promise: 'The same id may be open in both directions at once.',
    source: 'MCP base protocol, "Requests": an id is unique for its requestor',
  },
  'pair:nested': {
    promise:
      "A server's request is shown inside the client's request that was in work, when there is one only.",
    source: 'MCP client features (sampling, elicitation, roots) during a tool call',
  },
  'pair:late': {
    promise: 'An answer after the cancellation of its request is late, not unknown.',
    source: 'MCP "Cancellation", "Timing considerations"',
  },
  'pair:duplicate': {
    promise: 'A second answer under an id that was answered is a duplicate of that exchange.',
    source: 'seen in the field: servers that answer everything with id 0',
  },
  'pair:orphan': {
    promise: 'An answer that nobody asked for stays without a request; order alone never pairs.',
    source: 'JSON-RPC 2.0 section 5: "id"',
  },
  'pair:reaction': {
    promise:
      'An orphan names the line it seems to react to: one that is no message, a notification, a batch.',
    source: 'JSON-RPC 2.0 section 5: id null after a line that cannot be read',
  },
  'pair:ambiguous': {
    promise: 'Answers under an id that two open requests share are attributed to neither.',
    source: 'MCP base protocol, "Requests": an id must not be used twice',
  },
  'pair:unanswered': {
    promise:
      'A request without an answer is pending while one can still come, else unanswered or cancelled.',
    source: 'documented design: a recording without an end is valid',
  },
  'pair:none-due': {
    promise: 'A subscription, and a request with id null, need no answer.',
    source: 'MCP 2026-07-28 "Subscriptions"; JSON-RPC 2.0 section 4: "id"',
  },
  'pair:progress': {
    promise:
      'Progress belongs to the request with its typed token; subscription notices to their subscription.',
    source: 'MCP "Progress"; MCP 2026-07-28 "Subscriptions"',
  },
  'pair:restart': {
    promise: 'Another process, or another opening, counts ids anew.',
    source: 'MCP "Lifecycle": one initialize per connection',
  },
  'pair:linear': {
    promise: 'Pairing takes time in proportion to the number of messages, whatever they say.',
    source: 'seen in the field: recordings of 100,000 frames',
  },
  'role:one': {
    promise: 'Every message has exactly one role.',
    source: 'documented design',
  },
  'era:legacy': {
    promise: 'A session that opened with initialize is legacy, also after a probe that failed.',
    source: 'MCP 2026-07-28 "Versioning" and "Transports", backward compatibility',
  },
  'era:modern': {
    promise:
      'A session whose requests carry the envelope, or whose server refuses by -32022, is modern.',
    source: 'MCP 2026-07-28 "Versioning"',
  },
  'era:never-guess': {
    promise: 'Signs that contradict each other are ambiguous; too few are unknown.',
    source: 'documented design: never guess silently',
  },
  'era:peers': {
    promise:
      'Revision, peers and instructions come from the handshake, or from envelopes and results.',
    source: 'MCP "Lifecycle"; MCP 2026-07-28 "General fields: _meta"',
  },
  'operation:rounds': {
    promise:
      'The rounds of a call that needed input are one operation when only one link is possible.',
    source: 'MCP 2026-07-28 "Multi round-trip requests"',
  },
  'revision:tables': {
    promise:
      'Each revision has a table of its methods, directions, members, error codes and rules.',
    source: 'MCP specification 2024-11-05 to 2026-07-28, schema',
  },
} as const satisfies Record<string, Requirement>;
