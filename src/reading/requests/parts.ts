/** Pieces of the conversation as values of a request. */

import type { MessageRef } from '../../model/message.ts';
import type { Origin, RequestPiece, RequestValue } from '../../model/model-request.ts';
import type { ModelText } from '../../model/reading.ts';
import type { ModelCall, OfferedTool, Part } from './steps.ts';
import { json, object, open, openPiece, string } from './values.ts';

export type MediaPart = Extract<Part, { kind: 'media' }>;

/** A text of a reading as a piece. */
export function pieceOf(text: ModelText, target: MessageRef): RequestPiece {
  return { text: text.text, origin: originOf(text, target) };
}

/** A part that is no media, as a piece. */
export function pieceOfPart(part: Exclude<Part, MediaPart>): RequestPiece {
  return part.kind === 'open' ? openPiece(part.what) : pieceOf(part.text, part.target);
}

export function stringOf(text: ModelText, target: MessageRef): RequestValue {
  return string([pieceOf(text, target)]);
}

export function isMedia(part: Part): part is MediaPart {
  return part.kind === 'media';
}

/** The data of an image or sound as a string of the request, with what the API wants before it. */
export function dataOf({ media, data, target }: MediaPart, before = ''): RequestValue {
  const origin: Origin = { kind: media.way === 'wrote' ? 'wrote' : 'read', target, media };
  const head: RequestPiece[] = before === '' ? [] : [{ text: before, origin: { kind: 'api' } }];
  return string([...head, { text: data, origin }]);
}

/** `data:image/png;base64,…` */
export function dataUrl(part: MediaPart): RequestValue {
  return dataOf(part, `data:${part.media.mimeType ?? 'application/octet-stream'};base64,`);
}

/**
 * A result that is one plain string: a text that is no block of its own, or nothing at all where
 * blocks do not stay blocks (`isList`). Undefined: it is a list of blocks.
 */
export function plainResult(parts: readonly Part[], isList: boolean): RequestPiece[] | undefined {
  const [only, ...others] = parts;
  if (!only) return isList ? undefined : [{ text: '', origin: { kind: 'api' } }];
  if (only.kind !== 'text' || others.length > 0 || only.text.place.endsWith(']')) return undefined;
  // What stands around blocks is a block too.
  if (isList && only.text.parts?.every(({ rule }) => rule === 'result.wrapper')) return undefined;
  return [pieceOf(only.text, only.target)];
}

/** Hosts whose blocks stay blocks send no text for a result that holds nothing, but an empty list. */
export function withoutEmptyList(parts: readonly Part[], isList: boolean): readonly Part[] {
  const [only, ...others] = parts;
  if (!isList || only?.kind !== 'text' || others.length > 0 || only.text.text !== '[]')
    return parts;
  return only.text.parts?.[0]?.rule === 'result.empty' ? [] : parts;
}

/** Media that the API has no place for: a placeholder that says what it is. */
export function mediaPlaceholder({ media }: MediaPart): string {
  return `${media.mimeType ?? 'media'}, ${media.size} bytes, as the host sends it`;
}

/** The name of a tool, without and with the namespace that some hosts give it. */
export interface ToolNames {
  readonly namespace: RequestPiece | undefined;
  readonly name: RequestPiece;
}

/**
 * The name of a tool or of a call. `split`: the host has namespaces, so the part before the first dot
 * is one. A name that nobody knows is the server's own, as a placeholder.
 */
export function namesOf(part: Part, split: boolean): ToolNames {
  if (part.kind !== 'text')
    return { namespace: undefined, name: { text: whatOf(part), origin: { kind: 'open' } } };
  const origin = originOf(part.text, part.target);
  const { text } = part.text;
  const dot = split ? text.indexOf('.') : -1;
  if (dot < 0) return { namespace: undefined, name: { text, origin } };
  return {
    namespace: { text: text.slice(0, dot), origin },
    name: { text: text.slice(dot + 1), origin },
  };
}

/**
 * The schema of a tool; a placeholder is a schema too. `typed`: for a body that is to be sent, a root
 * without a type gets one, since APIs refuse it and some hosts leave that to their SDK.
 */
export function schemaOf({ schema, target }: OfferedTool, typed: boolean): RequestValue {
  if (schema.kind === 'text' && schema.text.text.startsWith('{')) {
    const { text } = schema.text;
    return json(typed ? withType(text) : text, originOf(schema.text, target));
  }
  const what = schema.kind === 'open' ? schema.what : 'a schema that is no object';
  return object({
    type: string([{ text: 'object', origin: { kind: 'open' } }]),
    description: open(what),
  });
}

/** Numbers keep their spelling: the text is not written anew. */
function withType(text: string): string {
  // What a reading gives is JSON, and it begins as an object.
  const root = JSON.parse(text) as { readonly [key: string]: unknown };
  if (root['type'] !== undefined) return text;
  return text === '{}' ? '{"type":"object"}' : `{"type":"object",${text.slice(1)}`;
}

/** Members that the host forwards beside name, description and schema. */
export function othersOf({ others, target }: OfferedTool): { [key: string]: RequestValue } {
  return Object.fromEntries(
    others.map(([key, text]) => [key, json(text.text, originOf(text, target))]),
  );
}

export function descriptionOf({ description, target }: OfferedTool): RequestValue | undefined {
  return description && stringOf(description, target);
}

/** What the model wrote as arguments, as an object; most APIs take nothing else. */
export function inputOf({ input, request }: ModelCall): RequestValue {
  if (!input) return json('{}', { kind: 'api' });
  if (!input.text.startsWith('{')) return object({ arguments: open('no object') });
  return json(input.text, originOf(input, request));
}

/** The same as a string of JSON. */
export function inputText({ input, request }: ModelCall): RequestValue {
  return input ? stringOf(input, request) : string([{ text: '{}', origin: { kind: 'api' } }]);
}

function originOf(text: ModelText, { seq, index }: MessageRef): Origin {
  return { kind: text.way === 'wrote' ? 'wrote' : 'read', target: { seq, index }, text };
}

function whatOf(part: Part): string {
  return part.kind === 'open' ? part.what : '';
}
