import { SadapError } from '../errors.ts';
import { maskCommand } from '../recording/mask-command.ts';
import { statOf } from '../recording/stat.ts';
import { capabilitiesFor } from './answers.ts';
import { callStep } from './calls.ts';
import type { ServerCommand } from './child.ts';
import { defaultScript } from './default-script.ts';
import { textOf } from './json-text.ts';
import { labelOf } from './label.ts';
import type { RecordOptions } from './options.ts';
import { contradiction, RELEASED, unreleasedNote } from './revision-choice.ts';
import { loadScript } from './script/load.ts';
import type { Answers, Script, Step } from './script/types.ts';
import { newSession, type SessionState } from './session-state.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
/** A modern server answers at once; one that ignores what it does not know would cost this long. */
const DEFAULT_PROBE_MS = 3000;

/** A capture with every choice made. */
export interface Plan {
  readonly label: string;
  readonly server: ServerCommand;
  /** Names of the variables that were set for the server. */
  readonly envNames: readonly string[];
  readonly state: SessionState;
  readonly answers: Answers;
  readonly steps: readonly Step[];
  readonly timeoutMs: number;
  readonly probeMs: number;
  /** Remarks for the recording. */
  readonly notes: readonly string[];
}

/**
 * Puts options and script together; what the options say comes first.
 * @throws SadapError `script-invalid`, `usage`: nothing has been started or written then.
 */
export async function planOf(options: RecordOptions): Promise<Plan> {
  const env = options.env ?? process.env;
  const script = await scriptOf(options, env);
  const command = options.command ?? script.server?.command ?? [];
  if (command.length === 0)
    throw new SadapError('usage', 'no server to record', {
      hint: 'give its command behind --, or in the script under server.command',
    });
  const state = stateOf(options, script);
  const set = { ...script.server?.env, ...options.setEnv };
  const cwd = options.cwd ?? script.server?.cwd ?? process.cwd();
  assertFolder(cwd);
  return {
    label: options.label ?? labelOf(maskCommand(command)),
    server: { command, cwd, env: { ...env, ...set } },
    envNames: Object.keys(set),
    state,
    answers: script.answers,
    steps: script.steps,
    timeoutMs: options.timeoutMs ?? script.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    probeMs: options.probeMs ?? DEFAULT_PROBE_MS,
    notes: [unreleasedNote(state.wantedRevision) ?? []].flat(),
  };
}

async function scriptOf(
  { script, calls = [] }: RecordOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Script> {
  if (script === undefined) return defaultScript(calls);
  const added = calls.map(callStep);
  const given = typeof script === 'string' ? await loadScript(script, env) : script;
  return { ...given, steps: [...given.steps, ...added] };
}

function stateOf(options: RecordOptions, { era, revision, client, answers }: Script): SessionState {
  const [, version = ''] = options.recorder.split('/');
  const identity = {
    name: client?.name ?? 'sadap',
    version: client?.version ?? version,
    capabilities: client?.capabilities ? textOf(client.capabilities) : capabilitiesFor(answers),
  };
  // A revision on the command line without an era decides the era too, whatever the script says.
  const wanted = options.era ?? (options.revision === undefined ? era : undefined) ?? 'auto';
  const wantedRevision = options.revision ?? revision;
  const why = contradiction(wanted, wantedRevision);
  if (why !== undefined) throw new SadapError('usage', why, { hint: RELEASED });
  return newSession(identity, wanted, wantedRevision);
}

/** The system reports a missing folder as a missing program. */
function assertFolder(cwd: string): void {
  const found = statOf(cwd);
  if (found?.isDirectory()) return;
  const what = found ? 'is no folder' : 'does not exist';
  throw new SadapError('usage', `the working directory ${cwd} ${what}`);
}
