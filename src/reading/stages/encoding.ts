import type { JsonNode } from '../../model/json.ts';

/**
 * A value as JSON without white space, as a host writes it into its API request: of duplicate keys
 * the last value, at the place of the first. Numbers keep the spelling of the wire. Iterative,
 * because a hostile peer may nest deeper than the call stack.
 */
export function compactJson(root: JsonNode): string {
  const out: string[] = [];
  const todo: (JsonNode | string)[] = [root];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (typeof next === 'string') out.push(next);
    else if (next.kind === 'object' || next.kind === 'array') pushReversed(todo, partsOf(next));
    else out.push(scalar(next));
  }
  return out.join('');
}

type Container = Extract<JsonNode, { kind: 'object' | 'array' }>;

function partsOf(node: Container): (JsonNode | string)[] {
  return node.kind === 'array' ? arrayParts(node.items) : objectParts(node);
}

function arrayParts(items: readonly JsonNode[]): (JsonNode | string)[] {
  return ['[', ...items.flatMap((item, index) => (index > 0 ? [',', item] : [item])), ']'];
}

function objectParts(node: Extract<JsonNode, { kind: 'object' }>): (JsonNode | string)[] {
  const members = [...new Map(node.members.map((each) => [each.key, each.value]))];
  const parts = members.flatMap(([key, value], index) => [
    `${index > 0 ? ',' : ''}${JSON.stringify(key)}:`,
    value,
  ]);
  return ['{', ...parts, '}'];
}

function pushReversed(todo: (JsonNode | string)[], parts: readonly (JsonNode | string)[]): void {
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index];
    if (part !== undefined) todo.push(part);
  }
}

function scalar(node: Exclude<JsonNode, Container>): string {
  if (node.kind === 'number') return node.text;
  return JSON.stringify(node.value);
}
