import type { JsonValue } from '../../../model/json.ts';
import type { JsonMembers } from '../marker.ts';
import {
  type Api,
  type Offered,
  objectAt,
  objectsOf,
  type ScriptedCall,
  type StreamEvent,
  type Turn,
  textOf,
  toolsOf,
} from './api.ts';

/** OpenAI Responses: `POST …/responses`. */
export const responses: Api = {
  name: 'openai-responses',
  matches: (path) => path.endsWith('/responses'),
  wantsStream: (_path, body) => body['stream'] === true,
  offered: (body) => [...functions(body), ...namespaces(body['tools'], '/tools'), ...found(body)],
  wanted: (body) => objectAt(body, 'text', 'format', 'schema'),
  bringsResult: (body) => textOf(objectsOf(body['input']).at(-1)?.['type']).endsWith('_output'),
  answer: (turn) => response(turn, 'completed', items(turn)),
  events,
};

function functions(body: JsonMembers): readonly Offered[] {
  return toolsOf(body['tools'], '/tools').filter(({ entry }) => entry['type'] === 'function');
}

/** The functions of each namespace of a list of tools. */
function namespaces(tools: JsonValue | undefined, pointer: string): readonly Offered[] {
  return objectsOf(tools).flatMap((tool, index) =>
    tool['type'] === 'namespace'
      ? toolsOf(tool['tools'], `${pointer}/${index}/tools`, { namespace: textOf(tool['name']) })
      : [],
  );
}

/** What a tool search found, which stands in the history. */
function found(body: JsonMembers): readonly Offered[] {
  return objectsOf(body['input']).flatMap((item, index) =>
    item['type'] === 'tool_search_output' ? namespaces(item['tools'], `/input/${index}/tools`) : [],
  );
}

function response(turn: Turn, status: string, output: readonly JsonMembers[]): JsonMembers {
  return {
    id: `resp_${turn.number}`,
    object: 'response',
    created_at: 0,
    status,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model: turn.model,
    output,
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    usage: status === 'completed' ? USAGE : null,
  };
}

const USAGE = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
};

function items(turn: Turn): JsonMembers[] {
  if (turn.calls.length === 0) {
    const content = [{ type: 'output_text', text: turn.text, annotations: [] }];
    const id = `msg_${turn.number}`;
    return [{ id, type: 'message', role: 'assistant', status: 'completed', content }];
  }
  return turn.calls.map(callItem);
}

function callItem({ id, offered, input, form }: ScriptedCall): JsonMembers {
  const common = { status: 'completed', call_id: id };
  const namespace = offered.namespace === undefined ? {} : { namespace: offered.namespace };
  if (form === 'search')
    return {
      id: `ts_${id}`,
      type: 'tool_search_call',
      ...common,
      execution: 'client',
      arguments: input,
    };
  if (form === 'code') {
    const { name } = offered;
    return {
      id: `ct_${id}`,
      type: 'custom_tool_call',
      ...common,
      name,
      ...namespace,
      input: input['code'] ?? '',
    };
  }
  return {
    id: `fc_${id}`,
    type: 'function_call',
    ...common,
    name: offered.name,
    ...namespace,
    arguments: JSON.stringify(input),
  };
}

function events(turn: Turn): StreamEvent[] {
  const output = items(turn);
  const list: (readonly [string, JsonMembers])[] = [
    ['response.created', { response: response(turn, 'in_progress', []) }],
    ['response.in_progress', { response: response(turn, 'in_progress', []) }],
    ...output.flatMap((item, index) => itemEvents(item, index)),
    ['response.completed', { response: response(turn, 'completed', output) }],
  ];
  return list.map(([type, members], index) => ({
    event: type,
    data: { type, sequence_number: index, ...members },
  }));
}

function itemEvents(item: JsonMembers, index: number): (readonly [string, JsonMembers])[] {
  const place = { item_id: item['id'] ?? '', output_index: index };
  const { type } = item;
  const isCall = type === 'function_call';
  if (!isCall && type !== 'message')
    return [
      ['response.output_item.added', { output_index: index, item }],
      ['response.output_item.done', { output_index: index, item }],
    ];
  const empty = isCall ? { ...item, arguments: '' } : { ...item, content: [] };
  return [
    [
      'response.output_item.added',
      { output_index: index, item: { ...empty, status: 'in_progress' } },
    ],
    ...(isCall ? argumentEvents(item, place) : textEvents(item, place)),
    ['response.output_item.done', { output_index: index, item }],
  ];
}

function argumentEvents(item: JsonMembers, place: JsonMembers): (readonly [string, JsonMembers])[] {
  const text = textOf(item['arguments']);
  return [
    ['response.function_call_arguments.delta', { ...place, delta: text }],
    [
      'response.function_call_arguments.done',
      { ...place, name: item['name'] ?? '', arguments: text },
    ],
  ];
}

function textEvents(item: JsonMembers, place: JsonMembers): (readonly [string, JsonMembers])[] {
  const part = objectsOf(item['content'])[0] ?? {};
  const at = { ...place, content_index: 0 };
  const text = textOf(part['text']);
  return [
    ['response.content_part.added', { ...at, part: { ...part, text: '' } }],
    ['response.output_text.delta', { ...at, delta: text, logprobs: [] }],
    ['response.output_text.done', { ...at, text, logprobs: [] }],
    ['response.content_part.done', { ...at, part }],
  ];
}
