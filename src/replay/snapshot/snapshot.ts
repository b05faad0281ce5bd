import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SignalSource } from '../../capture/options.ts';
import { type RecordOutcome, recordSession } from '../../capture/run.ts';
import { loadScript } from '../../capture/script/load.ts';
import type { Change } from '../../compare/change.ts';
import type { Replayed } from '../../compare/replayed.ts';
import { SadapError } from '../../errors.ts';
import { isKind, type Session } from '../../model/session.ts';
import { buildSession } from '../../protocol/session.ts';
import { loadRecording } from '../../recording/load.ts';
import { Guard } from '../as-client/guard.ts';
import { type ReplayOutcome, replaySession } from '../as-client/replay.ts';
import { loadExpectations } from '../expect/load.ts';
import { type Expectations, STRICT } from '../expect/types.ts';
import { assertFree, assertSnapshot, filesIn, type SnapshotFiles } from './files.ts';
import { expectationsText, type SnapshotPlan, scriptText } from './texts.ts';
import { tidy } from './tidy.ts';

/** What all actions on a snapshot share. */
export interface SnapshotOptions {
  readonly folder: string;
  /** Instead of the command of the script. */
  readonly command: readonly string[];
  readonly timeoutMs: number | undefined;
  readonly recorder: string;
  readonly signals?: SignalSource;
  /** Takes a line for the user. */
  readonly tell: (line: string) => void;
}

export interface InitOptions extends SnapshotOptions {
  readonly plan: SnapshotPlan;
  readonly force: boolean;
}

/** What `init` made. */
export interface Made {
  readonly files: SnapshotFiles;
  readonly session: Session;
  /** What differed when the same server was asked again. */
  readonly differing: readonly Change[];
  /** The script makes calls that may change something. */
  readonly execute: boolean;
  /** Steps that failed, one line each. */
  readonly failed: readonly string[];
}

/**
 * Writes script, recording and expectations: records the server, asks it once more, and accepts what
 * differed between the two.
 * @throws SadapError `recording-exists`, `usage`, or what stopped the recording.
 */
export async function initSnapshot(options: InitOptions): Promise<Made> {
  const { folder, plan, force } = options;
  const files = force ? filesIn(folder) : assertFree(folder);
  const text = scriptText(plan);
  mkdirSync(folder, { recursive: true });
  writeFileSync(files.script, text);
  const outcome = await record(options, files.script, files.recording, force);
  if (outcome.error) {
    for (const file of [files.script, files.recording]) rmSync(file, { force: true });
    throw outcome.error;
  }
  await tidy(files.recording);
  const session = buildSession(await loadRecording(files.recording));
  const execute = hasEffects(session);
  // Once more, without what may change something: that would be the second time.
  const again = await replay(options, files, { ...STRICT, execute: false });
  const differing = realChanges(again.report);
  writeFileSync(files.expectations, expectationsText(execute, differing));
  return { files, session, differing, execute, failed: failedSteps(outcome) };
}

/**
 * Replays the recording of a snapshot, judged by its expectations.
 * @throws SadapError `recording-missing`, `script-invalid`, …
 */
export async function checkSnapshot(
  options: SnapshotOptions,
): Promise<ReplayOutcome & { readonly expectations: Expectations }> {
  const files = assertSnapshot(options.folder);
  const expectations = await loadExpectations(files.expectations);
  return { ...(await replay(options, files, expectations)), expectations };
}

/** The recording of a snapshot before and after an update. */
export interface Updated {
  readonly files: SnapshotFiles;
  readonly before: Session;
  readonly after: Session;
  readonly failed: readonly string[];
}

/**
 * Records the script of a snapshot anew and takes that for right.
 * @throws SadapError; the old recording is kept then.
 */
export async function updateSnapshot(options: SnapshotOptions): Promise<Updated> {
  const files = assertSnapshot(options.folder);
  const before = buildSession(await loadRecording(files.recording));
  const fresh = join(dirname(files.recording), '.session.ndjson');
  try {
    const outcome = await record(options, files.script, fresh, true);
    if (outcome.error) throw outcome.error;
    if (outcome.interrupted)
      throw new SadapError('server-died', `stopped by ${outcome.interrupted}: nothing is updated`);
    await tidy(fresh);
    const after = buildSession({ ...(await loadRecording(fresh)), path: 'the new answers' });
    renameSync(fresh, files.recording);
    return { files, before, after, failed: failedSteps(outcome) };
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** All differences above info that nothing accepts. */
export function realChanges({ exchanges, others }: Replayed): Change[] {
  return [...exchanges.flatMap((each) => each.changes), ...others].filter(
    ({ tier }) => tier !== 'info',
  );
}

function record(
  { command, timeoutMs, recorder, signals }: SnapshotOptions,
  script: string,
  path: string,
  force: boolean,
): Promise<RecordOutcome> {
  return recordSession({
    script,
    ...(command.length > 0 && { command }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    out: { path, force },
    recorder,
    ...(signals && { signals }),
  });
}

async function replay(
  { command, timeoutMs, recorder, signals, tell }: SnapshotOptions,
  { script, recording }: SnapshotFiles,
  expectations: Expectations,
): Promise<ReplayOutcome> {
  const { server, timeoutMs: ofScript } = await loadScript(script, process.env);
  const own = server?.command ?? [];
  const set = server?.env ?? {};
  return replaySession({
    file: recording,
    target: {
      kind: 'command',
      server: {
        command: command.length > 0 ? command : own,
        cwd: server?.cwd ?? process.cwd(),
        env: { ...process.env, ...set },
      },
      envNames: Object.keys(set),
    },
    expectations,
    execute: expectations.execute === true,
    timeoutMs: timeoutMs ?? expectations.timeoutMs ?? ofScript ?? DEFAULT_TIMEOUT_MS,
    recorder,
    ...(signals && { signals }),
    tell,
  });
}

const DEFAULT_TIMEOUT_MS = 30_000;

function hasEffects(session: Session): boolean {
  const guard = new Guard(session);
  return session.messages.some(
    (each) => each.from === 'client' && isKind(each, 'request') && guard.objection(each.message),
  );
}

function failedSteps({ steps }: RecordOutcome): string[] {
  return steps.flatMap(({ label, status, details }) =>
    status === 'ok' ? [] : [`${label}: ${details.join(', ') || status}`],
  );
}
