/** One command of a page with the lines that it shows of the output. `…` alone stands for any number of lines. */
export interface ConsoleCommand {
  readonly command: string;
  readonly lines: readonly string[];
}

/** The commands of all ```console blocks of a page, in order. */
export function consoleCommands(page: string): ConsoleCommand[] {
  return [...page.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [command = '', ...lines] = part.trimEnd().split('\n');
        return { command, lines };
      }),
  );
}

/** The arguments of a command line in quotes of a shell, as far as our pages use them. */
export function argumentsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

/**
 * The first shown line that the output does not have where it should be; undefined: all are there, in order.
 * A line that ends with `…` is the beginning of one. White space between words does not count.
 */
export function missingLine(shown: readonly string[], output: string): string | undefined {
  const plain = (line: string) => line.trim().replaceAll(/\s+/g, ' ');
  const lines = output.split('\n').map(plain);
  let from = 0;
  for (const line of shown) {
    const wanted = plain(line);
    if (wanted === '…' || wanted === '') continue;
    const [head = '', ...tails] = wanted.split('…').map(plain);
    const at = lines.findIndex(
      (each, index) =>
        index >= from &&
        each.startsWith(head) &&
        tails.every((tail) => each.endsWith(tail)) &&
        (tails.length > 0 || each === wanted),
    );
    if (at < 0) return line;
    from = at + 1;
  }
  return undefined;
}
