/** How a server that runs through sadap is recognised, by nothing but its own entry. */

/**
 * Where the server's own command starts in a command line that runs it through `sadap tee`;
 * undefined when it does not. -1 when it does, in a form without `--` that `wrap` never writes.
 */
export function serverStart(argv: readonly string[]): number | undefined {
  const program = argv.findIndex(isProgram);
  if (program < 0 || argv[program + 1] !== 'tee') return undefined;
  // Only a runtime and its options may stand before: `docker run image sadap tee` is a server.
  if (!argv.slice(1, program).every((each) => each.startsWith('-'))) return undefined;
  for (let at = program + 2; at + 1 < argv.length; at++) {
    const option = argv[at] ?? '';
    if (option === '--') return at + 1;
    if (!option.startsWith('-')) break;
    if (VALUED.has(option)) at++;
  }
  return -1;
}

/** Options of `tee` that are followed by a value; a server may be called `--`. */
const VALUED: ReadonlySet<string> = new Set(['--label', '--dir', '--max-bytes', '-o', '--output']);

/** Would a command line that names this path be recognised? */
export function isProgram(path: string): boolean {
  return PROGRAM.test(path);
}

/** The last part of a path to the program, whatever started it. */
const PROGRAM = /(?:^|[\\/])sadap(?:\.c?js|\.cmd|\.exe|@[\w.-]+)?$/i;

/**
 * Stands between the address of a proxy and the URL that it stands for. It begins the fragment of the
 * URL, which no HTTP client sends (RFC 9110 section 7.1), so the entry can tell what it was.
 */
export const UPSTREAM_MARK = '#sadap-upstream=';

/** Is this the URL of a proxy that `wrap --http` wrote? */
export function isPointed(url: string): boolean {
  return url.includes(UPSTREAM_MARK);
}

/** The command line of the server itself, without any sadap around it. */
export function serverCommand(argv: readonly string[]): readonly string[] {
  const start = serverStart(argv) ?? -1;
  return start < 0 ? argv : serverCommand(argv.slice(start));
}

/** The URL of the server itself. */
export function serverUrl(url: string): string {
  return url.split(UPSTREAM_MARK).at(-1) ?? url;
}
