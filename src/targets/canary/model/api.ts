import type { JsonValue } from '../../../model/json.ts';
import type { JsonMembers } from '../marker.ts';

/** The model APIs that the endpoint speaks. */
export type ApiName = 'anthropic-messages' | 'openai-chat' | 'openai-responses' | 'gemini';

/** A tool as a request offers it. */
export interface Offered {
  readonly name: string;
  /** The group that it belongs to, where the API has such (OpenAI Responses, `type: namespace`). */
  readonly namespace?: string;
  readonly description: string;
  /** The object that has the name, and its JSON pointer in the request. */
  readonly entry: JsonMembers;
  readonly pointer: string;
}

/** A call that the scripted model makes. */
export interface ScriptedCall {
  /** Name of the canary's tool; `(search)` for a call that looks for tools. */
  readonly tool: string;
  readonly offered: Offered;
  readonly id: string;
  readonly input: JsonMembers;
  /** How OpenAI Responses spells it, when not as a call of a function: a tool search, or program text. */
  readonly form?: 'search' | 'code';
}

/** What the scripted model says to one request. */
export interface Turn {
  /** Counts the requests, from 1. */
  readonly number: number;
  readonly model: string;
  /** Either calls, or a text when there are none. */
  readonly calls: readonly ScriptedCall[];
  readonly text: string;
}

/** One event of a stream. */
export interface StreamEvent {
  readonly event?: string;
  /** A JSON value, or text that is sent as it is (`[DONE]`). */
  readonly data: JsonMembers | string;
}

/** One model API: what a request offers, and how an answer looks. */
export interface Api {
  readonly name: ApiName;
  /** Does a POST to this path (without query) ask for a model's answer? */
  readonly matches: (path: string) => boolean;
  readonly wantsStream: (path: string, body: JsonMembers) => boolean;
  readonly offered: (body: JsonMembers) => readonly Offered[];
  /** The JSON Schema that the answer's text has to meet, when the request names one. */
  readonly wanted: (body: JsonMembers) => JsonMembers | undefined;
  /** Does the request end with the result of a call? Hosts ask other things about the same history. */
  readonly bringsResult: (body: JsonMembers) => boolean;
  readonly answer: (turn: Turn) => JsonMembers;
  readonly events: (turn: Turn) => readonly StreamEvent[];
}

/** The objects of a list; none when it is no list. */
export function objectsOf(value: JsonValue | undefined): readonly JsonMembers[] {
  if (!Array.isArray(value)) return [];
  // The filter leaves what has members.
  return value.filter((each) => typeof each === 'object' && each !== null) as JsonMembers[];
}

/** A text member, empty when it is none. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The tools of a list that have a name. `pointer` is the list's own, `below` leads to each tool's object. */
export function toolsOf(
  list: JsonValue | undefined,
  pointer: string,
  { below, namespace }: { readonly below?: string; readonly namespace?: string } = {},
): readonly Offered[] {
  return objectsOf(list).flatMap((item, index) => {
    const inner = below === undefined ? item : objectsOf([item[below] ?? null])[0];
    const name = textOf(inner?.['name']);
    if (!inner || name === '') return [];
    const place = `${pointer}/${index}${below === undefined ? '' : `/${below}`}`;
    const description = textOf(inner['description']);
    return [{ name, description, entry: inner, pointer: place, ...(namespace && { namespace }) }];
  });
}

/** The object at the end of a path of names; undefined where there is none. */
export function objectAt(value: JsonMembers, ...path: readonly string[]): JsonMembers | undefined {
  let here: JsonMembers | undefined = value;
  for (const step of path) here = objectsOf([here?.[step] ?? null])[0];
  return here;
}
