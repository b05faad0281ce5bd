import { type JsonNode, stringMember } from '../../model/json.ts';
import { malformed, type Reader } from '../cover.ts';
import { type Draft, giveKind, joined, ruleOf, wayOf } from '../draft.ts';
import { added, type Piece, textFrom } from '../pieces.ts';
import { fill } from '../template.ts';
import { cutToLimit } from './limit.ts';

/** What a tool says about itself, cut and added to as the host does it. */
export function description(place: string): Reader {
  return (node, pointer, draft) => {
    if (node.kind !== 'string') return malformed(node, pointer, draft);
    const rule = ruleOf(draft.profile, RULE);
    const way = wayOf(rule.fate);
    const cut = cutToLimit([{ text: node.value, from: pointer }], rule.limit, RULE);
    const isFallback = node.value === '' && rule.fallback !== undefined;
    const kind = way && cut.note !== undefined ? 'truncated' : rule.fate;
    giveKind(draft, pointer, RULE, kind, joined(`${place}.description`, cut.note, rule.note));
    if (!way || isFallback) return;
    push(draft, place, way, [...cut.pieces, ...added(RULE, rule.after)]);
  };
}

/** Does the title stand for a description that is missing? */
export function titleIsDescription(tool: JsonNode, draft: Draft): boolean {
  const { fallback, fate } = ruleOf(draft.profile, RULE);
  return fallback === 'title' && wayOf(fate) !== undefined && isMissing(tool);
}

/** A title in the place of the description. */
export function titleAsDescription(place: string): Reader {
  return (node, pointer, draft) => {
    if (node.kind !== 'string') return malformed(node, pointer, draft);
    giveKind(draft, pointer, RULE, 'renamed', `${place}.description`);
    push(draft, place, 'read', [{ text: node.value, from: pointer }]);
  };
}

/** What the host says of a tool that says nothing about itself. */
export function fallbackDescription(
  tool: JsonNode,
  place: string,
  names: { readonly tool: string; readonly server: string },
  draft: Draft,
): void {
  const { fallback, fate } = ruleOf(draft.profile, RULE);
  if (typeof fallback !== 'object' || !wayOf(fate) || !isMissing(tool)) return;
  const slots = new Map(
    Object.entries(names).map(([name, text]) => [name, [{ text, rule: RULE }] as const]),
  );
  push(draft, place, 'read', fill(fallback.text, RULE, slots));
}

const RULE = 'tool.description';

function isMissing(tool: JsonNode): boolean {
  return (stringMember(tool, 'description') ?? '') === '';
}

function push(draft: Draft, place: string, way: 'read' | 'wrote', pieces: readonly Piece[]): void {
  const text = textFrom(`${place}.description`, way, pieces);
  if (text) draft.texts.push(text);
}
