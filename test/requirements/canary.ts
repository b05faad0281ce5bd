import type { Requirement } from './types.ts';

const GUIDE = 'docs/how-to/measure-a-host.md';

export const canary = {
  'canary.markers': {
    promise:
      'Every text member that the canary sends has a marker of its own, the same in each run.',
    source: GUIDE,
  },
  'canary.eras': {
    promise: 'The canary answers both eras over stdio, and ends with 0 at the end of its input.',
    source: 'MCP, basic/lifecycle; MCP 2026-07-28, server/discover',
  },
  'canary.model.apis': {
    promise:
      'The endpoint speaks Anthropic Messages, OpenAI Chat Completions and Responses, and Gemini, ' +
      'with and without streaming.',
    source: GUIDE,
  },
  'canary.model.script': {
    promise: 'It calls each tool that was offered once, in order, and then says that it is done.',
    source: GUIDE,
  },
  'canary.model.capture': {
    promise:
      'A capture has the exact bodies of all requests, and no secret of a header or a query.',
    source: GUIDE,
  },
  'canary.model.local': {
    promise: 'The endpoint listens on 127.0.0.1 and nowhere else.',
    source: 'MCP, basic/transports, "Security Warning"',
  },
  'canary.hosts': {
    promise:
      'What each library was measured to send is what it sends, in every API format that it has.',
    source: 'test/hosts/captures',
  },
  'canary.report': {
    promise: 'The report tells of each member where it arrived, and how.',
    source: GUIDE,
  },
  'canary.fragment': {
    promise:
      'Rules whose members all arrived alike become a part of a profile, measured by its evidence.',
    source: GUIDE,
  },
  'canary.kept': {
    promise:
      'What a host sent of the canary can be kept in a small file, from which it is restored to the character.',
    source: GUIDE,
  },
  'canary.against': {
    promise:
      'Compared with a profile, a capture shows each rule whose prediction differs, and exits with 1.',
    source: GUIDE,
  },
} as const satisfies Record<string, Requirement>;
