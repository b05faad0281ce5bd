import type { Frame, Micros, Side } from './frame.ts';
import type { JsonNode, JsonObject } from './json.ts';

/**
 * A JSON-RPC id. Ids pair by type and value: 1 is not "1", 1 and 1.0 are the same number, 0 and ""
 * are ids like any other, and null pairs with nothing (facts: MCP base protocol, "Requests").
 */
export type RpcId =
  /** `key` is equal exactly for ids that pair; `text` is the JSON as spelled (`1.0`, `"a"`). */
  | { readonly kind: 'number' | 'string'; readonly key: string; readonly text: string }
  | { readonly kind: 'null' };

/** What JSON-RPC makes of an object. `node` is the whole object. */
export type Message =
  | {
      readonly kind: 'request';
      readonly id: RpcId;
      readonly method: string;
      readonly params: JsonNode | undefined;
      readonly node: JsonObject;
    }
  | {
      readonly kind: 'notification';
      readonly method: string;
      readonly params: JsonNode | undefined;
      readonly node: JsonObject;
    }
  | {
      readonly kind: 'result';
      readonly id: RpcId;
      readonly result: JsonNode;
      readonly node: JsonObject;
    }
  /** An error answer. Its id may be missing (legal since 2025-11-25): `undefined`. */
  | {
      readonly kind: 'failure';
      readonly id: RpcId | undefined;
      readonly error: JsonNode;
      readonly node: JsonObject;
    };

export type Request = Extract<Message, { kind: 'request' }>;
export type Answer = Extract<Message, { kind: 'result' | 'failure' }>;

/** Why a frame, or one member of a batch, holds no message. */
export type StrayWhy =
  /** An empty line, or white space alone. */
  | 'blank'
  /** Not a JSON text. `offset` is the first byte that cannot be. */
  | 'not-json'
  /** Starts with EF BB BF; the rest may be a message (`almost`). */
  | 'bom'
  /** JSON, but neither request, notification, result nor error. */
  | 'not-rpc'
  /** A JSON array without members. */
  | 'empty-batch'
  /** The stream ended before the line did; what came may be a whole message (`almost`). */
  | 'cut';

export interface Stray {
  readonly kind: 'stray';
  readonly why: StrayWhy;
  /** Byte offset in the frame where it goes wrong, when there is such a place. */
  readonly offset: number | undefined;
  /** What is wrong, as one phrase: `unexpected "N"`, `has neither method nor result`. */
  readonly detail: string;
  /** The message that a tolerant peer would still see (BOM removed, NaN accepted, the line ended). Never paired. */
  readonly almost: Message | undefined;
}

/** What a frame holds. A batch is an array on one line (legal in 2025-03-26 only). */
export type FrameContent =
  | Message
  | Stray
  | { readonly kind: 'batch'; readonly members: readonly (Message | Stray)[] };

/** A flaw of the bytes that does not stop a peer from reading the message. */
export type Defect =
  /** `offset` is the first byte that is no UTF-8; the structure around it is JSON. */
  | { readonly kind: 'invalid-utf8'; readonly offset: number; readonly byte: number }
  /** The same key twice in one object, at this pointer. */
  | { readonly kind: 'duplicate-key'; readonly pointer: string; readonly offset: number };

/** A frame and what was understood of it. */
export interface ParsedFrame {
  readonly frame: Frame;
  readonly content: FrameContent;
  readonly defects: readonly Defect[];
}

/** Where a message stands: the frame's `seq`, and its index when the frame is a batch. */
export interface MessageRef {
  readonly seq: number;
  readonly index: number | undefined;
}

/** A message with its place, time and sender. `bytes` is the whole frame that `node` offsets point into. */
export interface Located<M extends Message = Message> extends MessageRef {
  readonly at: Micros;
  readonly from: Side;
  /** The HTTP exchange that carried it; absent on stdio. */
  readonly call?: number;
  readonly message: M;
  readonly bytes: Buffer;
}
