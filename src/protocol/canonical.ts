import type { JsonMember, JsonNode } from '../model/json.ts';

/**
 * One text for all spellings of a JSON value that mean the same to a program: members sorted by key,
 * of duplicate keys the last, no white space, strings unescaped. Numbers stay as spelled, because 1.0
 * and 1 are not the same to every peer. Iterative: a hostile value may be nested very deep.
 */
export function canonical(node: JsonNode): string {
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

function partsOf(node: Extract<JsonNode, { kind: 'object' | 'array' }>): (JsonNode | string)[] {
  if (node.kind === 'array') return ['[', ...node.items.flatMap((each) => [each, ',']), ']'];
  const members = sorted(node.members).flatMap(([key, { value }]) => {
    return [`${JSON.stringify(key)}:`, value, ','];
  });
  return ['{', ...members, '}'];
}

function sorted(members: readonly JsonMember[]): [string, JsonMember][] {
  const last = new Map(members.map((each) => [each.key, each]));
  return [...last].sort(([a], [b]) => (a < b ? -1 : 1));
}
