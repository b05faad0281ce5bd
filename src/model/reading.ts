import type { MessageRef } from './message.ts';

/** What a host does with one member of a message. */
export type FateKind =
  /** The model reads it unchanged. */
  | 'reads'
  /** It arrives under another name or in another place. */
  | 'renamed'
  /** It arrives changed. */
  | 'rewritten'
  | 'truncated'
  /** It arrives as JSON text inside something else. */
  | 'inlined'
  /** Another member arrives instead. */
  | 'replaced'
  /** The model authored it. */
  | 'wrote'
  /** The host uses it, the model does not see it. */
  | 'host'
  /** The model sees it only after a tool search. */
  | 'deferred'
  | 'dropped'
  /** It serves only the protocol; no host passes it on. */
  | 'envelope'
  /** The host refuses the call or the list because of it. */
  | 'fails'
  /** Nobody knows; never guessed. */
  | 'unknown';

/** The steps of the pipeline from wire to model, in order (design section 5). */
export type Stage =
  | 'envelope'
  | 'listing'
  | 'tool-name'
  | 'description'
  | 'schema'
  | 'members'
  | 'instructions'
  | 'call'
  | 'sdk-checks'
  | 'error'
  | 'structured'
  | 'audience'
  | 'blocks'
  | 'encoding'
  | 'wrapper'
  | 'truncation'
  | 'placement'
  | 'resources'
  | 'prompts'
  | 'notifications';

/** The fate of one member. It holds for everything below `pointer` too. */
export interface Fate {
  /** JSON pointer into the message, whole subtree. */
  readonly pointer: string;
  readonly kind: FateKind;
  readonly stage: Stage;
  /** Name of the rule in the profile (`result.isError`); the key of its evidence. */
  readonly rule: string;
  /** What the view prints behind the word: `tool_result.content[0]`, `the model wrote mcp__…`. */
  readonly note: string | undefined;
}

/** A piece of text that the model reads or wrote, and where the host puts it. */
export interface ModelText {
  /** Place in the host's API request: `tools[0].description`, `tool_result.content[0]`, `system`. */
  readonly place: string;
  /** read: sent to the model; wrote: authored by it. */
  readonly way: 'read' | 'wrote';
  readonly text: string;
  /**
   * Member that the text comes from, or the value that holds all members it comes from; undefined:
   * added by a rule of the host.
   */
  readonly from: string | undefined;
  /** Where each piece comes from, in order, when there are several. */
  readonly parts?: readonly TextPart[];
}

/** A piece of a text: from a member, or added by a named rule. */
export interface TextPart {
  /** Length in UTF-16 units. */
  readonly length: number;
  readonly from?: string;
  readonly rule?: string;
}

/** An image or sound that the model gets; it costs by its own measure, not as text. */
export interface ModelMedia {
  /** Place in the host's API request: `tool_result.content[1].source.data`. */
  readonly place: string;
  readonly way: 'read' | 'wrote';
  /** As the message names it: `image/png`; undefined when it does not. */
  readonly mimeType: string | undefined;
  /** Bytes after base64 decoding. */
  readonly size: number;
  readonly from: string;
}

/** What one model gets of one message, by one profile. */
export interface Reading {
  readonly target: MessageRef;
  /**
   * Exactly one fate covers each leaf of the message: no fate's pointer lies below another's, and
   * none is missing.
   */
  readonly fates: readonly Fate[];
  readonly texts: readonly ModelText[];
  readonly media: readonly ModelMedia[];
  /** Bytes of `texts` in UTF-8 that the model reads / wrote. */
  readonly bytes: { readonly read: number; readonly wrote: number };
}

/** Counts tokens of a text. `name` says which tokenizer, `exact` whether it is the host's own. */
export interface Tokenizer {
  readonly name: string;
  readonly exact: boolean;
  count(text: string): number;
}
