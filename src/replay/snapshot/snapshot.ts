import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SignalSource } from '../../capture/options.ts';
import { type RecordOutcome, recordSession } from '../../capture/run.ts';
import { loadScript } from '../../capture/script/load.ts';
import { stepWords } from '../../capture/step-result.ts';
import type { Change } from '../../compare/change.ts';
import type { Replayed } from '../../compare/replayed.ts';
import { SadapError } from '../../errors.ts';
import { isKind, type Session } from '../../model/session.ts';
import { buildSession } from '../../protocol/session.ts';
import { loadRecording } from '../../recording/load.ts';
import type { RecordingRedactor } from '../../recording/redact.ts';
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
  /** Takes secrets and personal values out of what is recorded. */
  readonly redactor?: RecordingRedactor;
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
  /** Variables of the environment that the script takes secrets from. */
  readonly named: readonly string[];
}

/**
 * Writes script, recording and expectations: records the server, asks it once more, and accepts what
 * differed between the two.
 * @throws SadapError `recording-exists`, `usage`, or what stopped the recording; what was there is kept then.
 */
export async function initSnapshot(options: InitOptions): Promise<Made> {
  const { folder, plan, force } = options;
  const files = force ? filesIn(folder) : assertFree(folder);
  const { text, names } = scriptText(plan);
  mkdirSync(folder, { recursive: true });
  const oldScript = existsSync(files.script) ? readFileSync(files.script) : undefined;
  const fresh = freshIn(files);
  writeFileSync(files.script, text);
  try {
    const made = await firstAnswers(options, { ...files, recording: fresh });
    renameSync(fresh, files.recording);
    writeFileSync(files.expectations, expectationsText(made.execute, made.differing));
    return { ...made, files, named: names };
  } catch (error) {
    if (oldScript) writeFileSync(files.script, oldScript);
    else rmSync(files.script, { force: true });
    throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** A recording takes the place of an older one when it is whole. */
function freshIn({ recording }: SnapshotFiles): string {
  return join(dirname(recording), '.session.ndjson');
}

async function firstAnswers(
  options: InitOptions,
  files: SnapshotFiles,
): Promise<Omit<Made, 'files' | 'named'>> {
  const session = await recorded(options, files.script, files.recording, 'nothing is written');
  const execute = hasEffects(session.session);
  // Once more, without what may change something: that would be the second time.
  const again = await replay(options, files, { ...STRICT, execute: false });
  if (again.interrupted)
    throw new SadapError('server-died', `stopped by ${again.interrupted}: nothing is written`);
  return { ...session, differing: realChanges(again.report), execute };
}

/** Records the script, whole; `otherwise` says what becomes of the files when it is stopped. */
async function recorded(
  options: SnapshotOptions,
  script: string,
  path: string,
  otherwise: string,
): Promise<{ readonly session: Session; readonly failed: readonly string[] }> {
  const outcome = await record(options, script, path);
  if (outcome.error) throw outcome.error;
  if (outcome.interrupted)
    throw new SadapError('server-died', `stopped by ${outcome.interrupted}: ${otherwise}`);
  await tidy(path);
  const session = buildSession({ ...(await loadRecording(path)), path: 'the new answers' });
  return { session, failed: failedSteps(outcome) };
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
  if (!before.recording.header.exact && !options.redactor) refuseClear(files);
  const fresh = freshIn(files);
  try {
    const made = await recorded(options, files.script, fresh, 'nothing is updated');
    renameSync(fresh, files.recording);
    return { files, before, after: made.session, failed: made.failed };
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** What was taken out once, by whatever flags, must not come back unasked. */
function refuseClear({ recording }: SnapshotFiles): never {
  throw new SadapError(
    'usage',
    `values were taken out of ${recording}: an update would bring them back`,
    {
      hint: 'give update the flags of init (--redact …), or --keep all to keep everything',
    },
  );
}

/** All differences above info that nothing accepts. */
export function realChanges({ exchanges, others }: Replayed): Change[] {
  return [...exchanges.flatMap((each) => each.changes), ...others].filter(
    ({ tier }) => tier !== 'info',
  );
}

function record(
  { command, timeoutMs, recorder, redactor, signals }: SnapshotOptions,
  script: string,
  path: string,
): Promise<RecordOutcome> {
  return recordSession({
    script,
    ...(command.length > 0 && { command }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    out: { path, force: true, ...(redactor && { redactor }) },
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
    status === 'ok' ? [] : [stepWords({ label }, details.join(', ') || status)],
  );
}
