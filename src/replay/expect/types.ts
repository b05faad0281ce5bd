import type { RuleId, Tier } from '../../compare/rules/table.ts';
import type { JsonNode } from '../../model/json.ts';

/** What may differ from a recording, and how a replay judges. Documented in docs/reference/expectations.md. */
export interface Expectations {
  readonly accept: readonly Acceptance[];
  /** Pointers that never count. */
  readonly ignore: readonly string[];
  /** Rules of folding that are switched off. */
  readonly noFold: readonly string[];
  /** Differences of this tier, and worse ones, are a failure. */
  readonly failOn: Tier | 'never' | undefined;
  /** Repeat calls that may change something. */
  readonly execute: boolean | undefined;
  /** Longest wait for an answer. */
  readonly timeoutMs: number | undefined;
}

/** One kind of difference that is fine. Every selector that is given has to fit. */
export interface Acceptance {
  /** `file:line:column`. */
  readonly place: string;
  readonly rules: readonly RuleId[] | undefined;
  readonly method: string | undefined;
  readonly tool: string | undefined;
  /** Covers the value there and all below; `*` is any step. */
  readonly pointer: string | undefined;
  /** Inside the JSON that a text holds. */
  readonly json: string | undefined;
  /** What must hold of the new value. */
  readonly condition: Condition | undefined;
  readonly reason: string | undefined;
}

export type Condition =
  | { readonly kind: 'equals'; readonly value: JsonNode }
  | { readonly kind: 'matches'; readonly pattern: RegExp }
  /** Bounds are included. */
  | { readonly kind: 'range'; readonly least: number; readonly most: number }
  /** The value must be gone. */
  | { readonly kind: 'absent' };

/** Nothing may differ. */
export const STRICT: Expectations = {
  accept: [],
  ignore: [],
  noFold: [],
  failOn: undefined,
  execute: undefined,
  timeoutMs: undefined,
};
