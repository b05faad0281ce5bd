import { rpcId } from '../../model/ids.ts';
import { at, type JsonNode, member } from '../../model/json.ts';
import type { RpcId } from '../../model/message.ts';
import type { Step } from './tape.ts';

/** The client's own words for what the recording names in another client's. As JSON spells them. */
export interface Names {
  /** Id of the request that is answered, or that a subscription or cancellation names. */
  readonly id?: string | undefined;
  /** Progress token of the request. */
  readonly token?: string | undefined;
  /** Id under which the server asks. */
  readonly ownId?: string | undefined;
}

/** `_meta` key of what belongs to a subscription (2026-07-28, "Subscriptions"). */
const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

/**
 * The bytes of a step for this client: those recorded, with ids and tokens in their places exchanged.
 * Nothing else changes, not even a space. Of a message in a batch, its own bytes alone.
 */
export function bytesFor(step: Step, names: Names): Buffer {
  const root = rootOf(step);
  const start = step.message?.index === undefined ? 0 : (root?.start ?? 0);
  const end = step.message?.index === undefined ? step.bytes.length : (root?.end ?? 0);
  return spliced(step.bytes, editsFor(step, names), start, end);
}

/** The frame of a batch whole, with the ids of all its messages exchanged. */
export function batchFor(steps: readonly (readonly [Step, Names])[]): Buffer {
  const [first] = steps;
  const bytes = first?.[0].bytes ?? Buffer.alloc(0);
  const edits = steps.flatMap(([step, names]) => editsFor(step, names));
  return spliced(bytes, edits, 0, bytes.length);
}

/** The value as the client spelled it. */
export function spelling(node: JsonNode, bytes: Buffer): string {
  return bytes.toString('utf8', node.start, node.end);
}

/** The progress token that a request asks with, as spelled; undefined when it has none. */
export function tokenIn(params: JsonNode | undefined, bytes: Buffer): string | undefined {
  const token = at(params, '_meta', 'progressToken');
  return token && rpcId(token) ? spelling(token, bytes) : undefined;
}

/** As JSON; `null` for the id that pairs with nothing. */
export function idText(id: RpcId | undefined): string | undefined {
  return id?.kind === 'null' ? 'null' : id?.text;
}

interface Edit {
  readonly node: JsonNode | undefined;
  readonly text: string | undefined;
}

function rootOf({ message, stray }: Step): JsonNode | undefined {
  return message?.message.node ?? stray?.almost?.node;
}

function editsFor(step: Step, { id, token, ownId }: Names): Edit[] {
  const root = rootOf(step);
  const params = member(root, 'params');
  const subscription = (below: JsonNode | undefined) => ({
    node: at(below, '_meta', SUBSCRIPTION_ID),
    text: id,
  });
  switch (step.role.kind) {
    case 'answer':
      return [{ node: idNode(root), text: id }, subscription(member(root, 'result'))];
    case 'progress':
      return [{ node: member(params, 'progressToken'), text: token }];
    case 'subscription':
      return [subscription(params)];
    case 'request':
      return [{ node: member(root, 'id'), text: ownId }];
    case 'cancel':
      return [{ node: member(params, 'requestId'), text: ownId ?? id }, subscription(params)];
    case 'plain':
      return [];
  }
}

/** An answer that names nobody still names nobody. */
function idNode(root: JsonNode | undefined): JsonNode | undefined {
  const id = member(root, 'id');
  return id?.kind === 'literal' ? undefined : id;
}

function spliced(bytes: Buffer, edits: readonly Edit[], start: number, end: number): Buffer {
  const parts: Buffer[] = [];
  let from = start;
  for (const { node, text } of [...edits].sort(
    (a, b) => (a.node?.start ?? 0) - (b.node?.start ?? 0),
  )) {
    if (!node || text === undefined) continue;
    parts.push(bytes.subarray(from, node.start), Buffer.from(text));
    from = node.end;
  }
  return parts.length === 0
    ? bytes.subarray(start, end)
    : Buffer.concat([...parts, bytes.subarray(from, end)]);
}
