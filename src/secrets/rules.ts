import { PERSONAL_SHAPES, type PersonalShape } from './personal.ts';

/** What is to be taken out of a text or message. */
export interface RedactionRules {
  /** Members by name, wherever they stand; also in JSON inside a text. */
  readonly members: ReadonlySet<string>;
  /** Places in a message; the step `*` stands for any one key or index. */
  readonly pointers: readonly (readonly string[])[];
  /** Patterns of the user's own. Each expression is global. */
  readonly patterns: readonly { readonly name: string; readonly shape: RegExp }[];
  readonly personal: readonly PersonalShape[];
  /** Keys by their shape, members named like a secret, and what `maskText` knows. */
  readonly secrets: boolean;
}

/** All that is found without being named: for what is made to be handed on. */
export const EVERYTHING: RedactionRules = {
  members: new Set(),
  pointers: [],
  patterns: [],
  personal: PERSONAL_SHAPES,
  secrets: true,
};

/** One value that was taken out. */
export interface Hit {
  /** `member:nik`, `pointer:/result/x`, `pattern:email`, `secret:github`, `again:nik`. */
  readonly rule: string;
  /** Where in the message; empty for a text that is none. */
  readonly pointer: string;
  /** What stood there. Never to be printed whole. */
  readonly value: string;
}

/** Names that sound like a secret and serve the protocol alone. */
const HARMLESS_NAMES = new Set(['progressToken', 'pageToken', 'nextPageToken']);
/** What a server gives a client to bring back (MCP 2026-07-28): it may hold anything. */
const STATE_NAMES = new Set(['requestState']);

/** Is a member of this name a secret that nobody has to name? */
export function isSecretMember(name: string, isSecretName: (name: string) => boolean): boolean {
  return STATE_NAMES.has(name) || (!HARMLESS_NAMES.has(name) && isSecretName(name));
}
