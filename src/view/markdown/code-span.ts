/** Text as a code span of Markdown: the fence is longer than any run of backticks inside. */
export function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^[` ]|[` ]$/.test(text) || text === '' ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}
