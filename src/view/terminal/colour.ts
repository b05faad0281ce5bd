import { Chalk, type ChalkInstance } from 'chalk';
import type { FateKind } from '../../model/reading.ts';

/** How much colour a stream gets. `basic`: the 16 of any terminal; `full`: 256 or more. */
export type ColourLevel = 'none' | 'basic' | 'full';

/** What decides about colour, passed in so that the rule can be tested. */
export interface ColourWish {
  /** `--color always|never|auto`; stronger than the environment. */
  readonly flag: 'always' | 'never' | 'auto' | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Is the stream that is written to a terminal? */
  readonly isTTY: boolean;
}

/**
 * The one place where colour is decided. Order: the flag, `NO_COLOR` when not empty (no-color.org),
 * `FORCE_COLOR` (0 or `false`: none), `TERM=dumb`, is it a terminal.
 */
export function colourLevel({ flag, env, isTTY }: ColourWish): ColourLevel {
  if (flag === 'never') return 'none';
  if (flag === 'always') return richness(env);
  if (env['NO_COLOR']) return 'none';
  const force = env['FORCE_COLOR'];
  if (force !== undefined) return forced(force, env);
  return isTTY && env['TERM'] !== 'dumb' ? richness(env) : 'none';
}

/** Styles by meaning. Each takes printable text and leaves its width as it is. */
export interface Palette {
  readonly dim: Paint;
  readonly strong: Paint;
  readonly good: Paint;
  readonly bad: Paint;
  readonly caution: Paint;
  readonly fate: (kind: FateKind) => Paint;
}

export type Paint = (text: string) => string;

/** Styles for a colour level. Never uses chalk's own guess, which reads other programs' flags. */
export function paletteOf(level: ColourLevel): Palette {
  const chalk = new Chalk({ level: level === 'none' ? 0 : level === 'basic' ? 1 : 2 });
  const fates = fatePaints(chalk);
  return {
    dim: chalk.dim,
    strong: chalk.bold,
    good: chalk.green,
    bad: chalk.red,
    caution: chalk.yellow,
    fate: (kind) => fates[kind],
  };
}

function forced(force: string, env: ColourWish['env']): ColourLevel {
  if (force === '0' || force === 'false') return 'none';
  if (force === '1') return 'basic';
  return force === '2' || force === '3' ? 'full' : richness(env);
}

function richness(env: ColourWish['env']): ColourLevel {
  const rich = env['COLORTERM'] !== undefined || /-(256color|direct)$/.test(env['TERM'] ?? '');
  return rich ? 'full' : 'basic';
}

/** What reaches the model stands out, what it never sees steps back. */
function fatePaints(chalk: ChalkInstance): Record<FateKind, Paint> {
  return {
    reads: chalk.green,
    renamed: chalk.green,
    rewritten: chalk.yellow,
    truncated: chalk.yellow,
    inlined: chalk.green,
    replaced: chalk.dim,
    wrote: chalk.cyan,
    host: chalk.dim,
    deferred: chalk.yellow,
    dropped: chalk.dim,
    envelope: chalk.dim,
    fails: chalk.red,
    unknown: chalk.magenta,
  };
}
