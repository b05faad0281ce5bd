/** Results that arrive as JSON text: of their content, of the whole, or of a single text with more. */
import { type JsonNode, member } from '../../model/json.ts';
import { array, object, type Reader, whole } from '../cover.ts';
import { type Draft, giveKind, joined, ruleOf, wayOf } from '../draft.ts';
import { added, type Piece } from '../pieces.ts';
import { placesOf } from '../places.ts';
import type { RuleName } from '../rules.ts';
import { jsonPieces, type Omits } from './encoding.ts';
import { members, push, type Result } from './result-parts.ts';

/**
 * Writes a whole result as JSON. Members whose rule does not let them arrive are left out: `_meta` of
 * the result, annotations and `_meta` of blocks, structured content, the flag; and those that serve
 * the protocol.
 */
export function asResultJson(at: Result): void {
  const { node, pointer, draft } = at;
  const place = placesOf(draft.profile.api).result;
  const json = ruleOf(draft.profile, RULE).json ?? 'compact';
  members(at, {
    content: contentReader(draft, place),
    structuredContent: inlinedBy('result.structured', place),
    isError: inlinedBy('result.isError', place),
    _meta: inlinedBy('result.meta', place),
  });
  push(draft, place, jsonPieces(node, pointer, json, omitsOf(draft, 'result')));
}

/** Writes the list of content blocks as JSON; what is beside it does not arrive. */
export function asContentJson(at: Result): void {
  const { node, pointer, draft } = at;
  const place = placesOf(draft.profile.api).result;
  const json = ruleOf(draft.profile, RULE).json ?? 'compact';
  members(at, { content: contentReader(draft, place) });
  const value = member(node, 'content');
  if (!value) return;
  push(draft, place, jsonPieces(value, `${pointer}/content`, json, omitsOf(draft, 'content')));
}

/** A single text, with structured content and `_meta` beside it, as one JSON text. */
export function asMergedText(at: Result): void {
  const { node, pointer, draft } = at;
  const place = `${placesOf(draft.profile.api).result}[0]`;
  const rule = 'result.structured';
  const inlined: Reader = (_node, from, to) => giveKind(to, from, rule, 'inlined', place);
  const dropped: Reader = (_node, from, to) => giveKind(to, from, rule, 'dropped');
  const block = object({ type: inlined, text: inlined }, dropped);
  members(at, {
    content: array(() => block, inlined),
    structuredContent: inlined,
    _meta: inlined,
  });
  push(draft, place, mergedPieces(node, pointer));
}

const RULE = 'result.encode';

/** A member with a rule of its own: inlined when the rule lets it arrive at all. */
function inlinedBy(rule: RuleName, place: string): Reader {
  return (node, pointer, draft) => {
    const arrives = wayOf(ruleOf(draft.profile, rule).fate) !== undefined;
    if (arrives) giveKind(draft, pointer, rule, 'inlined', place);
    else whole(rule)(node, pointer, draft);
  };
}

function contentReader(draft: Draft, place: string): Reader {
  const rule = ruleOf(draft.profile, RULE);
  const omit = new Set(rule.omit ?? []);
  const inlined: Reader = (_node, pointer, to) =>
    giveKind(to, pointer, RULE, 'inlined', joined(place, rule.note));
  const dropped: Reader = (_node, pointer, to) => giveKind(to, pointer, RULE, 'dropped');
  const left = [...omit].filter((each) => each.startsWith('*/')).map((each) => each.slice(2));
  const readers: { readonly [key: string]: Reader } = {
    annotations: inlinedBy('blocks.annotations', place),
    _meta: inlinedBy('blocks.meta', place),
    ...Object.fromEntries(left.map((key) => [key, dropped])),
  };
  const parts = object(readers, inlined, inlined);
  // A block without such members has one fate as a whole.
  const block: Reader = (node, pointer, to) => {
    const hasParts =
      node.kind === 'object' && node.members.some(({ key }) => Object.hasOwn(readers, key));
    (hasParts ? parts : inlined)(node, pointer, to);
  };
  return (node, pointer, to) =>
    (node.kind === 'array' ? array(() => block, inlined) : inlined)(node, pointer, to);
}

/** Paths start at the value that is written: the result, or its content. */
function omitsOf({ profile }: Draft, what: 'content' | 'result'): Omits {
  const hides = (rule: RuleName) => wayOf(ruleOf(profile, rule).fate) === undefined;
  const omit = new Set(ruleOf(profile, RULE).omit ?? []);
  const hidden = new Map([...MEMBERS].map(([key, rule]) => [key, hides(rule)]));
  const hidesOthers = hides('result.other');
  return (path) => {
    const inContent = what === 'result' ? path.slice(1) : path;
    const isInBlock = inContent.length === 2 && (what === 'content' || path[0] === 'content');
    const [key = ''] = path;
    if (isInBlock) return isHiddenInBlock(inContent[1] ?? '');
    if (what === 'content' || path.length > 1 || key === 'content') return false;
    return PROTOCOL.has(key) || (hidden.get(key) ?? hidesOthers);
  };

  function isHiddenInBlock(key: string): boolean {
    if (omit.has(`*/${key}`)) return true;
    if (key === 'annotations') return hides('blocks.annotations');
    return key === '_meta' && hides('blocks.meta');
  }
}

const MEMBERS: ReadonlyMap<string, RuleName> = new Map<string, RuleName>([
  ['_meta', 'result.meta'],
  ['structuredContent', 'result.structured'],
  ['isError', 'result.isError'],
]);

/** Members that serve the protocol alone. */
const PROTOCOL: ReadonlySet<string> = new Set(['resultType', 'ttlMs', 'cacheScope', 'task']);

function mergedPieces(node: JsonNode, pointer: string): Piece[] {
  const content = member(node, 'content');
  const block = content?.kind === 'array' ? content.items[0] : undefined;
  const parts: [string, JsonNode | undefined, string][] = [
    ['type', member(block, 'type'), `${pointer}/content/0/type`],
    ['text', member(block, 'text'), `${pointer}/content/0/text`],
    ['structuredContent', member(node, 'structuredContent'), `${pointer}/structuredContent`],
    ['meta', member(node, '_meta'), `${pointer}/_meta`],
  ];
  const present = parts.flatMap(([key, value, from]) => (value ? [{ key, value, from }] : []));
  return [
    ...present.flatMap(({ key, value, from }, index) => [
      ...added('result.structured', `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`),
      ...jsonPieces(value, from, 'compact'),
    ]),
    ...added('result.structured', '}'),
  ];
}
