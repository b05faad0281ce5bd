import { escapeText } from './escape.ts';
import { fits } from './width.ts';

/**
 * A command as lines of at most `columns` columns that can be pasted into a shell: words quoted where
 * a shell needs it, each line but the last ended with a backslash. A word longer than a line stays
 * whole, since half of it would be another command.
 */
export function shellLines(words: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.map(shellWord)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || fits(longer, columns - MARK.length)) {
      line = longer;
      continue;
    }
    lines.push(line + MARK);
    line = `  ${word}`;
  }
  return [...lines, line];
}

/** One word, quoted as POSIX shells read it; with control or hidden characters as bash and zsh do. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  const quoted = `'${word.replaceAll("'", `'"'"'`)}'`;
  if (escapeText(quoted) === quoted) return quoted;
  const escaped = escapeText(word.replace(/[\\']/g, '\\$&'));
  return `$'${escaped.replace(/\\u\{(\w+)\}/g, (_, hex) => `\\U${hex.padStart(8, '0')}`)}'`;
}

const MARK = ' \\';
