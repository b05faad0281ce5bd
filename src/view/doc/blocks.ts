import type { Step } from '../../document/document.ts';
import type { Row } from '../terminal/place.ts';

/**
 * A page before it is Markdown or HTML. Plain text in it is ours; all that comes from a recording is `code`, and
 * is escaped by the one that prints it.
 */
export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3 | 4; readonly text: Inline }
  | { readonly kind: 'paragraph'; readonly text: Inline }
  | { readonly kind: 'list'; readonly items: readonly Inline[] }
  | {
      readonly kind: 'table';
      readonly head: readonly Inline[];
      readonly rows: readonly (readonly Inline[])[];
    }
  /** A message with its fates. */
  | { readonly kind: 'wire'; readonly rows: readonly Row[] }
  /** A text as the model gets it. */
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'sequence'; readonly steps: readonly Step[] };

/** A run of text: words of ours, and code from the recording. */
export type Inline = string | readonly (string | Code)[];

/** Columns of an annotated message, fates and notes included. */
export const WIRE_COLUMNS = 118;

export interface Code {
  readonly code: string;
}

export function code(text: string): Code {
  return { code: text };
}

/** A method: one whose name is a word, as all of the protocol are, reads better as one. */
export function methodWord(method: string): string | Code {
  return /^[a-z][A-Za-z]{0,40}(?:\/[A-Za-z]{1,40}){0,4}$/.test(method) ? method : code(method);
}

/** Parts with a word between: `a, b, c`. */
export function joined(parts: readonly (string | Code)[], between = ', '): (string | Code)[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]));
}

/** The pieces of a run. */
export function piecesOf(text: Inline): readonly (string | Code)[] {
  return typeof text === 'string' ? [text] : text;
}

/** Blocks under a small heading; without any there is no heading either. */
export function titled(title: string, blocks: readonly Block[]): Block[] {
  return blocks.length === 0 ? [] : [{ kind: 'heading', level: 4, text: title }, ...blocks];
}
