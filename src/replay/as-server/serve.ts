import type { Readable, Writable } from 'node:stream';
import type { Recording } from '../../model/recording.ts';
import { buildSession } from '../../protocol/session.ts';
import { buildTape } from './build-tape.ts';
import { type Forward, passingFor } from './forward/passing.ts';
import { serveHttp } from './http/serve.ts';
import { type PlayCounts, Player, type PlayerOptions } from './player.ts';
import { refuseUnplayable } from './refusals.ts';
import { type Known, knownOf } from './stand-ins.ts';
import { serveStdio } from './stdio.ts';
import type { Tape } from './tape.ts';

export interface ServeOptions extends Omit<PlayerOptions, 'transport'> {
  /** Takes each line for the user. */
  readonly tell: (line: string) => void;
  /** Ends the play when it is aborted. */
  readonly signal: AbortSignal;
  /** Where to serve: on two streams, or over HTTP. */
  readonly on:
    | { readonly input: Readable; readonly output: Writable }
    | { readonly listen: string; readonly allowHosts: readonly string[] };
  /** The server for what was not recorded; `onMiss` is then `forward`. */
  readonly forward?: Forward;
}

/** What is played, and how. */
export interface Production {
  readonly tape: Tape;
  readonly known: Known;
  readonly recordings: readonly Recording[];
  readonly options: ServeOptions;
}

/**
 * Plays the server of some recordings of one session, nearly always one: on stdio until the client
 * closes its side, over HTTP until the signal.
 *
 * @throws SadapError `recording-invalid` when it cannot be played, `usage` when the address cannot be had.
 */
export async function serveRecordings(
  recordings: readonly Recording[],
  options: ServeOptions,
): Promise<PlayCounts> {
  const sessions = recordings.map(buildSession);
  refuseUnplayable(sessions);
  const production = { tape: buildTape(recordings), known: knownOf(sessions), recordings, options };
  return 'listen' in options.on
    ? serveHttp(production, options.on)
    : serveStreams(production, options.on);
}

async function serveStreams(
  { tape, known, options }: Production,
  streams: { readonly input: Readable; readonly output: Writable },
): Promise<PlayCounts> {
  const { tell, signal, forward } = options;
  const player = new Player<undefined>(tape, known, { ...options, transport: 'stdio' });
  const passing = passingFor(forward, player, tell, (effects) => server.do(effects));
  const server = serveStdio(player, { ...streams, ...passing, tell });
  const stop = () => server.stop();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  await server.ended;
  signal.removeEventListener('abort', stop);
  await passing.close();
  return player.counts;
}
