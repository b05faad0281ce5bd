/**
 * The strings of an array as Node's `util.inspect` prints it: `[ 'mcp-remote', "it's", [length]: 2 ]`. Quotes may be
 * of three kinds; whatever stands between the strings is passed over. Linear.
 */
export function inspectedStrings(text: string): string[] {
  const strings: string[] = [];
  let at = 0;
  while (at < text.length) {
    const quote = text[at];
    if (quote !== "'" && quote !== '"' && quote !== '`') {
      at += 1;
      continue;
    }
    const [value, end] = stringFrom(text, at + 1, quote);
    strings.push(value);
    at = end;
  }
  return strings;
}

function stringFrom(text: string, start: number, quote: string): readonly [string, number] {
  let value = '';
  let at = start;
  while (at < text.length && text[at] !== quote) {
    if (text[at] === '\\' && at + 1 < text.length) at += 1;
    value += text[at] ?? '';
    at += 1;
  }
  return [value, at + 1];
}

/** The text of `name: [ … ]` in what `util.inspect` printed; undefined when it is not there. */
export function inspectedArray(text: string, name: string): string | undefined {
  const start = text.indexOf(`${name}: [`);
  if (start === -1) return undefined;
  let inString = '';
  for (let at = start + name.length + 3; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (inString !== '') {
      if (char === '\\') at += 1;
      else if (char === inString) inString = '';
    } else if (char === "'" || char === '"' || char === '`') inString = char;
    else if (char === ']' && !text.slice(Math.max(0, at - 7), at).endsWith('[length'))
      return text.slice(start + name.length + 2, at + 1);
  }
  return undefined;
}
