const SHORT: { readonly [letter: string]: string } = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * The value of a JSON string from its text between the quotes, which the scanner has found valid.
 * A surrogate without its other half stays as it is, as in `JSON.parse`.
 */
export function unescaped(raw: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = raw.indexOf('\\'); at !== -1; at = raw.indexOf('\\', from)) {
    parts.push(raw.slice(from, at));
    const letter = raw.charAt(at + 1);
    const isCode = letter === 'u';
    from = isCode ? at + 6 : at + 2;
    const code = isCode ? String.fromCharCode(Number.parseInt(raw.slice(at + 2, from), 16)) : '';
    parts.push(isCode ? code : (SHORT[letter] ?? ''));
  }
  parts.push(raw.slice(from));
  return parts.join('');
}
