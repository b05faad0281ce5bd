/**
 * The command surface as data: parsing, `--help` and the generated reference all come from here, one file
 * a group in `flags/`. A flag that several commands take is described once, in `shared-flags.ts`.
 */
import type { CommandSpec } from './command-spec.ts';
import { capture } from './flags/capture.ts';
import { document } from './flags/document.ts';
import { inspect } from './flags/inspect.ts';
import { replay } from './flags/replay.ts';
import { shell } from './flags/shell.ts';
import { targets } from './flags/targets.ts';

export type { CommandSpec, Flag } from './command-spec.ts';

export const commands: readonly CommandSpec[] = [
  ...capture,
  ...inspect,
  ...replay,
  ...document,
  ...targets,
  ...shell,
];
