import { type JsonNode, member, stringMember } from '../../model/json.ts';
import type { StructuredUse } from '../../model/profile.ts';
import { type Draft, ruleOf } from '../draft.ts';
import type { Piece } from '../pieces.ts';
import { fill } from '../template.ts';
import { jsonPieces } from './encoding.ts';

/** What a result holds that decides how its structured content is used. */
export interface ResultFacts {
  readonly isError: boolean;
  /** The tool declares an outputSchema. */
  readonly hasOutputSchema: boolean;
}

/** How the host uses the structured content of this result; undefined: it does not. */
export function structuredUse(
  result: JsonNode,
  { isError, hasOutputSchema }: ResultFacts,
  { profile }: Draft,
): StructuredUse | undefined {
  const { use, unlessError, unlessOutputSchema } = ruleOf(profile, RULE);
  if (use === undefined || !hasSomething(result, use)) return undefined;
  if ((unlessError && isError) || (unlessOutputSchema && hasOutputSchema)) return undefined;
  return useBeside(typesOf(result), use);
}

/** Structured content as text, with the template of its rule. */
export function structuredPieces(result: JsonNode, pointer: string, { profile }: Draft): Piece[] {
  const rule = ruleOf(profile, RULE);
  const node = member(result, 'structuredContent');
  if (!node) return [];
  const { value, at } = unwrapped(node, `${pointer}/structuredContent`, rule.unwrap);
  const { spelling } = ruleOf(profile, 'result.encode');
  const json = jsonPieces(value, at, rule.json ?? 'compact', { spelling });
  return rule.text === undefined ? json : fill(rule.text, RULE, new Map([['json', json]]));
}

const RULE = 'result.structured';

/** An object whose only member has this key arrives as the value of the member. */
function unwrapped(node: JsonNode, at: string, key: string | undefined) {
  const only = node.kind === 'object' && node.members.length === 1 ? node.members[0] : undefined;
  if (key === undefined || only?.key !== key) return { value: node, at };
  return { value: only.value, at: `${at}/${key}` };
}

function hasSomething(result: JsonNode, use: StructuredUse): boolean {
  const structured = member(result, 'structuredContent');
  const isNull = structured?.kind === 'literal' && structured.value === null;
  if (structured && !isNull) return true;
  return use === 'merge-into-single-text' && member(result, '_meta') !== undefined;
}

function typesOf(result: JsonNode): (string | undefined)[] {
  const blocks = member(result, 'content');
  return blocks?.kind === 'array' ? blocks.items.map((each) => stringMember(each, 'type')) : [];
}

/** What the content beside it makes of the use. */
function useBeside(
  types: readonly (string | undefined)[],
  use: StructuredUse,
): StructuredUse | undefined {
  const isAllText = types.every((each) => each === 'text');
  if (use === 'if-content-empty') return types.length === 0 ? 'instead-of-all' : undefined;
  if (use === 'if-all-text') return isAllText ? 'instead-of-all' : undefined;
  if (use === 'merge-into-single-text') return types.length === 1 && isAllText ? use : undefined;
  return use;
}
