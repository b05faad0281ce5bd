import { append } from '../../model/lists.ts';
/** Gemini: the body of `POST /v1beta/models/MODEL:generateContent`. */
import type { RequestPiece, RequestValue } from '../../model/model-request.ts';
import type { RequestFrame } from './frame.ts';
import {
  dataOf,
  descriptionOf,
  inputOf,
  isMedia,
  type MediaPart,
  namesOf,
  othersOf,
  pieceOf,
  pieceOfPart,
  schemaOf,
} from './parts.ts';
import type { CallResult, ModelCall, OfferedTool, Part, Step } from './steps.ts';
import { api, array, json, object, open, openPiece, string } from './values.ts';

/** The model is named in the path, not in the body. */
export function geminiRequest(frame: RequestFrame): RequestValue {
  const contents: { role: 'user' | 'model'; parts: RequestValue[] }[] = [];
  for (const step of frame.steps) {
    const role = roleOf(step);
    const parts = partsOf(step, frame);
    const last = contents.at(-1);
    if (last?.role === role) append(last.parts, parts);
    else contents.push({ role, parts });
  }
  if (contents[0]?.role === 'model')
    contents.unshift({ role: 'user', parts: [text(openPiece('the user’s words'))] });
  const declared = frame.tools
    .filter((each) => !frame.isHidden(each))
    .map((each) => declaration(each, keyOf(frame)));
  const all = frame.searches ? [searchTool, ...declared] : declared;
  return object({
    systemInstruction: object({
      parts: array([...frame.system, ...frame.developer].map(text)),
    }),
    ...(all.length > 0 ? { tools: array([object({ functionDeclarations: array(all) })]) } : {}),
    contents: array(
      contents.map(({ role, parts }) => object({ role: api(role), parts: array(parts) })),
    ),
  });
}

/** The schema stands under the name that the host gives it; there are two in use. */
function declaration(tool: OfferedTool, key: string): RequestValue {
  const others = Object.entries(othersOf(tool)).map(([name, value]) => [camelCase(name), value]);
  return object({
    name: string([namesOf(tool.name, false).name]),
    description: descriptionOf(tool),
    [camelCase(key)]: schemaOf(tool, false),
    ...Object.fromEntries(others),
  });
}

/** There are two: one takes any JSON Schema, the other a subset. */
function keyOf({ schemaKey }: RequestFrame): string {
  return schemaKey.startsWith('parameters') ? schemaKey : 'parametersJsonSchema';
}

/** The API reads both spellings; SDKs send this one. */
function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_found, letter: string) => letter.toUpperCase());
}

const searchTool = object({
  name: string([{ text: 'tool_search', origin: { kind: 'open' } }]),
  description: open('the host’s own tool that finds tools'),
});

function roleOf(step: Step): 'user' | 'model' {
  if (step.kind === 'said') return step.role === 'user' ? 'user' : 'model';
  return step.kind === 'calls' || step.kind === 'search' ? 'model' : 'user';
}

function partsOf(step: Step, frame: RequestFrame): RequestValue[] {
  switch (step.kind) {
    case 'said':
      return step.parts.map(partOf);
    case 'calls':
      return [text(openPiece(frame.words)), ...step.calls.map(functionCall)];
    case 'results':
      return [
        ...step.calls.flatMap((each) => functionResponse(each, frame.resultIsObject)),
        ...step.calls.flatMap((each) => each.result.behind.map(partOf)),
      ];
    case 'search':
      return [
        object({
          functionCall: object({
            id: api(frame.searchId(step.tools)),
            name: string([{ text: 'tool_search', origin: { kind: 'open' } }]),
            args: object({ query: open('what the model looked for') }),
          }),
        }),
      ];
    case 'found':
      return [
        object({
          functionResponse: object({
            id: api(frame.searchId(step.tools)),
            name: string([{ text: 'tool_search', origin: { kind: 'open' } }]),
            response: object({ output: open('what the search found') }),
          }),
        }),
      ];
  }
}

function functionCall(call: ModelCall): RequestValue {
  return object({
    functionCall: object({
      id: api(call.id),
      name: string([namesOf(call.name, false).name]),
      args: inputOf(call),
    }),
  });
}

/** Media stand behind the response. */
function functionResponse({ id, name, result }: ModelCall, isObject: boolean): RequestValue[] {
  const response = object({
    functionResponse: object({
      id: api(id),
      name: string([namesOf(name, false).name]),
      response: responseOf(result, isObject),
    }),
  });
  return [response, ...result.parts.filter(isMedia).map(mediaPart)];
}

/** A result that the host passes on as an object is the response itself. */
function responseOf({ parts, flag }: CallResult, isObject: boolean): RequestValue {
  const said = parts.filter((each) => !isMedia(each));
  const [only, ...others] = said;
  if (!only) return object({});
  const key = flag === 'error' ? 'error' : 'output';
  if (others.length > 0)
    return object({ [key]: array(said.map((each) => string([pieceOfPart(each)]))) });
  if (isObject && only.kind === 'text' && isObjectText(only))
    return json(only.text.text, pieceOf(only.text, only.target).origin);
  return object({ [key]: string([pieceOfPart(only)]) });
}

/** Not a text of the host in place of a result, nor what a cut has left of it. */
function isObjectText({ text: own }: Extract<Part, { kind: 'text' }>): boolean {
  const isCut = own.parts?.some(({ rule }) => rule === 'result.truncation') === true;
  return own.text.startsWith('{') && !isCut;
}

function partOf(part: Part): RequestValue {
  return isMedia(part) ? mediaPart(part) : text(pieceOfPart(part));
}

function mediaPart(part: MediaPart): RequestValue {
  const mimeType = api(part.media.mimeType ?? 'application/octet-stream');
  return object({ inlineData: object({ mimeType, data: dataOf(part) }) });
}

function text(piece: RequestPiece): RequestValue {
  return object({ text: string([piece]) });
}
