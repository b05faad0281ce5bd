import type { JsonNode } from '../../model/json.ts';
import { member } from '../../model/json.ts';
import { besideJson, type Reader, whole } from '../cover.ts';
import type { Draft } from '../draft.ts';
import { type Piece, textFrom } from '../pieces.ts';
import { result } from './envelope.ts';
import { isError } from './errors.ts';
import type { CallFacts } from './sdk-checks.ts';

/** A result on its way. */
export interface Result {
  readonly node: JsonNode;
  readonly pointer: string;
  readonly facts: CallFacts;
  readonly draft: Draft;
  /** isError is true. */
  readonly failed: boolean;
}

/** Covers the members of a result; those not given have the fate of their rule. */
export function members(
  { node, pointer, draft }: Result,
  readers: { readonly [member: string]: Reader },
  others: Reader = besideJson('result.other'),
): void {
  const own = {
    content: whole('blocks'),
    structuredContent: whole('result.structured'),
    isError,
    _meta: besideJson('result.meta'),
    task: whole('call.task'),
  };
  result({ ...own, ...readers }, others)(node, pointer, draft);
}

/** Puts pieces into the draft as one text. */
export function push(draft: Draft, place: string, pieces: readonly Piece[]): void {
  const text = textFrom(place, 'read', pieces);
  if (text) draft.texts.push(text);
}

/** The content blocks of a result; none when there is no list of them. */
export function blocksOf(node: JsonNode): readonly JsonNode[] {
  const content = member(node, 'content');
  return content?.kind === 'array' ? content.items : [];
}

/** Texts one after the other, with a separator of the host between. */
export function joinedPieces(texts: readonly (readonly Piece[])[], separator: string): Piece[] {
  return texts.flatMap((pieces, index) =>
    index === 0 ? pieces : [{ text: separator, rule: 'result.encode' as const }, ...pieces],
  );
}
