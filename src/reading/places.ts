import type { ApiFormat } from '../model/profile.ts';

/** Names of the places in an API request that tools, calls and results go to. */
export interface Places {
  /** The n-th tool of the list. */
  readonly tool: (index: number) => string;
  /** Name of the input schema, when the profile gives none. */
  readonly schema: string;
  readonly callName: string;
  readonly callInput: string;
  /** What the model reads of a result; blocks add their index. */
  readonly result: string;
  /** Parent of the flag that says that a call failed. */
  readonly flag: string;
}

/** The places of an API format; neutral words where the format is not known. */
export function placesOf(api: ApiFormat): Places {
  return PLACES[api];
}

/** A message of the user behind the result, where some hosts put media. */
export const USER_MESSAGE = 'messages[] (user)';

/** The number of the tool that a place is part of; undefined for other places. */
export function toolIndex(place: string): number | undefined {
  const found = /^(?:tools|functionDeclarations)\[(\d+)\]/.exec(place)?.[1];
  return found === undefined ? undefined : Number(found);
}

const PLACES: { readonly [format in ApiFormat]: Places } = {
  anthropic: {
    tool: (index) => `tools[${index}]`,
    schema: 'inputSchema',
    callName: 'tool_use.name',
    callInput: 'tool_use.input',
    result: 'tool_result.content',
    flag: 'tool_result',
  },
  'openai-chat': {
    tool: (index) => `tools[${index}].function`,
    schema: 'parameters',
    callName: 'tool_calls[].function.name',
    callInput: 'tool_calls[].function.arguments',
    result: 'tool.content',
    flag: 'tool',
  },
  'openai-responses': {
    tool: (index) => `tools[${index}]`,
    schema: 'parameters',
    callName: 'function_call.name',
    callInput: 'function_call.arguments',
    result: 'function_call_output.output',
    flag: 'function_call_output',
  },
  gemini: {
    tool: (index) => `functionDeclarations[${index}]`,
    schema: 'parametersJsonSchema',
    callName: 'functionCall.name',
    callInput: 'functionCall.args',
    result: 'functionResponse.response',
    flag: 'functionResponse.response',
  },
  unknown: {
    tool: (index) => `tools[${index}]`,
    schema: 'inputSchema',
    callName: 'call.name',
    callInput: 'call.input',
    result: 'result',
    flag: 'result',
  },
};
