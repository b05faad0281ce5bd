import type { CommandSpec } from '../command-spec.ts';
import { colour, dir, host, json, profile, width } from '../shared-flags.ts';

/** The requests to the model. */
export const model: CommandSpec = {
  name: 'model',
  operands: '[file]',
  group: 'inspect',
  about: 'the requests that a host sends to its model, turn by turn, and what they cost',
  examples: [
    ['sadap model', 'the newest recording: each request, what is new in it, its tokens'],
    ['sadap model run.ndjson --host codex-cli --turn 3', 'one request, and what it is made of'],
    ['sadap model run.ndjson --cost', 'the rent of each tool, the price of each result'],
    ['sadap model run.ndjson --turn 3 --as request --model NAME', 'a body to send'],
  ],
  flags: [
    { spelling: '--turn <n>', about: 'one request, whole; the first is 1' },
    { spelling: '--cost', about: 'what each tool and each result costs over all requests' },
    {
      spelling: '--as <form>',
      about: 'request: only the body of --turn, or of the last one, as its API takes it',
      choices: ['request'],
    },
    { spelling: '--model <name>', about: 'name of the model, for a body and for exact tokens' },
    {
      spelling: '--api <format>',
      about: 'the form of requests, for a host that speaks several APIs',
      choices: ['anthropic', 'openai-chat', 'openai-responses', 'gemini'],
    },
    {
      spelling: '--exact-tokens',
      about:
        'let the API count: sends the requests, after asking (ANTHROPIC_API_KEY, GEMINI_API_KEY)',
    },
    { spelling: '--yes', about: 'send them without asking' },
    { spelling: '--full', about: 'long values whole, not elided' },
    host,
    profile,
    dir,
    json,
    width,
    colour,
  ],
};
