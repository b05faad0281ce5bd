import type { JsonMembers } from '../marker.ts';
import { type Api, objectAt, objectsOf, type Turn, toolsOf } from './api.ts';

/** Gemini: `POST …/models/NAME:generateContent` and `:streamGenerateContent`. */
export const gemini: Api = {
  name: 'gemini',
  matches: (path) => /:(streamG|g)enerateContent$/.test(path),
  wantsStream: (path) => path.endsWith(':streamGenerateContent'),
  offered: (body) =>
    objectsOf(body['tools']).flatMap((tool, index) =>
      ['functionDeclarations', 'function_declarations'].flatMap((key) =>
        toolsOf(tool[key], `/tools/${index}/${key}`),
      ),
    ),
  wanted: (body) =>
    objectAt(body, 'generationConfig', 'responseJsonSchema') ??
    objectAt(body, 'generationConfig', 'responseSchema'),
  bringsResult: (body) =>
    objectsOf(objectsOf(body['contents']).at(-1)?.['parts']).some(
      (part) => 'functionResponse' in part || 'function_response' in part,
    ),
  answer,
  events: (turn) => [{ data: answer(turn) }],
};

function answer(turn: Turn): JsonMembers {
  return {
    candidates: [
      { content: { role: 'model', parts: parts(turn) }, finishReason: 'STOP', index: 0 },
    ],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: turn.model,
    responseId: `resp-${turn.number}`,
  };
}

function parts({ calls, text }: Turn): JsonMembers[] {
  if (calls.length === 0) return [{ text }];
  return calls.map(({ id, offered, input }) => ({
    functionCall: { id, name: offered.name, args: input },
  }));
}
