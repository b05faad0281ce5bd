import type { Readable, Writable } from 'node:stream';
import type { Recording } from '../../model/recording.ts';
import { buildSession } from '../../protocol/session.ts';
import { buildTape } from './build-tape.ts';
import { type PlayCounts, Player, type PlayerOptions } from './player.ts';
import { refuseUnplayable } from './refusals.ts';
import { knownOf } from './stand-ins.ts';
import { serveStdio } from './stdio.ts';

export interface ServeOptions extends Omit<PlayerOptions, 'transport'> {
  readonly input: Readable;
  readonly output: Writable;
  /** Takes each line for the user. */
  readonly tell: (line: string) => void;
  /** Ends the play when it is aborted. */
  readonly signal?: AbortSignal;
}

/**
 * Plays the server of some recordings of one session, nearly always one, on stdio until the client closes its side.
 *
 * @throws SadapError `recording-invalid` when the recording cannot be played.
 */
export async function serveRecordings(
  recordings: readonly Recording[],
  options: ServeOptions,
): Promise<PlayCounts> {
  const sessions = recordings.map(buildSession);
  refuseUnplayable(sessions);
  const { input, output, tell, signal } = options;
  const player = new Player<undefined>(buildTape(recordings), knownOf(sessions), {
    ...options,
    transport: 'stdio',
  });
  const server = serveStdio(player, { input, output, tell });
  const stop = () => server.stop();
  signal?.addEventListener('abort', stop);
  await server.ended;
  signal?.removeEventListener('abort', stop);
  return player.counts;
}
