import type { JsonMembers } from '../marker.ts';
import { type Api, objectAt, objectsOf, type StreamEvent, type Turn, toolsOf } from './api.ts';

/** OpenAI Chat Completions: `POST …/chat/completions`. */
export const chat: Api = {
  name: 'openai-chat',
  matches: (path) => path.endsWith('/chat/completions'),
  wantsStream: (_path, body) => body['stream'] === true,
  offered: (body) => toolsOf(body['tools'], '/tools', { below: 'function' }),
  wanted: (body) => objectAt(body, 'response_format', 'json_schema', 'schema'),
  bringsResult: (body) => objectsOf(body['messages']).at(-1)?.['role'] === 'tool',
  answer: (turn) => ({
    ...head(turn, 'chat.completion'),
    choices: [{ index: 0, message: message(turn), finish_reason: reason(turn), logprobs: null }],
    usage: USAGE,
  }),
  events,
};

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function head(turn: Turn, object: string): JsonMembers {
  return { id: `chatcmpl-${turn.number}`, object, created: 0, model: turn.model };
}

function reason({ calls }: Turn): string {
  return calls.length > 0 ? 'tool_calls' : 'stop';
}

function message(turn: Turn): JsonMembers {
  if (turn.calls.length === 0) return { role: 'assistant', content: turn.text, refusal: null };
  return { role: 'assistant', content: null, refusal: null, tool_calls: toolCalls(turn) };
}

function toolCalls({ calls }: Turn): JsonMembers[] {
  return calls.map(({ id, offered, input }) => ({
    id,
    type: 'function',
    function: { name: offered.name, arguments: JSON.stringify(input) },
  }));
}

function events(turn: Turn): StreamEvent[] {
  const chunk = (delta: JsonMembers, finish: string | null): StreamEvent => ({
    data: {
      ...head(turn, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }],
    },
  });
  const indexed = toolCalls(turn).map((call, index) => ({ index, ...call }));
  const body = turn.calls.length > 0 ? { tool_calls: indexed } : { content: turn.text };
  return [
    chunk({ role: 'assistant', content: turn.calls.length > 0 ? null : '' }, null),
    chunk(body, null),
    chunk({}, reason(turn)),
    { data: { ...head(turn, 'chat.completion.chunk'), choices: [], usage: USAGE } },
    { data: '[DONE]' },
  ];
}
