import type { JsonMembers } from '../marker.ts';
import { type Api, objectAt, objectsOf, type StreamEvent, type Turn, toolsOf } from './api.ts';

/** Anthropic Messages: `POST …/messages`. */
export const anthropic: Api = {
  name: 'anthropic-messages',
  matches: (path) => path.endsWith('/messages'),
  wantsStream: (_path, body) => body['stream'] === true,
  offered: (body) => toolsOf(body['tools'], '/tools'),
  wanted: (body) =>
    objectAt(body, 'output_config', 'format', 'schema') ??
    objectAt(body, 'output_format', 'schema'),
  bringsResult: (body) =>
    objectsOf(objectsOf(body['messages']).at(-1)?.['content']).some(
      (block) => block['type'] === 'tool_result',
    ),
  answer: (turn) => ({ ...head(turn), content: blocks(turn), ...stop(turn), usage: USAGE }),
  events,
};

const USAGE = { input_tokens: 1, output_tokens: 1 };

function head(turn: Turn): JsonMembers {
  return { id: `msg_${turn.number}`, type: 'message', role: 'assistant', model: turn.model };
}

function stop({ calls }: Turn): JsonMembers {
  return { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null };
}

function blocks({ calls, text }: Turn): JsonMembers[] {
  if (calls.length === 0) return [{ type: 'text', text }];
  return calls.map(({ id, offered, input }) => ({
    type: 'tool_use',
    id,
    name: offered.name,
    input,
  }));
}

function events(turn: Turn): StreamEvent[] {
  const message = {
    ...head(turn),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: USAGE,
  };
  return [
    event('message_start', { message }),
    ...blocks(turn).flatMap((block, index) => blockEvents(block, index)),
    event('message_delta', { delta: stop(turn), usage: USAGE }),
    event('message_stop', {}),
  ];
}

function blockEvents(block: JsonMembers, index: number): StreamEvent[] {
  const isCall = block['type'] === 'tool_use';
  const start = isCall ? { ...block, input: {} } : { type: 'text', text: '' };
  const delta = isCall
    ? { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }
    : { type: 'text_delta', text: block['text'] ?? '' };
  return [
    event('content_block_start', { index, content_block: start }),
    event('content_block_delta', { index, delta }),
    event('content_block_stop', { index }),
  ];
}

function event(type: string, members: JsonMembers): StreamEvent {
  return { event: type, data: { type, ...members } };
}
