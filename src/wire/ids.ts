import { rpcId as idOf } from '../model/ids.ts';
import type { JsonNode } from '../model/json.ts';
import type { RpcId } from '../model/message.ts';

/**
 * The id that a JSON value makes, or undefined when it can be none (object, array, true, false).
 * `key` comes from the model, so that ids pair by one rule everywhere; what is added here is `text`
 * as it crossed the wire: `"\u0061"` pairs with `"a"` but is not the same bytes.
 *
 * @param bytes the frame that the node's offsets point into; without it a string's `text` is its
 *   plainest spelling.
 */
export function rpcId(node: JsonNode, bytes?: Buffer): RpcId | undefined {
  const id = idOf(node);
  if (id?.kind !== 'string' || !bytes) return id;
  return { ...id, text: bytes.toString('utf8', node.start, node.end) };
}
