import type { MessageRef } from './message.ts';
import type { ModelMedia, ModelText } from './reading.ts';

/** Where a piece of a request to a model comes from. */
export type Origin =
  /** A reading says that the model reads or wrote it; `text` and `media` are those of the reading. */
  | {
      readonly kind: 'read' | 'wrote';
      readonly target: MessageRef;
      readonly text?: ModelText;
      readonly media?: ModelMedia;
    }
  /** The format of the API asks for it: types, roles, ids. */
  | { readonly kind: 'api' }
  /** A placeholder for what the recording cannot know. */
  | { readonly kind: 'open' };

/** A run of characters of one origin. */
export interface RequestPiece {
  readonly text: string;
  readonly origin: Origin;
}

/** A JSON value of a request to a model, every leaf with its origin. Names come from the format. */
export type RequestValue =
  | { readonly kind: 'object'; readonly members: readonly RequestMember[] }
  | { readonly kind: 'array'; readonly items: readonly RequestValue[] }
  /** A string, made of pieces. */
  | { readonly kind: 'string'; readonly pieces: readonly RequestPiece[] }
  /** A value whose JSON is given, numbers spelled as the host spells them. */
  | { readonly kind: 'json'; readonly json: string; readonly origin: Origin };

export interface RequestMember {
  readonly key: string;
  readonly value: RequestValue;
}
