import { append } from '../../model/lists.ts';
/** Anthropic Messages: the body of `POST /v1/messages`. */
import type { RequestPiece, RequestValue } from '../../model/model-request.ts';
import type { RequestFrame } from './frame.ts';
import {
  dataOf,
  descriptionOf,
  inputOf,
  isMedia,
  type MediaPart,
  mediaPlaceholder,
  namesOf,
  othersOf,
  pieceOfPart,
  plainResult,
  schemaOf,
  withoutEmptyList,
} from './parts.ts';
import type { ModelCall, OfferedTool, Part, Step } from './steps.ts';
import { api, array, json, literal, object, open, openPiece, string, textOf } from './values.ts';

/** Consecutive messages of one role are one message, as the API counts them. */
export function anthropicRequest(frame: RequestFrame): RequestValue {
  const messages: Message[] = [];
  for (const step of frame.steps) {
    const role = roleOf(step);
    const content = contentOf(step, frame);
    const last = messages.at(-1);
    if (last?.role === role) append(last.content, content);
    else messages.push({ role, content });
  }
  // The API wants the user first.
  if (messages[0]?.role === 'assistant')
    messages.unshift({ role: 'user', content: [text(openPiece('the user’s words'))] });
  const tools = frame.tools.map((tool) => toolOf(tool, frame));
  const all = frame.searches ? [searchTool, ...tools] : tools;
  return object({
    model: frame.model,
    max_tokens: json('1024', { kind: 'open' }),
    system: array([...frame.system.map(text), ...frame.developer.map(text)]),
    ...(all.length > 0 ? { tools: array(all) } : {}),
    messages: frame.sendable
      ? filled(array(messages.map(messageOf)))
      : array(messages.map(messageOf)),
  });
}

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: RequestValue[];
}

function messageOf({ role, content }: Message): RequestValue {
  return object({ role: api(role), content: array(content) });
}

function toolOf(tool: OfferedTool, { isHidden, sendable }: RequestFrame): RequestValue {
  return object({
    name: string([namesOf(tool.name, false).name]),
    description: isHidden(tool) ? undefined : descriptionOf(tool),
    input_schema: isHidden(tool) ? hiddenSchema : schemaOf(tool, sendable),
    ...(isHidden(tool) ? {} : othersOf(tool)),
    ...(tool.deferred ? { defer_loading: literal(true) } : {}),
  });
}

/** The API wants the whole definition there; the model gets it after a search. */
const hiddenSchema = object({
  type: string([{ text: 'object', origin: { kind: 'open' } }]),
  description: open('after a search'),
});

/** The tool of the host that finds others. */
const searchTool = object({
  name: string([{ text: 'tool_search', origin: { kind: 'open' } }]),
  description: open('the host’s own tool that finds tools'),
  input_schema: object({ type: string([{ text: 'object', origin: { kind: 'open' } }]) }),
});

function roleOf(step: Step): 'user' | 'assistant' {
  if (step.kind === 'said') return step.role;
  return step.kind === 'calls' || step.kind === 'search' ? 'assistant' : 'user';
}

function contentOf(step: Step, frame: RequestFrame): RequestValue[] {
  switch (step.kind) {
    case 'said':
      return step.parts.map(blockOf);
    case 'calls':
      return [text(openPiece(frame.words)), ...step.calls.map(toolUse)];
    case 'results':
      return [
        ...step.calls.map((each) => toolResult(each, frame.resultIsList)),
        ...step.calls.flatMap((each) => each.result.behind.map(blockOf)),
      ];
    case 'search':
      return [
        text(openPiece(frame.words)),
        object({
          type: api('tool_use'),
          id: api(frame.searchId(step.tools)),
          name: string([{ text: 'tool_search', origin: { kind: 'open' } }]),
          input: object({ query: open('what the model looked for') }),
        }),
      ];
    case 'found':
      return [
        object({
          type: api('tool_result'),
          tool_use_id: api(frame.searchId(step.tools)),
          content: array(
            step.tools.map((each) =>
              object({
                type: api('tool_reference'),
                tool_name: string([namesOf(each.name, false).name]),
              }),
            ),
          ),
        }),
      ];
  }
}

function toolUse(call: ModelCall): RequestValue {
  return object({
    type: api('tool_use'),
    id: api(call.id),
    name: string([namesOf(call.name, false).name]),
    input: inputOf(call),
  });
}

function toolResult({ id, result }: ModelCall, isList: boolean): RequestValue {
  return object({
    type: api('tool_result'),
    tool_use_id: api(id),
    content: resultContent(result.parts, isList),
    ...(result.flag === undefined ? {} : { is_error: literal(true) }),
  });
}

function resultContent(all: readonly Part[], isList: boolean): RequestValue {
  const parts = withoutEmptyList(all, isList);
  const plain = plainResult(parts, isList);
  return plain ? string(plain) : array(parts.map(blockOf));
}

function blockOf(part: Part): RequestValue {
  return isMedia(part) ? mediaBlock(part) : text(pieceOfPart(part));
}

function mediaBlock(part: MediaPart): RequestValue {
  const type = part.media.mimeType ?? '';
  const kind = type.startsWith('image/') ? 'image' : type === 'application/pdf' ? 'document' : '';
  if (kind === '') return text(openPiece(mediaPlaceholder(part)));
  const source = object({
    type: api('base64'),
    media_type: api(type),
    data: dataOf(part),
  });
  return object({ type: api(kind), source });
}

function text(piece: RequestPiece): RequestValue {
  return object({ type: api('text'), text: string([piece]) });
}

/**
 * Blocks of empty text as placeholders. The API refuses them with 400, `text content blocks must be non-empty`:
 * its schema does not say so, its answers do (anthropics/anthropic-sdk-python#461, anthropics/claude-code#59812).
 */
function filled(value: RequestValue): RequestValue {
  if (value.kind === 'array') return array(value.items.map(filled));
  if (value.kind !== 'object') return value;
  const isBlock = value.members.length === 2 && value.members[0]?.key === 'type';
  const last = value.members[1];
  if (isBlock && last?.key === 'text' && last.value.kind === 'string')
    return textOf(last.value.pieces) === '' ? text(openPiece('empty')) : value;
  return {
    kind: 'object',
    members: value.members.map(({ key, value: own }) => ({ key, value: filled(own) })),
  };
}
