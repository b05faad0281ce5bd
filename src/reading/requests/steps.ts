import type { Micros } from '../../model/frame.ts';
import type { Located, MessageRef, Request } from '../../model/message.ts';
import type { ModelMedia, ModelText } from '../../model/reading.ts';

/** A piece of what a message of the conversation with the model holds. */
export type Part =
  | { readonly kind: 'text'; readonly text: ModelText; readonly target: MessageRef }
  | {
      readonly kind: 'media';
      readonly media: ModelMedia;
      /** Base64, as the server sent it. */
      readonly data: string;
      readonly target: MessageRef;
    }
  /** The recording does not hold it: what it is, in a few words. */
  | { readonly kind: 'open'; readonly what: string };

/** A tool that the model is offered, or could find by a search. */
export interface OfferedTool {
  /** As the server names it. */
  readonly tool: string;
  readonly target: MessageRef;
  readonly name: Part;
  readonly description: ModelText | undefined;
  readonly schema: Part;
  /** Members that the host forwards beside these, as JSON, under their names in the request. */
  readonly others: readonly (readonly [key: string, text: ModelText])[];
  /** Set for a tool that is only found by a search: what the model reads before. */
  readonly deferred: readonly ModelText[] | undefined;
}

/** The tools of a list, from the moment that the host has it. */
export interface Toolset {
  /** `seq` of the last page; the list holds for what comes after it. */
  readonly from: number;
  readonly tools: readonly OfferedTool[];
}

/** A tool call as the model made it, and what it read of the answer. */
export interface ModelCall {
  /** Made up, unless the host sent its own along. */
  readonly id: string;
  /** The call as the server got it; of several rounds the first. */
  readonly request: Located<Request>;
  /** As the server names it. */
  readonly tool: string | undefined;
  readonly name: Part;
  /** Absent: the model wrote no arguments. */
  readonly input: ModelText | undefined;
  readonly result: CallResult;
  /** `seq` of the message that settled it; undefined: nothing did. */
  readonly end: number | undefined;
}

export interface CallResult {
  /** The answer that is read; undefined when there is none. */
  readonly answer: Located | undefined;
  readonly parts: readonly Part[];
  /** Media that the host puts behind the result, into a message of the user. */
  readonly behind: readonly Part[];
  /** Name of the flag by which the host tells the API that the call failed; undefined: it does not. */
  readonly flag: string | undefined;
}

/** One thing of the history, in the order in which the model gets it. */
export type Step =
  | {
      readonly kind: 'said';
      readonly role: 'user' | 'assistant';
      readonly parts: readonly Part[];
      /** What the user brought it as. */
      readonly brought?: 'prompt' | 'resource';
    }
  /** What the model answered: calls that were in flight together. */
  | { readonly kind: 'calls'; readonly calls: readonly ModelCall[] }
  | { readonly kind: 'results'; readonly calls: readonly ModelCall[] }
  /** The model must have looked for these tools: it called one of them next. */
  | { readonly kind: 'search'; readonly tools: readonly OfferedTool[] }
  | { readonly kind: 'found'; readonly tools: readonly OfferedTool[] };

/** Where the host puts the server's introduction, and what it makes of it. */
export interface PlacedInstructions {
  readonly text: ModelText;
  readonly target: MessageRef;
}

/** What the model did with a request. */
export type TurnAnswer =
  | { readonly kind: 'calls'; readonly calls: readonly ModelCall[] }
  | { readonly kind: 'search'; readonly tools: readonly OfferedTool[] }
  /** It called nothing: it said something that no recording holds. */
  | { readonly kind: 'text' };

/** One request of the host to the model, and what came of it. */
export interface Turn {
  /** Counts from 1 through the whole recording. */
  readonly number: number;
  /** Counts the conversations of the recording that have turns, from 1. */
  readonly conversation: number;
  /** When the answer is seen on the wire; undefined: it is not. */
  readonly at: Micros | undefined;
  readonly instructions: PlacedInstructions | undefined;
  readonly tools: Toolset | undefined;
  /** Deferred tools that were found in an earlier turn, by the server's name. */
  readonly found: ReadonlySet<string>;
  /** The whole conversation; the request holds the first `length` of it (`stepsOf`). */
  readonly history: readonly Step[];
  readonly length: number;
  readonly answer: TurnAnswer;
  /** A call of this answer may belong to the answer before or after it; why. */
  readonly unsure: string | undefined;
}

/** All that the request of a turn holds of the conversation so far. */
export function stepsOf({ history, length }: Turn): readonly Step[] {
  return history.slice(0, length);
}
