import {
  compareWith,
  locate,
  measure,
  readCapture,
  sentOf,
  summarise,
} from '../../../src/measure/index.ts';
import { profileIds, profileOf } from '../../../src/reading/profiles.ts';
import { APIS } from '../../../src/targets/canary/model/apis.ts';
import { parsed } from '../../../src/targets/canary/model/capture.ts';
import { CallScript } from '../../../src/targets/canary/model/script.ts';
import { orRefused } from '../support.ts';
import { type FuzzTarget, holds } from '../target.ts';

const profiles = profileIds().map((name) => profileOf(name));
const tool = {
  name: 'mcp__canary__canary_text_one',
  description: 'CNRY-text-description',
  input_schema: { type: 'object', properties: { q: { type: 'string' } } },
};
const used = { type: 'tool_use', id: 'call_0001', name: tool.name, input: {} };
const result = {
  type: 'tool_result',
  tool_use_id: 'call_0001',
  content: [{ type: 'text', text: 'CNRY-x' }],
};

/** What a host sends to the model of the canary, one body a line: answered, and measured as a capture. */
export const target: FuzzTarget = {
  promise:
    'the model of the canary answers any body; any capture is measured or refused in one line',
  seeds: [
    [
      { model: 'm', stream: true, tools: [tool], messages: [{ role: 'user', content: 'go' }] },
      {
        model: 'm',
        tools: [tool],
        messages: [
          { role: 'assistant', content: [used] },
          { role: 'user', content: [result] },
        ],
      },
    ],
    [
      {
        tools: [
          {
            type: 'function',
            function: { name: 'canary_text_one', description: 'd', parameters: {} },
          },
        ],
        messages: [],
      },
      {
        messages: [
          {
            role: 'assistant',
            tool_calls: [
              {
                id: 'call_0001',
                type: 'function',
                function: { name: 'canary_text_one', arguments: '{}' },
              },
            ],
          },
          { role: 'tool', tool_call_id: 'call_0001', content: 'CNRY' },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: {
            schema: { type: 'object', properties: { a: { enum: [1] } }, required: ['a'] },
          },
        },
      },
    ],
    [
      {
        tools: [
          { type: 'function', name: 'canary_text_one', parameters: {} },
          { type: 'tool_search' },
          { type: 'namespace', name: 'n', tools: [] },
        ],
        input: 'go',
      },
      {
        input: [
          { type: 'function_call', call_id: 'call_0001', name: 'canary_text_one', arguments: '{}' },
          { type: 'function_call_output', call_id: 'call_0001', output: 'CNRY' },
        ],
      },
    ],
    [
      {
        tools: [{ functionDeclarations: [{ name: 'canary_text_one', parametersJsonSchema: {} }] }],
        contents: [],
      },
      {
        contents: [
          { role: 'model', parts: [{ functionCall: { name: 'canary_text_one', args: {} } }] },
          {
            role: 'user',
            parts: [
              { functionResponse: { name: 'canary_text_one', response: { output: 'CNRY' } } },
            ],
          },
        ],
      },
    ],
  ].map((bodies) => bodies.map((each) => JSON.stringify(each)).join('\n')),
  words: [
    'canary_text_one',
    'canary_structured',
    'call_0001',
    'CNRY-',
    'tool_use',
    'tool_result',
    'io.modelcontextprotocol/serverInfo',
  ],
  longest: 4096,
  run: (bytes) => {
    const bodies = bytes
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .slice(0, 6);
    for (const api of APIS) {
      const script = new CallScript();
      const lines = bodies.flatMap((text, seq) => {
        const body = parsed(Buffer.from(text));
        if (typeof body !== 'object' || body === null)
          return [`{"seq":${seq},"api":"${api.name}","bodyText":${JSON.stringify(text)}}`];
        // An array has none of the members that are asked for.
        const members = body as Parameters<typeof script.next>[1];
        const turn = script.next(api, members, 'm');
        api.wantsStream('/v1/x', members);
        JSON.stringify([api.answer(turn), api.events(turn)]);
        const calls = turn.calls.map(({ tool: name, id, offered }) => ({
          tool: name,
          id,
          name: offered.name,
        }));
        return [JSON.stringify({ seq, api: api.name, body, calls })];
      });
      const capture = ['{"type":"header","format":"sadap-canary","version":1}', ...lines].join(
        '\n',
      );
      const asked = orRefused(() => readCapture(capture, 'c.ndjson'));
      if (!asked) continue;
      const located = locate(asked);
      holds(summarise(measure(located)).length > 0, 'there is something to tell');
      JSON.stringify(sentOf(located));
      const profile = profiles[bytes.length % profiles.length];
      if (profile && bytes.length % 4 === 0) compareWith(located, profile);
    }
  },
};
