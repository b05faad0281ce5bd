import { type JsonNode, type JsonObject, member } from '../model/json.ts';
import type { Message, RpcId, Stray, StrayWhy } from '../model/message.ts';
import { rpcId } from './ids.ts';

/**
 * What JSON-RPC 2.0 makes of a value: a message, or a stray `not-rpc` that says what is in the way.
 *
 * Where the specification is silent or peers are more tolerant than it:
 * - `jsonrpc` is not looked at. Peers that ask for "2.0" and peers that do not both exist; whether it
 *   is right is for the checks to say, from `node`.
 * - `method`, `result` or `error` with the value null counts as absent beside one that has a value,
 *   because serialisers of structures write all three (and JSON-RPC 1.0 had `error: null`).
 * - More than one of the three with a value is no message: peers disagree about which one counts.
 * - An error may have any shape, and no id (legal since revision 2025-11-25).
 * - An id of null is an id that pairs with nothing; an id that is neither string, number nor null
 *   makes the object no message.
 *
 * Of duplicate keys the last one counts. Batch arrays are taken apart by `parseFrame`.
 *
 * @param bytes the frame that `node` points into; gives string ids their spelling.
 */
export function messageOf(node: JsonNode, bytes?: Buffer): Message | Stray {
  if (node.kind !== 'object')
    return stray('not-rpc', `is ${nameOf(node)}, not an object`, node.start);
  const method = present(node, 'method');
  const error = present(node, 'error');
  const result = present(node, 'result') ?? (method || error ? undefined : member(node, 'result'));
  const both = clash({ method, result, error });
  if (both !== undefined) return stray('not-rpc', both, undefined);
  const id = idOf(node, bytes);
  if (id && 'why' in id) return id;
  if (method) return call(node, method, id);
  if (result) return id ? { kind: 'result', id, result, node } : missing('has a result but no id');
  if (error) return { kind: 'failure', id, error, node };
  return missing('has neither method, result nor error');
}

/** A stray without a tolerant reading. `offset` counts in the frame. */
export function stray(why: StrayWhy, detail: string, offset: number | undefined): Stray {
  return { kind: 'stray', why, offset, detail, almost: undefined };
}

function missing(detail: string): Stray {
  return stray('not-rpc', detail, undefined);
}

/** The member's value; undefined when it is absent or null. */
function present(node: JsonObject, key: string): JsonNode | undefined {
  const found = member(node, key);
  return found?.kind === 'literal' && found.value === null ? undefined : found;
}

function clash(kinds: { readonly [name: string]: JsonNode | undefined }): string | undefined {
  const names = Object.keys(kinds).filter((name) => kinds[name]);
  if (names.length < 2) return undefined;
  return `has ${names.slice(0, -1).join(', ')} and ${names.at(-1)} at once`;
}

function idOf(node: JsonObject, bytes: Buffer | undefined): RpcId | Stray | undefined {
  const found = member(node, 'id');
  if (!found) return undefined;
  return rpcId(found, bytes) ?? stray('not-rpc', `id is ${nameOf(found)}`, found.start);
}

function call(node: JsonObject, method: JsonNode, id: RpcId | undefined): Message | Stray {
  if (method.kind !== 'string')
    return stray('not-rpc', `method is ${nameOf(method)}, not a string`, method.start);
  const params = member(node, 'params');
  return id
    ? { kind: 'request', id, method: method.value, params, node }
    : { kind: 'notification', method: method.value, params, node };
}

/** What a value is, as a phrase. */
function nameOf(node: JsonNode): string {
  switch (node.kind) {
    case 'object':
    case 'array':
      return `an ${node.kind}`;
    case 'string':
    case 'number':
      return `a ${node.kind}`;
    case 'literal':
      return String(node.value);
  }
}
