import type { JsonNode } from '../model/json.ts';
import type { MessageRef } from '../model/message.ts';
import type { RuleId, Tier } from './rules/table.ts';

/** One difference of two sessions, found by one rule. */
export interface Change {
  readonly rule: RuleId;
  readonly tier: Tier;
  /** What it is about: `tool cari_anak`, `tools/call cari_anak`, `server`. Untrusted text. */
  readonly subject: string;
  /** Of a tool call, prompt or resource: what it was asked with. */
  readonly question?: JsonNode;
  /** JSON pointer in B's message; what is gone: in A's. */
  readonly pointer?: string;
  /** JSON pointer in the JSON that the string at `pointer` holds as text. */
  readonly inner?: string;
  /** A few words where the values do not say it. Untrusted text. */
  readonly note?: string;
  /** The value in A; absent when there is none. */
  readonly before?: JsonNode;
  /** The value in B; absent when there is none. */
  readonly after?: JsonNode;
  /** The messages in which it shows. */
  readonly a?: MessageRef;
  readonly b?: MessageRef;
}

/** A difference before its tier is known. */
export type Found = Omit<Change, 'tier'>;

/** A value as JSON without white space: members in the order sent, numbers as spelled. Iterative. */
export function jsonText(node: JsonNode): string {
  const out: string[] = [];
  const open: (JsonNode | string)[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') out.push(next);
    else if (next.kind === 'string') out.push(JSON.stringify(next.value));
    else if (next.kind === 'number') out.push(next.text);
    else if (next.kind === 'literal') out.push(String(next.value));
    else for (const part of partsOf(next).reverse()) open.push(part);
  }
  return out.join('');
}

/** A string as a node, for values that stand in no message. */
export function textNode(value: string): JsonNode {
  return { kind: 'string', value, start: 0, end: 0 };
}

function partsOf(node: Extract<JsonNode, { kind: 'object' | 'array' }>): (JsonNode | string)[] {
  const comma = (nth: number) => (nth === 0 ? '' : ',');
  if (node.kind === 'array')
    return ['[', ...node.items.flatMap((each, nth) => [comma(nth), each]), ']'];
  const members = node.members.flatMap(({ key, value }, nth) => {
    return [`${comma(nth)}${JSON.stringify(key)}:`, value];
  });
  return ['{', ...members, '}'];
}
