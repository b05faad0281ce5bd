/** Columns of output of which nothing says how wide it may be. */
const PIPED_WIDTH = 100;

/** What tells how wide the output may be. */
export interface Surfaces {
  readonly stdout: Surface;
  readonly stderr: Surface;
  readonly env: { readonly [name: string]: string | undefined };
}

interface Surface {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/**
 * Columns to fill when no `--width` was given: those of the terminal, else what `COLUMNS` says, else those
 * of the terminal that standard error goes to (`sadap show | less`), else 100.
 */
export function columnsOf({ stdout, stderr, env }: Surfaces): number {
  const named = /^[1-9]\d{0,3}$/.test(env['COLUMNS'] ?? '') ? Number(env['COLUMNS']) : 0;
  // Some terminals say that they have 0 columns.
  const beside = stderr.isTTY === true ? stderr.columns : 0;
  return stdout.columns || named || beside || PIPED_WIDTH;
}
