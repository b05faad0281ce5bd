import type { JsonNode } from '../model/json.ts';
import type { Located } from '../model/message.ts';

/** What a message carries: the result, the error, the params; undefined when it has none. */
export function payloadOf({ message }: Located): JsonNode | undefined {
  if (message.kind === 'result') return message.result;
  return message.kind === 'failure' ? message.error : message.params;
}

/** Are the payloads of two messages the same bytes? Then there is nothing to compare. */
export function samePayload(a: Located, b: Located): boolean {
  const [old, now] = [payloadOf(a), payloadOf(b)];
  if (!old || !now) return old === now;
  return a.message.kind === b.message.kind && bytesOf(a, old).equals(bytesOf(b, now));
}

function bytesOf({ bytes }: Located, { start, end }: JsonNode): Buffer {
  return bytes.subarray(start, end);
}
