/** Text as a code span of Markdown: the fence is longer than any run of backticks inside. */
export function codeSpan(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  const space = /^[` ]|[` ]$/.test(text) || text === '' ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

/** The length of the longest run of backticks. */
export function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
