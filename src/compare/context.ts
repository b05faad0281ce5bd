import type { JsonNode } from '../model/json.ts';
import type { Located, MessageRef } from '../model/message.ts';
import type { Exchange, Session } from '../model/session.ts';
import type { FoldRule } from './folds.ts';
import type { PassedCalls } from './passed.ts';
import type { Comparing } from './values.ts';

/** What the caller of a comparison decides. */
export interface DiffOptions {
  /** Pointers that do not count; see `Normalising.ignore`. */
  readonly ignore?: readonly string[];
  /** Rules by which volatile values are folded; none: everything counts. */
  readonly folds: readonly FoldRule[];
  /** Exchanges that are known to belong together, all of both sessions; absent: they are aligned. */
  readonly pairs?: readonly ExchangePair[];
  /** Calls that both sessions had, and that were left out of both. */
  readonly passed?: PassedCalls;
  /** Reads a text as JSON; absent: texts are compared as texts. */
  readonly readText?: (text: string) => JsonNode | undefined;
}

/** Two exchanges that ask the same, or one that only one session has. */
export interface ExchangePair {
  /** `changed`: the same tool, prompt or method, asked with other values. */
  readonly how: 'same' | 'changed' | 'alone';
  readonly a?: Exchange;
  readonly b?: Exchange;
}

/** Two notifications of one kind. */
export interface NotificationPair {
  readonly how: 'same' | 'changed' | 'alone';
  readonly a?: Located;
  readonly b?: Located;
}

/** Everything that a rule may look at. */
export interface Context {
  readonly a: Session;
  readonly b: Session;
  /** One session is legacy, the other modern. */
  readonly acrossEras: boolean;
  readonly exchanges: readonly ExchangePair[];
  readonly notifications: readonly NotificationPair[];
  readonly passed: PassedCalls | undefined;
  /** How values of a message are compared. */
  readonly comparing: Comparing;
  /** Notes that these rules folded a difference. */
  readonly fold: (rules: readonly string[], example: FoldedExample) => void;
}

/** One folded difference, to show what a rule does. */
export interface FoldedExample {
  readonly pointer: string;
  readonly inner?: string;
  readonly before: JsonNode;
  readonly after: JsonNode;
  readonly b: MessageRef;
}
