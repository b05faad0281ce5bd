import type { JsonNode } from '../model/json.ts';
import { parseJson } from '../wire/json.ts';

/** A text as JSON; undefined when it is none. */
export function readText(text: string): JsonNode | undefined {
  const parsed = parseJson(Buffer.from(text));
  return parsed.ok ? parsed.node : undefined;
}

/** The object or array that a text holds; undefined when it is no text, or something else. */
export function parseInner(node: JsonNode | undefined): JsonNode | undefined {
  if (node?.kind !== 'string' || !/^\s*[[{]/.test(node.value)) return undefined;
  return readText(node.value);
}
