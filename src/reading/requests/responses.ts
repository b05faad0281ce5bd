/** OpenAI Responses: the body of `POST /v1/responses`. */
import type { RequestPiece, RequestValue } from '../../model/model-request.ts';
import { programItems, programTool } from './code-mode.ts';
import { byNamespace, type RequestFrame } from './frame.ts';
import {
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
  withoutEmptyList,
} from './parts.ts';
import type { ModelCall, OfferedTool, Part, Step } from './steps.ts';
import { api, array, literal, object, open, openPiece, string } from './values.ts';

/** Tools of one namespace stand in it; what a search found stands in its output. */
export function responsesRequest(frame: RequestFrame): RequestValue {
  const eager = frame.tools.filter((each) => each.deferred === undefined);
  const tools = toolsOf(eager, frame);
  const all = frame.searches && !frame.runsPrograms ? [searchTool, ...tools] : tools;
  return object({
    model: frame.model,
    instructions: string(separated(frame.system)),
    ...(all.length > 0 ? { tools: array(all) } : {}),
    input: array([
      ...(frame.runsPrograms ? [programTool()] : []),
      ...frame.developer.map((piece) => message('developer', [inputText_(piece)])),
      ...frame.steps.flatMap((step) => programOr(step, frame)),
    ]),
  });
}

function toolsOf(tools: readonly OfferedTool[], frame: RequestFrame): RequestValue[] {
  if (!frame.hasNamespaces) return tools.map((each) => functionOf(each, frame));
  return byNamespace(tools).flatMap(([namespace, own]) => {
    const functions = own.map((each) => functionOf(each, frame));
    if (!namespace) return functions;
    return [
      object({
        type: api('namespace'),
        name: string([namespace]),
        description: string([frame.namespace ?? openPiece('the host’s words for the namespace')]),
        tools: array(functions),
      }),
    ];
  });
}

/** Without `strict: false` the API would take the schema for one of its own subset. */
function functionOf(tool: OfferedTool, { hasNamespaces, sendable }: RequestFrame): RequestValue {
  return object({
    type: api('function'),
    name: string([namesOf(tool.name, hasNamespaces).name]),
    description: descriptionOf(tool),
    parameters: schemaOf(tool, sendable),
    ...othersOf(tool),
    strict: literal(false),
    ...(tool.deferred ? { defer_loading: literal(true) } : {}),
  });
}

const searchTool = object({
  type: api('tool_search'),
  execution: api('client'),
  description: open('the host’s own tool that finds tools'),
  parameters: object({ type: string([{ text: 'object', origin: { kind: 'open' } }]) }),
});

function programOr(step: Step, frame: RequestFrame): RequestValue[] {
  const items = frame.runsPrograms
    ? programItems(step, frame, ({ result }) => output(result.parts, frame.resultIsList))
    : undefined;
  return items ?? itemsOf(step, frame);
}

function itemsOf(step: Step, frame: RequestFrame): RequestValue[] {
  switch (step.kind) {
    case 'said':
      return [saidItem(step.role, step.parts)];
    case 'calls':
      return [
        object({ type: api('message'), role: api('assistant'), content: open(frame.words) }),
        ...step.calls.map((each) => functionCall(each, frame.hasNamespaces)),
      ];
    case 'results':
      return [
        ...step.calls.map((each) => functionOutput(each, frame.resultIsList)),
        ...step.calls
          .filter((each) => each.result.behind.length > 0)
          .map((each) => saidItem('user', each.result.behind)),
      ];
    case 'search':
      return [
        object({
          type: api('tool_search_call'),
          call_id: api(frame.searchId(step.tools)),
          execution: api('client'),
          arguments: object({ query: open('what the model looked for') }),
        }),
      ];
    case 'found':
      return [
        object({
          type: api('tool_search_output'),
          call_id: api(frame.searchId(step.tools)),
          execution: api('client'),
          tools: array(toolsOf(step.tools, frame)),
        }),
      ];
  }
}

/** Of the model's own words the API takes a plain string. */
function saidItem(role: 'user' | 'assistant', parts: readonly Part[]): RequestValue {
  if (role === 'user') return message('user', parts.map(partOf));
  const pieces = parts.flatMap((each) => (isMedia(each) ? [] : [pieceOfPart(each)]));
  return object({
    type: api('message'),
    role: api('assistant'),
    content: string(separated(pieces)),
  });
}

function functionCall(call: ModelCall, split: boolean): RequestValue {
  const { namespace, name } = namesOf(call.name, split);
  return object({
    type: api('function_call'),
    call_id: api(call.id),
    name: string([name]),
    ...(namespace ? { namespace: string([namespace]) } : {}),
    arguments: inputText(call),
  });
}

function functionOutput({ id, result }: ModelCall, isList: boolean): RequestValue {
  return object({
    type: api('function_call_output'),
    call_id: api(id),
    output: output(result.parts, isList),
  });
}

function output(all: readonly Part[], isList: boolean): RequestValue {
  const parts = withoutEmptyList(all, isList);
  const plain = plainResult(parts, isList);
  return plain ? string(plain) : array(parts.map(partOf));
}

function partOf(part: Part): RequestValue {
  return isMedia(part) ? mediaPart(part) : inputText_(pieceOfPart(part));
}

function mediaPart(part: MediaPart): RequestValue {
  const type = part.media.mimeType ?? '';
  if (!type.startsWith('image/')) return inputText_(openPiece(mediaPlaceholder(part)));
  return object({ type: api('input_image'), image_url: dataUrl(part) });
}

function message(role: string, content: readonly RequestValue[]): RequestValue {
  return object({ type: api('message'), role: api(role), content: array(content) });
}

function inputText_(piece: RequestPiece): RequestValue {
  return object({ type: api('input_text'), text: string([piece]) });
}

/** Pieces in one string, an empty line between them. */
function separated(pieces: readonly RequestPiece[]): RequestPiece[] {
  return pieces.flatMap((each, index): RequestPiece[] =>
    index === 0 ? [each] : [{ text: '\n\n', origin: { kind: 'open' } }, each],
  );
}
