import type { JsonNode } from '../model/json.ts';

/** JSON text on one line, ready to be sent. */
export type JsonText = string;

/** A member of an object that is being put together: key and the text of its value. */
export type TextMember = readonly [key: string, value: JsonText];

/**
 * Parameters of a request. `members` can take more members (`_meta`, `cursor`); `text` is sent as it
 * stands, because it is no object.
 */
export type Params =
  | { readonly kind: 'members'; readonly members: readonly TextMember[] }
  | { readonly kind: 'text'; readonly text: JsonText };

/** The JSON text of an object with these members in this order. */
export function objectText(members: readonly TextMember[]): JsonText {
  return `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
}

/**
 * Writes a tree on one line. Numbers keep their spelling (12345678901234567890, `1.0`), members their
 * order, duplicate keys stay. Recursive: callers parse scripts and arguments, which are not hostile.
 */
export function textOf(node: JsonNode): JsonText {
  switch (node.kind) {
    case 'object':
      return objectText(node.members.map((each) => [each.key, textOf(each.value)] as const));
    case 'array':
      return `[${node.items.map(textOf).join(',')}]`;
    case 'string':
      return JSON.stringify(node.value);
    case 'number':
      return node.text;
    case 'literal':
      return String(node.value);
  }
}

/** Parameters from a tree; an object stays open for more members. */
export function paramsOf(node: JsonNode): Params {
  if (node.kind !== 'object') return { kind: 'text', text: textOf(node) };
  return membersOf(node.members.map((each) => [each.key, textOf(each.value)] as const));
}

/** Parameters from members. */
export function membersOf(members: readonly TextMember[]): Params {
  return { kind: 'members', members };
}

/** The text that is sent for parameters. */
export function paramsText(params: Params): JsonText {
  return params.kind === 'text' ? params.text : objectText(params.members);
}

/** The same parameters with these members set: replaced in place where they exist, else added last. */
export function withMembers(params: Params | undefined, added: readonly TextMember[]): Params {
  if (params?.kind === 'text') return params;
  const members = new Map(params?.members);
  for (const [key, value] of added) members.set(key, value);
  return membersOf([...members]);
}
