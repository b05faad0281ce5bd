import type { JsonValue } from './json.ts';

/** How a member that a server sent arrived in the request that a host sent to the model. */
export type Arrival =
  /** The same value under the same name. */
  | 'unchanged'
  /** The same value under another name or in another place. */
  | 'renamed'
  /** As a part of a longer text. */
  | 'wrapped'
  /** As JSON text inside of a text. */
  | 'inlined'
  /** Only parts of it. */
  | 'truncated'
  /** Another value in its place. */
  | 'rewritten'
  | 'absent';

/** One member and what became of it. */
export interface MeasuredMember {
  /** Which answer of the canary it belongs to: a method, or `call NAME`. */
  readonly about: string;
  /** JSON pointer into that answer. */
  readonly pointer: string;
  readonly arrival: Arrival;
  /** JSON pointer into the host's request, the first place of several; absent with `absent`. */
  readonly at?: string;
  /** What a reader should know: the new value, what is left of a long text. */
  readonly note?: string;
}

/** A tool as the host offered it. */
export interface MeasuredTool {
  readonly name: string;
  readonly namespace?: string;
  /** Pointers of the offered tool that nothing on the wire has, with their values. */
  readonly added: readonly (readonly [pointer: string, value: JsonValue])[];
}

/** What the model gets of one call: leaves of the items that follow the call in the history. */
export interface MeasuredResult {
  readonly tool: string;
  /** false: the host asked the model nothing more about this call. */
  readonly came: boolean;
  /** Pointer below the first such item, and the value. */
  readonly leaves: readonly (readonly [pointer: string, value: JsonValue])[];
}

/** What one capture says about a host. */
export interface Measured {
  /** API format of the requests. */
  readonly api: string;
  /** Requests for an answer of the model. */
  readonly requests: number;
  /** By name of the canary's tool; a tool that is missing was not offered. */
  readonly tools: { readonly [tool: string]: MeasuredTool };
  readonly members: readonly MeasuredMember[];
  readonly results: readonly MeasuredResult[];
}

/** How one rule of a profile fares against a measurement. */
export interface RuleCompared {
  readonly rule: string;
  /** Members and texts that are as predicted, that are not, and of which the profile says nothing. */
  readonly agrees: number;
  readonly differs: number;
  readonly unknown: number;
}

/** One thing that arrived otherwise than a profile says. */
export interface Difference {
  readonly rule: string;
  /** Which answer of the canary it belongs to. */
  readonly about: string;
  /** JSON pointer of a member; of what a tool offers, its name and the pointer in the request. */
  readonly at: string;
  readonly predicted: string;
  readonly seen: string;
}

export interface Compared {
  readonly host: string;
  readonly rules: readonly RuleCompared[];
  /** All that differs, and all of which the profile says nothing. */
  readonly differences: readonly Difference[];
}
