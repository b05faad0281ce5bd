import { escapeText } from '../view/terminal/escape.ts';

/**
 * Writes a message to standard error, further lines indented. What a server said may be in it, so
 * nothing goes out that could repaint the terminal.
 */
export function tell(message: string, ...more: readonly string[]): void {
  const lines = [`sadap: ${message}`, ...more].flatMap((text) => text.split('\n'));
  const indented = lines.map((line, index) => (index === 0 ? line : `  ${line.trimStart()}`));
  process.stderr.write(indented.map((line) => `${escapeText(line)}\n`).join(''));
}
