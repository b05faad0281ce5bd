import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { HostEnvironment } from './host-environments.ts';
import type { RecordOptions } from './options.ts';
import { type RecordOutcome, recordSession } from './run.ts';

/** What is tried. */
export interface DoctorOptions {
  readonly command: readonly string[];
  /** Variables of the server's configuration, on top of the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Working folder that the configuration names; else that of each environment. */
  readonly cwd: string | undefined;
  readonly environments: readonly HostEnvironment[];
  /** Folder for the recordings. */
  readonly dir: string;
  readonly timeoutMs: number | undefined;
  readonly recorder: string;
  readonly onStart?: (trial: Trial) => void;
}

/** One start of the server. */
export interface Trial {
  readonly environment: HostEnvironment;
  readonly era: 'legacy' | 'modern';
}

export interface TrialOutcome extends Trial {
  readonly outcome: RecordOutcome;
}

/**
 * Starts a server as hosts do, once in each environment and era, one after the other, plays the default
 * script against it, and records it. Stops when the user does.
 * @throws as `recordSession`
 */
export async function runTrials(options: DoctorOptions): Promise<TrialOutcome[]> {
  const outcomes: TrialOutcome[] = [];
  for (const environment of options.environments)
    for (const era of ['legacy', 'modern'] as const) {
      options.onStart?.({ environment, era });
      const outcome = await recordSession(optionsOf(options, { environment, era }));
      outcomes.push({ environment, era, outcome });
      if (outcome.interrupted) return outcomes;
    }
  return outcomes;
}

function optionsOf(options: DoctorOptions, { environment, era }: Trial): RecordOptions {
  const { command, env, cwd, dir, timeoutMs, recorder } = options;
  return {
    command,
    label: `doctor-${environment.id}-${era}`,
    env: environment.variables,
    setEnv: env,
    cwd: cwd ?? environment.folder,
    era,
    ...(timeoutMs !== undefined && { timeoutMs }),
    out: { dir },
    recorder,
  };
}

/**
 * The command with such arguments made absolute: started in the folder of a host it would fail for want of
 * the file alone, and what else is wrong with the server would stay unseen.
 */
export function withFullPaths(command: readonly string[], folder: string): string[] {
  const relative = relativeFiles(command, folder);
  return command.map((each) => (relative.includes(each) ? resolve(folder, each) : each));
}

/** Arguments that name a file of the folder that the user is in: elsewhere they name none. */
export function relativeFiles(command: readonly string[], folder: string): string[] {
  return command.filter(
    (each) =>
      !isAbsolute(each) &&
      /[./\\]/.test(each) &&
      !each.startsWith('-') &&
      existsSync(join(folder, each)),
  );
}
