/**
 * Readers that cover a JSON value. Each gives its value fates so that every leaf has exactly one:
 * either one fate for the whole subtree, or one reader for each child. Readers are only built from
 * these functions, so no message can leave a member without a fate or give it two.
 */
import type { JsonNode } from '../model/json.ts';
import { pointerTo } from '../model/json.ts';
import { countedMembers } from './counted.ts';
import { type Draft, giveFate, giveKind, ruleOf, wayOf } from './draft.ts';
import type { RuleName } from './rules.ts';
import { compactJson } from './stages/encoding.ts';

/** Covers one value at a pointer. */
export type Reader = (node: JsonNode, pointer: string, draft: Draft) => void;

/** One fate for the whole subtree. `note`: what the view prints, usually the place. */
export function whole(rule: RuleName, note?: string): Reader {
  return (_node, pointer, draft) => {
    giveFate(draft, pointer, rule, note);
  };
}

/** A member that arrives inside of a JSON text only, where none is made. */
export function besideJson(rule: RuleName): Reader {
  return (node, pointer, draft) => {
    if (ruleOf(draft.profile, rule).fate === 'inlined') giveKind(draft, pointer, rule, 'dropped');
    else whole(rule)(node, pointer, draft);
  };
}

/** What is not of the type that the specification says. */
export const malformed: Reader = whole('malformed');

/**
 * One reader for each member of an object; `rest` covers members not named, and the object itself
 * when it is empty; `otherwise` covers a value that is no object.
 */
export function object(
  members: { readonly [key: string]: Reader },
  rest: Reader,
  otherwise: Reader = malformed,
): Reader {
  return (node, pointer, draft) => {
    if (node.kind !== 'object') return otherwise(node, pointer, draft);
    if (node.members.length === 0) return rest(node, pointer, draft);
    for (const [key, value] of countedMembers(node)) {
      const reader = Object.hasOwn(members, key) ? members[key] : undefined;
      (reader ?? rest)(value, pointerTo(pointer, key), draft);
    }
  };
}

/** One reader for each item of an array; `empty` covers an empty one, `malformed` any other value. */
export function array(item: (index: number) => Reader, empty: Reader): Reader {
  return (node, pointer, draft) => {
    if (node.kind !== 'array') return malformed(node, pointer, draft);
    if (node.items.length === 0) return empty(node, pointer, draft);
    for (const [index, value] of node.items.entries())
      item(index)(value, pointerTo(pointer, index), draft);
  };
}

/** A string that goes to `place` in the API request, if the rule lets it. */
export function text(rule: RuleName, place: string): Reader {
  return (node, pointer, draft) => {
    if (node.kind !== 'string') return malformed(node, pointer, draft);
    const way = wayOf(giveFate(draft, pointer, rule, place).fate);
    if (way) draft.texts.push({ place, way, text: node.value, from: pointer });
  };
}

/** Any value, which goes to `place` in the API request as JSON, if the rule lets it. */
export function json(rule: RuleName, place: string): Reader {
  return (node, pointer, draft) => {
    const way = wayOf(giveFate(draft, pointer, rule, place).fate);
    if (way) draft.texts.push({ place, way, text: compactJson(node), from: pointer });
  };
}

/** Base64 data that goes to `place`, if the rule lets it. It is counted, not read as text. */
export function media(rule: RuleName, place: string, mimeType: string | undefined): Reader {
  return (node, pointer, draft) => {
    if (node.kind !== 'string') return malformed(node, pointer, draft);
    const way = wayOf(giveFate(draft, pointer, rule, place).fate);
    if (way)
      draft.media.push({ place, way, mimeType, size: base64Size(node.value), from: pointer });
  };
}

/** Bytes of base64 data after decoding. */
export function base64Size(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return Math.floor((data.length * 3) / 4) - padding;
}
