import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ServerCommand } from '../../capture/child.ts';
import { exitText } from '../../capture/failures.ts';
import type { Interrupt } from '../../capture/interrupts.ts';
import type { SignalSource } from '../../capture/options.ts';
import type { Patience } from '../../capture/shutdown.ts';
import { foldRules } from '../../compare/folds.ts';
import { judgeReplay, type Replayed } from '../../compare/replayed.ts';
import { SadapError } from '../../errors.ts';
import { refKey } from '../../model/session.ts';
import { buildSession } from '../../protocol/session.ts';
import { loadRecording } from '../../recording/load.ts';
import { parseJson } from '../../wire/json.ts';
import { acceptanceOf } from '../expect/apply.ts';
import type { Acceptance, Expectations } from '../expect/types.ts';
import type { Omission } from './compose.ts';
import { type HttpOptions, playToUrl } from './http.ts';
import { pairsOf } from './pairs.ts';
import type { Play } from './play.ts';
import { assertPlayable } from './playable.ts';
import { type Score, scoreOf } from './score.ts';
import { type Played, playToCommand } from './stdio.ts';
import { unmasked } from './unmask.ts';

/** The server of today. `envNames`: of the variables that were set for it. */
export type ReplayTarget =
  | {
      readonly kind: 'command';
      readonly server: ServerCommand;
      readonly envNames: readonly string[];
    }
  | ({ readonly kind: 'url' } & Pick<HttpOptions, 'url' | 'headers' | 'ca' | 'insecure'>);

export interface ReplayOptions {
  /** Path of the recording; `-`: standard input. */
  readonly file: string;
  readonly target: ReplayTarget;
  readonly expectations: Expectations;
  /** Repeat calls that may change something. */
  readonly execute: boolean;
  readonly timeoutMs: number;
  /** Where the new recording goes; without it there is none. */
  readonly out?: { readonly path: string; readonly force: boolean };
  /** Put the new recording in the place of the old one. */
  readonly update?: boolean;
  readonly recorder: string;
  readonly signals?: SignalSource;
  readonly patience?: Patience;
  readonly onLine?: (said: number, of: number) => void;
  /** Takes a line for the user. */
  readonly tell: (line: string) => void;
}

export interface ReplayOutcome {
  readonly report: Replayed;
  readonly omissions: readonly Omission[];
  /** Acceptances of the expectations that nothing fell under. */
  readonly unused: readonly Acceptance[];
  /** How the server disturbed the play: it left, or did not open the session. */
  readonly trouble: string | undefined;
  readonly interrupted: Interrupt | undefined;
  readonly error: SadapError | undefined;
  /** Was the recording replaced (`update`)? Undefined: it was not asked for. */
  readonly updated: boolean | undefined;
}

/**
 * Plays the client of a recording to a server, and compares the answers with the recorded ones.
 * @throws SadapError for a recording that cannot be read or played, or a file that cannot be written.
 */
export async function replaySession(options: ReplayOptions): Promise<ReplayOutcome> {
  const recorded = await loadRecording(options.file);
  const score = scoreOf(buildSession(recorded));
  assertPlayable(score);
  const folder = options.out ? undefined : folderFor(options);
  const path = options.out?.path ?? join(folder ?? '', 'replay.ndjson');
  try {
    const played = await play(options, score, path);
    const now = buildSession(await loadRecording(played.path));
    const old = buildSession(unmasked(recorded, played.play.placeholders));
    const used = new Set<Acceptance>();
    const report = judgeReplay(old, now, {
      ...judging(options, played.play, used),
      pairs: pairsOf(old, now, played.play),
    });
    const { interrupted, error } = played;
    return {
      report,
      omissions: played.play.omissions,
      unused: options.expectations.accept.filter((each) => !used.has(each)),
      trouble: troubleOf(played),
      interrupted,
      error,
      updated: options.update === true ? update(options, played) : undefined,
    };
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** For a recording that is thrown away, or becomes the old one: then on the same disk. */
function folderFor({ file, update: isUpdate }: ReplayOptions): string {
  if (isUpdate !== true) return mkdtempSync(join(tmpdir(), 'sadap-replay-'));
  if (file === '-')
    throw new SadapError('usage', 'standard input cannot be updated', {
      hint: 'write the new recording with -o FILE',
    });
  return mkdtempSync(join(dirname(file), '.sadap-replay-'));
}

function play(options: ReplayOptions, score: Score, path: string): Promise<Played> {
  const { target, execute, timeoutMs, recorder, out, signals, patience, onLine } = options;
  const common = {
    label: score.session.recording.header.server.label,
    out: { path, force: out?.force === true },
    recorder,
    execute,
    timeoutMs,
    ...(signals && { signals }),
    ...(patience && { patience }),
    ...(onLine && { onLine }),
  };
  return target.kind === 'url'
    ? playToUrl(score, { ...common, ...target, tell: options.tell })
    : playToCommand(score, { ...common, server: target.server, envNames: target.envNames });
}

function judging({ expectations }: ReplayOptions, played: Play, used: Set<Acceptance>) {
  const { accept, ignore, noFold } = expectations;
  return {
    ignore,
    folds: noFold.includes('all') ? [] : foldRules(noFold),
    readText,
    leftOut: leftOutBy(played.omissions),
    extraIds: played.extraIds,
    putBack: played.placeholders.size,
    accepts: (change: Parameters<typeof acceptanceOf>[0]) => {
      const found = acceptanceOf(change, accept);
      if (found) used.add(found);
      return found && (found.reason ?? found.place);
    },
  };
}

/** What was left out, as a comparison wants to know it. */
export function leftOutBy(omissions: readonly Omission[]) {
  return new Map(
    omissions.flatMap(({ message, why, detail }) =>
      message
        ? [
            [
              refKey(message),
              { why: detail, isFault: why === 'stopped', isPage: why === 'page' },
            ] as const,
          ]
        : [],
    ),
  );
}

function troubleOf({
  play,
  left,
  exit,
  lastErrors,
  error,
  interrupted,
}: Played): string | undefined {
  if (error || interrupted || play.stopped === undefined) return undefined;
  const words =
    lastErrors.length > 0 ? `; its last words on stderr: ${lastErrors.join(' / ')}` : '';
  if (left === undefined) return `${play.stopped}: the rest was not played${words}`;
  return `${exit ? `the server ${exitText(exit)}` : left} before the replay was through${words}`;
}

/** Only a whole session takes the place of the old one. */
function update({ file }: ReplayOptions, { path, play, error, interrupted }: Played): boolean {
  const isWhole =
    !error &&
    !interrupted &&
    play.omissions.every(({ why }) => why === 'pointless' || why === 'page');
  if (isWhole) renameSync(path, file);
  return isWhole;
}

function readText(text: string) {
  const parsed = parseJson(Buffer.from(text));
  return parsed.ok ? parsed.node : undefined;
}
