import type { JsonNode, JsonObject } from '../../model/json.ts';
import type { JsonText, Params } from '../json-text.ts';

/** Which opening to use. `auto` asks with `server/discover` and falls back to `initialize`. */
export type WantedEra = 'auto' | 'legacy' | 'modern';

/** A conversation to play as the client, in order. Documented in docs/reference/script.md. */
export interface Script {
  readonly server: ScriptServer | undefined;
  readonly era: WantedEra | undefined;
  readonly revision: string | undefined;
  readonly client: ScriptClient | undefined;
  /** Default for every step, in milliseconds. */
  readonly timeoutMs: number | undefined;
  /** Answers to what the server asks, by method. */
  readonly answers: Answers;
  readonly steps: readonly Step[];
}

export interface ScriptServer {
  readonly command: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
}

export interface ScriptClient {
  readonly name: string | undefined;
  readonly version: string | undefined;
  /** Sent instead of what the answers imply. */
  readonly capabilities: JsonObject | undefined;
}

/** Canned answers by method; a list is used up in turn, and its last one repeats. */
export type Answers = ReadonlyMap<string, readonly CannedAnswer[]>;

/** The text of a result, or of an error object. */
export type CannedAnswer = { readonly kind: 'result' | 'error'; readonly text: JsonText };

export interface Step {
  /** How messages name it: `tools/call cari_anak`. */
  readonly label: string;
  /** `file:line:column` of the script; undefined for steps of a built-in script. */
  readonly place: string | undefined;
  readonly timeoutMs: number | undefined;
  /** JSON text of the id that the request must carry instead of the next free one. */
  readonly id: JsonText | undefined;
  readonly expect: readonly Expectation[];
  readonly action: Action;
}

export type ListMethod =
  | 'tools/list'
  | 'resources/list'
  | 'resources/templates/list'
  | 'prompts/list';

export type Action =
  /** The opening of the session's era; with `auto`, whichever the server understands. */
  | { readonly kind: 'open' }
  | { readonly kind: 'initialize' }
  | { readonly kind: 'discover' }
  | { readonly kind: 'list'; readonly method: ListMethod }
  /** Every list that the server declares, every resource, every prompt that needs no argument. */
  | { readonly kind: 'explore' }
  | { readonly kind: 'request'; readonly method: string; readonly params: Params | undefined }
  | { readonly kind: 'notify'; readonly method: string; readonly params: Params | undefined }
  /** Exactly this line; a line feed is added. */
  | { readonly kind: 'raw'; readonly line: string }
  | { readonly kind: 'parallel'; readonly steps: readonly Step[] }
  | { readonly kind: 'pause'; readonly ms: number }
  /** A notification of the server that no earlier step waited for. */
  | { readonly kind: 'await'; readonly method: string };

/** One expectation on the message that answers a step. */
export interface Expectation {
  /** JSON pointer into the whole message: `/result/content/0/text`. */
  readonly pointer: string;
  /** The text found there is JSON; the check looks at this pointer inside it. */
  readonly json: string | undefined;
  readonly check: Check;
}

export type Check =
  | { readonly kind: 'equals'; readonly value: JsonNode }
  | { readonly kind: 'matches'; readonly pattern: RegExp }
  | { readonly kind: 'absent' };
