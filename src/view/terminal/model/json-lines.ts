/**
 * The text of a JSON value as lines, numbers spelled as they are: objects and lists that do not fit
 * into `columns` are opened, the deepest last. In: JSON without white space.
 */
export function jsonLines(json: string, columns: number, deepest = 12): string[] {
  return linesOf(json, columns, deepest);
}

function linesOf(json: string, columns: number, levels: number): string[] {
  const isOpen = json.startsWith('{') || json.startsWith('[');
  if (json.length <= columns || !isOpen || levels === 0) return [json];
  const items = itemsIn(json);
  if (items.length === 0) return [json];
  const lines = items.flatMap((item, index) => {
    const comma = index < items.length - 1 ? ',' : '';
    const { key, value } = keyed(item, json.startsWith('{'));
    const [first = '', ...rest] = linesOf(value, columns - 2 - key.length, levels - 1);
    const own = [key + first, ...rest];
    return own.map((line, at) => `  ${line}${at === own.length - 1 ? comma : ''}`);
  });
  return [json[0] ?? '', ...lines, json.at(-1) ?? ''];
}

/** The members or items of a value, each as its text. */
function itemsIn(json: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 1;
  for (let at = 0; at < json.length; at++) {
    const char = json[at];
    if (char === '"') at = stringEnd(json, at);
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    const isEnd = depth === 0 && at === json.length - 1;
    if ((char === ',' && depth === 1) || isEnd) {
      if (at > start) items.push(json.slice(start, at));
      start = at + 1;
    }
  }
  return items;
}

/** Index of the quote that closes a string. */
function stringEnd(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

function keyed(item: string, isMember: boolean): { key: string; value: string } {
  if (!isMember) return { key: '', value: item };
  const end = stringEnd(item, 0) + 1;
  return { key: `${item.slice(0, end)}: `, value: item.slice(end + 1) };
}
