import type { JsonNode } from '../../../src/model/json.ts';
import { parseJson } from '../../../src/wire/json.ts';

/** A JSON text as nodes. */
export function json(text: string): JsonNode {
  const parsed = parseJson(Buffer.from(text));
  if (!parsed.ok) throw new Error(`not JSON: ${parsed.detail}`);
  return parsed.node;
}

/** As `sadap diff` reads the JSON in texts. */
export function readText(text: string): JsonNode | undefined {
  const parsed = parseJson(Buffer.from(text));
  return parsed.ok ? parsed.node : undefined;
}
