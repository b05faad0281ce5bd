/** A program in a page, and what the page says that it prints. */
export interface Example {
  readonly language: 'ts' | 'js';
  readonly code: string;
  readonly output: string;
}

/** The programs of a page: each ```ts or ```js block, with the ```text block that follows it. */
export function examplesOf(page: string): Example[] {
  const blocks = page.matchAll(/^```(ts|js)\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```/gm);
  return [...blocks].map(([, language, code = '', output = '']) => ({
    language: language === 'js' ? 'js' : 'ts',
    code,
    output,
  }));
}
