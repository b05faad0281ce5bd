import type { RequestValue } from '../../model/model-request.ts';
import type { ApiFormat } from '../../model/profile.ts';
import { anthropicRequest } from './anthropic.ts';
import { chatRequest } from './chat.ts';
import type { Dialogue } from './dialogue.ts';
import { frameOf, type RequestFrame, type RequestOptions } from './frame.ts';
import { geminiRequest } from './gemini.ts';
import { responsesRequest } from './responses.ts';
import type { Turn } from './steps.ts';

/**
 * The body that the host sends to the model in this turn, in the format of its API. What the
 * recording cannot know is a placeholder (`‹…›`).
 */
export function requestOf(
  dialogue: Dialogue,
  turn: Turn,
  options: RequestOptions = {},
): RequestValue {
  return RENDER[dialogue.profile.api](frameOf(dialogue, turn, options));
}

const RENDER: { readonly [api in ApiFormat]: (frame: RequestFrame) => RequestValue } = {
  anthropic: anthropicRequest,
  'openai-chat': chatRequest,
  'openai-responses': responsesRequest,
  gemini: geminiRequest,
  // Of a host whose API is not known, the request has the form of the one that MCP results are nearest to.
  unknown: anthropicRequest,
};
