import type { JsonNode } from '../model/json.ts';
import { parseJson } from '../wire/json.ts';

/** A text as JSON, spelling kept; undefined when it is none. For folders that may not read JSON themselves. */
export function readText(text: string): JsonNode | undefined {
  const parsed = parseJson(Buffer.from(text));
  return parsed.ok ? parsed.node : undefined;
}
