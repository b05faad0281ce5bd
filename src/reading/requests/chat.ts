/** OpenAI Chat Completions: the body of `POST /v1/chat/completions`. */
import type { RequestPiece, RequestValue } from '../../model/model-request.ts';
import type { RequestFrame } from './frame.ts';
import {
  dataOf,
  dataUrl,
  descriptionOf,
  inputText,
  isMedia,
  type MediaPart,
  mediaPlaceholder,
  namesOf,
  othersOf,
  pieceOfPart,
  plainResult,
  schemaOf,
} from './parts.ts';
import type { ModelCall, OfferedTool, Part, Step } from './steps.ts';
import { api, array, object, open, openPiece, string } from './values.ts';

/** Deferred tools stand in the list once they were found: the API knows no search. */
export function chatRequest(frame: RequestFrame): RequestValue {
  const tools = frame.tools
    .filter((each) => !frame.isHidden(each))
    .map((each) => toolOf(each, frame.sendable));
  const all = frame.searches ? [searchTool, ...tools] : tools;
  return object({
    model: frame.model,
    messages: array([
      message('system', { content: texts(frame.system) }),
      ...frame.developer.map((piece) => message('developer', { content: texts([piece]) })),
      ...frame.steps.flatMap((step) => messagesOf(step, frame)),
    ]),
    ...(all.length > 0 ? { tools: array(all) } : {}),
  });
}

function toolOf(tool: OfferedTool, sendable: boolean): RequestValue {
  return object({
    type: api('function'),
    function: object({
      name: string([namesOf(tool.name, false).name]),
      description: descriptionOf(tool),
      parameters: schemaOf(tool, sendable),
      ...othersOf(tool),
    }),
  });
}

const searchTool = object({
  type: api('function'),
  function: object({
    name: string([{ text: 'tool_search', origin: { kind: 'open' } }]),
    description: open('the host’s own tool that finds tools'),
  }),
});

function messagesOf(step: Step, frame: RequestFrame): RequestValue[] {
  switch (step.kind) {
    case 'said':
      return [saidMessage(step.role, step.parts)];
    case 'calls':
      return [
        message('assistant', {
          content: open(frame.words),
          tool_calls: array(step.calls.map(toolCall)),
        }),
      ];
    case 'results':
      return [
        ...step.calls.map((each) => toolMessage(each, frame.sendable)),
        ...step.calls
          .map((each) => behind(each, frame.sendable))
          .filter((each) => each.length > 0)
          .map((each) => saidMessage('user', each)),
      ];
    case 'search':
      return [
        message('assistant', {
          content: open(frame.words),
          tool_calls: array([searchCall(frame.searchId(step.tools))]),
        }),
      ];
    case 'found':
      return [
        message('tool', {
          tool_call_id: api(frame.searchId(step.tools)),
          content: open('what the search found'),
        }),
      ];
  }
}

function searchCall(id: string): RequestValue {
  return object({
    id: api(id),
    type: api('function'),
    function: object({
      name: string([{ text: 'tool_search', origin: { kind: 'open' } }]),
      arguments: string([
        { text: '{"query":"‹what the model looked for›"}', origin: { kind: 'open' } },
      ]),
    }),
  });
}

function saidMessage(role: 'user' | 'assistant', parts: readonly Part[]): RequestValue {
  return message(role, { content: array(parts.map(partOf)) });
}

function toolCall(call: ModelCall): RequestValue {
  return object({
    id: api(call.id),
    type: api('function'),
    function: object({
      name: string([namesOf(call.name, false).name]),
      arguments: inputText(call),
    }),
  });
}

function toolMessage({ id, result }: ModelCall, sendable: boolean): RequestValue {
  const parts = sendable ? result.parts.filter((each) => !isMedia(each)) : result.parts;
  return message('tool', { tool_call_id: api(id), content: resultContent(parts) });
}

/** Some hosts send media in the message of the tool, where the API of OpenAI takes text alone. */
function behind({ result }: ModelCall, sendable: boolean): readonly Part[] {
  return sendable ? [...result.parts.filter(isMedia), ...result.behind] : result.behind;
}

function resultContent(parts: readonly Part[]): RequestValue {
  const plain = plainResult(parts, false);
  return plain ? string(plain) : array(parts.map(partOf));
}

function partOf(part: Part): RequestValue {
  return isMedia(part) ? mediaPart(part) : text(pieceOfPart(part));
}

function mediaPart(part: MediaPart): RequestValue {
  const type = part.media.mimeType ?? '';
  if (type.startsWith('image/'))
    return object({ type: api('image_url'), image_url: object({ url: dataUrl(part) }) });
  const format = /^audio\/(?:x-)?(wav|mp3|mpeg)$/.exec(type)?.[1];
  if (format === undefined) return text(openPiece(mediaPlaceholder(part)));
  const audio = object({ data: dataOf(part), format: api(format === 'mpeg' ? 'mp3' : format) });
  return object({ type: api('input_audio'), input_audio: audio });
}

function message(role: string, members: { readonly [key: string]: RequestValue }): RequestValue {
  return object({ role: api(role), ...members });
}

function texts(pieces: readonly RequestPiece[]): RequestValue {
  return array(pieces.map(text));
}

function text(piece: RequestPiece): RequestValue {
  return object({ type: api('text'), text: string([piece]) });
}
