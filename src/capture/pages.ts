import { at, type JsonNode, type JsonObject, member } from '../model/json.ts';
import type { ListMethod } from './script/types.ts';

/** The member of a list's result that holds its items. */
const ITEMS_OF: Readonly<Record<ListMethod, string>> = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
};

/** The items of one page. */
export function itemsOf(method: ListMethod, result: JsonNode): readonly JsonNode[] {
  const items = member(result, ITEMS_OF[method]);
  return items?.kind === 'array' ? items.items : [];
}

/** The text of `nextCursor`; an empty one is a cursor too, null and absent are the end. */
export function cursorOf(result: JsonNode): string | undefined {
  const cursor = member(result, 'nextCursor');
  return cursor?.kind === 'string' ? cursor.value : undefined;
}

/** The first page's message as if it had held the items of all pages. */
export function joined(
  method: ListMethod,
  message: JsonObject,
  items: readonly JsonNode[],
): JsonObject {
  const list = at(message, 'result', ITEMS_OF[method]);
  if (list?.kind !== 'array') return message;
  return replaced(message, ['result', ITEMS_OF[method]], { ...list, items });
}

function replaced(node: JsonObject, path: readonly string[], value: JsonNode): JsonObject {
  const [key, ...rest] = path;
  return {
    ...node,
    members: node.members.map((each) => {
      if (each.key !== key) return each;
      if (rest.length === 0) return { ...each, value };
      return each.value.kind === 'object'
        ? { ...each, value: replaced(each.value, rest, value) }
        : each;
    }),
  };
}
