import type { Side } from '../../model/frame.ts';
import type { Revision } from '../../model/session.ts';

/** What one revision of the specification says about one method. */
export interface MethodInfo {
  readonly method: string;
  readonly kind: 'request' | 'notification';
  /** Sides that may send it. */
  readonly from: readonly Side[];
  /** Members that `params` must have. */
  readonly params: readonly string[];
  /** Members that the result must have, by kind of result. Empty for notifications. */
  readonly results: Results;
  /** Page of the specification, below `/specification/<revision>/`. */
  readonly section: string;
  /** Extension that defines it, when it is not part of the core. */
  readonly extension?: string;
}

/**
 * Required members by kind of result. `complete` is the ordinary one; `input_required` exists from
 * 2026-07-28 on (one of `inputRequests` and `requestState` must be there too); `task` answers a call
 * that became a task (2025-11-25: one with `params.task`; 2026-07-28: `resultType` is `task`).
 */
export interface Results {
  readonly complete?: readonly string[];
  readonly input_required?: readonly string[];
  readonly task?: readonly string[];
}

export interface ErrorInfo {
  readonly code: number;
  readonly name: string;
  /** One phrase: what the peer says with it. */
  readonly meaning: string;
  readonly section: string;
}

/** Something that still works but is to be removed. */
export interface Deprecation {
  readonly feature: string;
  /** Methods that belong to it, on the wire or inside `inputRequests`. */
  readonly methods: readonly string[];
  readonly section: string;
}

/** One revision of the specification, as far as it can be seen on the wire. */
export interface RevisionTable {
  readonly revision: Revision;
  readonly era: 'legacy' | 'modern';
  readonly methods: readonly MethodInfo[];
  /** Codes with a meaning of their own; for ranges see `errorMeaning`. */
  readonly errors: readonly ErrorInfo[];
  /** May a line hold an array of messages? */
  readonly batch: boolean;
  /** May an error answer lack its id? */
  readonly errorWithoutId: boolean;
  /** May the server send requests of its own? */
  readonly serverRequests: boolean;
  /** Must every result say its `resultType`, or does the revision not know it? */
  readonly resultType: 'required' | 'unknown';
  /** Keys that `params._meta` of every request must have. */
  readonly requestMeta: readonly string[];
  /** Keys that it should have, and that `_meta` of every result should have. */
  readonly recommendedRequestMeta: readonly string[];
  readonly recommendedResultMeta: readonly string[];
  /** Values inside `inputRequests` that name what the server wants. */
  readonly inputMethods: readonly string[];
  readonly deprecated: readonly Deprecation[];
}

export const CLIENT: readonly Side[] = ['client'];
export const SERVER: readonly Side[] = ['server'];
export const BOTH: readonly Side[] = ['client', 'server'];

/** A request; `result` are the members of its ordinary result. */
export function request(
  from: readonly Side[],
  method: string,
  section: string,
  params: readonly string[],
  result: readonly string[],
): MethodInfo {
  return { method, kind: 'request', from, params, results: { complete: result }, section };
}

export function notification(
  from: readonly Side[],
  method: string,
  section: string,
  params: readonly string[] = [],
): MethodInfo {
  return { method, kind: 'notification', from, params, results: {}, section };
}

/** The methods of the revision before, with those of the same name and kind replaced. */
export function revise(
  before: readonly MethodInfo[],
  changes: readonly MethodInfo[],
): readonly MethodInfo[] {
  const changed = new Set(changes.map((each) => each.method));
  return [...before.filter((each) => !changed.has(each.method)), ...changes];
}
