/** Results that arrive as JSON text: of their content, of the whole, or of a single text with more. */
import { type JsonNode, member, pointerSteps } from '../../model/json.ts';
import type { Profile, Rule, Spelling } from '../../model/profile.ts';
import type { FateKind } from '../../model/reading.ts';
import { array, object, type Reader, whole } from '../cover.ts';
import { type Draft, giveKind, joined, ruleOf, wayOf } from '../draft.ts';
import { added, type Piece } from '../pieces.ts';
import { placesOf } from '../places.ts';
import type { RuleName } from '../rules.ts';
import { blockRule } from './blocks.ts';
import { type Instead, jsonPieces, type Omits, type Writing } from './encoding.ts';
import { blocksOf, members, push, type Result } from './result-parts.ts';
import { blockKind } from './spelling.ts';

/**
 * Writes a whole result as JSON. Members whose rule does not let them arrive are left out: `_meta` of
 * the result, annotations and `_meta` of blocks, structured content, the flag; and those that serve
 * the protocol.
 */
export function asResultJson(at: Result): void {
  const { node, pointer, draft } = at;
  const place = placesOf(draft.profile.api).result;
  const json = ruleOf(draft.profile, RULE).json ?? 'compact';
  const own = {
    content: contentReader(draft, place),
    structuredContent: inlinedBy('result.structured', place),
    isError: inlinedBy('result.isError', place),
    _meta: inlinedBy('result.meta', place),
  };
  members(at, own, inlinedBy('result.other', place));
  push(draft, place, jsonPieces(node, pointer, json, writingOf(draft, 'result')));
}

/**
 * Writes the list of content blocks as JSON; what is beside it does not arrive. `turning`: the rule of
 * the block because of which the list is JSON, which says itself what it leaves out.
 */
export function asContentJson(at: Result, turning?: Rule): void {
  const { node, pointer, draft } = at;
  const place = placesOf(draft.profile.api).result;
  const { json = 'compact', single } = ruleOf(draft.profile, RULE);
  members(at, { content: contentReader(draft, place, turning) });
  const value = member(node, 'content');
  if (!value) return;
  const [only, ...others] = blocksOf(node);
  const isBare = only && others.length === 0 && (turning?.single ?? single) === 'bare';
  const pieces = isBare
    ? jsonPieces(only, `${pointer}/content/0`, json, writingOf(draft, 'block', turning, only))
    : jsonPieces(value, `${pointer}/content`, json, writingOf(draft, 'content', turning));
  push(draft, place, pieces);
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
  push(draft, place, mergedPieces(node, pointer, ruleOf(draft.profile, RULE).spelling));
}

const RULE = 'result.encode';

/** As JSON text, or as it is in an object of the request. */
function arrivalOf({ profile }: Draft): FateKind {
  return ruleOf(profile, RULE).encode === 'object' ? 'reads' : 'inlined';
}

/** A member with a rule of its own: inlined when the rule lets it arrive at all. */
function inlinedBy(rule: RuleName, place: string): Reader {
  return (node, pointer, draft) => {
    const arrives = wayOf(ruleOf(draft.profile, rule).fate) !== undefined;
    if (arrives) giveKind(draft, pointer, rule, arrivalOf(draft), place);
    else whole(rule)(node, pointer, draft);
  };
}

function contentReader(draft: Draft, place: string, turning?: Rule): Reader {
  const rule = ruleOf(draft.profile, RULE);
  const hiding = hidingOf(draft.profile, turning);
  const inlined: Reader = (_node, pointer, to) =>
    giveKind(to, pointer, RULE, arrivalOf(draft), joined(place, rule.note));
  const part: Reader = (node, pointer, to) => {
    const hides = hiding(lastKey(pointer));
    if (hides === RULE) giveKind(to, pointer, RULE, 'dropped');
    else (hides ? whole(hides) : inlined)(node, pointer, to);
  };
  // A block without such members has one fate as a whole.
  const block: Reader = (node, pointer, to) => {
    const own = blockRule(node);
    if (ruleOf(draft.profile, own).inJson !== undefined) return whole(own)(node, pointer, to);
    const hasParts = node.kind === 'object' && node.members.some(({ key }) => hiding(key));
    (hasParts ? object({}, part) : inlined)(node, pointer, to);
  };
  return (node, pointer, to) =>
    (node.kind === 'array' ? array(() => block, inlined) : inlined)(node, pointer, to);
}

function lastKey(pointer: string): string {
  return pointerSteps(pointer)?.at(-1) ?? '';
}

/** The rule by which a member of a block is left out of the JSON; undefined: it is not. */
type Hiding = (key: string) => RuleName | undefined;

function hidingOf(profile: Profile, turning?: Rule): Hiding {
  const hidden = (rule: RuleName) =>
    wayOf(ruleOf(profile, rule).fate) === undefined ? rule : undefined;
  const omit = new Set(ruleOf(profile, RULE).omit ?? []);
  const others = hidden('blocks.other');
  const own = new Map<string, RuleName | undefined>([
    ['annotations', hidden('blocks.annotations')],
    ['_meta', hidden('blocks.meta')],
  ]);
  return (key) => {
    if (omit.has(`*/${key}`) || turning?.omit?.includes(key)) return RULE;
    if (own.has(key)) return turning ? undefined : own.get(key);
    return KNOWN.has(key) ? undefined : others;
  };
}

type Written = 'block' | 'content' | 'result';

/** Paths start at the value that is written: the result, its content, or one block of it. */
function writingOf({ profile }: Draft, what: Written, turning?: Rule, only?: JsonNode): Writing {
  const hiding = hidingOf(profile, turning);
  const hides = (rule: RuleName) => wayOf(ruleOf(profile, rule).fate) === undefined;
  const omits: Omits = (path) => {
    const inBlock = path.slice({ block: 0, content: 1, result: 2 }[what]);
    const isInBlock = inBlock.length === 1 && (what !== 'result' || path[0] === 'content');
    const [key = ''] = path;
    if (isInBlock) return hiding(inBlock[0] ?? '') !== undefined;
    if (what !== 'result' || path.length > 1 || key === 'content') return false;
    return PROTOCOL.has(key) || hides(MEMBERS.get(key) ?? 'result.other');
  };
  const { spelling } = ruleOf(profile, RULE);
  const kind = only ? blockKind(only) : what === 'block' ? undefined : what;
  return { omits, spelling, kind, instead: insteadIn(profile, what) };
}

/** What stands for blocks that the host does not let into the JSON. */
function insteadIn(profile: Profile, what: Written): Instead {
  const depth = { block: 0, content: 1, result: 2 }[what];
  return (node, path) => {
    if (path.length !== depth || (what === 'result' && path[0] !== 'content')) return undefined;
    const rule = blockRule(node);
    const { inJson } = ruleOf(profile, rule);
    return inJson === undefined ? undefined : { text: inJson, rule };
  };
}

const MEMBERS: ReadonlyMap<string, RuleName> = new Map<string, RuleName>([
  ['_meta', 'result.meta'],
  ['structuredContent', 'result.structured'],
  ['isError', 'result.isError'],
]);

/** Members that a block may have by the specification, beside those with rules of their own. */
const KNOWN: ReadonlySet<string> = new Set(
  'type text data mimeType resource uri name title description size icons'.split(' '),
);

/** Members that serve the protocol alone. */
const PROTOCOL: ReadonlySet<string> = new Set(['resultType', 'ttlMs', 'cacheScope', 'task']);

function mergedPieces(node: JsonNode, pointer: string, spelling: Spelling | undefined): Piece[] {
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
      ...jsonPieces(value, from, 'compact', { spelling }),
    ]),
    ...added('result.structured', '}'),
  ];
}
