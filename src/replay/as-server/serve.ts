import type { Readable, Writable } from 'node:stream';
import type { Recording } from '../../model/recording.ts';
import { buildSession } from '../../protocol/session.ts';
import { buildTape } from './build-tape.ts';
import { listenReplay } from './http/listen.ts';
import { mannersOf } from './http/manners.ts';
import { Parts } from './http/parts.ts';
import type { PostStream } from './http/post-stream.ts';
import { HttpSession } from './http/session.ts';
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
  const stage = { tape: buildTape(recordings), known: knownOf(sessions), recordings, options };
  return 'listen' in options.on
    ? serveHttp(stage, options.on.listen, options.on.allowHosts)
    : serveStreams(stage, options.on.input, options.on.output);
}

interface Staged {
  readonly tape: Tape;
  readonly known: Known;
  readonly recordings: readonly Recording[];
  readonly options: ServeOptions;
}

async function serveStreams(
  { tape, known, options }: Staged,
  input: Readable,
  output: Writable,
): Promise<PlayCounts> {
  const player = new Player<undefined>(tape, known, { ...options, transport: 'stdio' });
  const server = serveStdio(player, { input, output, tell: options.tell });
  const stop = () => server.stop();
  options.signal.addEventListener('abort', stop);
  if (options.signal.aborted) stop();
  await server.ended;
  options.signal.removeEventListener('abort', stop);
  return player.counts;
}

async function serveHttp(
  { tape, known, recordings, options }: Staged,
  address: string,
  allowHosts: readonly string[],
): Promise<PlayCounts> {
  const { tell, signal } = options;
  const sessions: HttpSession[] = [];
  const openings = openingsOf(tape);
  const open = (id: string | undefined, isModern: boolean) => {
    const player = new Player<PostStream | undefined>(tape, known, {
      ...options,
      transport: 'http',
    });
    const session = new HttpSession(id, player, isModern, { tell, pass: () => {} });
    // The n-th client gets the n-th conversation first, each later one the last.
    const own = openings[Math.min(sessions.length, openings.length - 1)];
    if (!isModern) player.rewind(own);
    sessions.push(session);
    if (!isModern) session.begin(own ?? 0);
    return session;
  };
  const manners = mannersOf(recordings, known);
  const parts = new Parts(manners, open);
  const server = await listenReplay(address, allowHosts, manners, parts);
  tell(`listening; give the client ${server.url}`);
  await aborted(signal);
  await server.close();
  const lost = sessions.reduce((sum, each) => sum + each.lost, 0);
  if (lost > 0) tell(`${lost} of the server's messages had no stream that they could go to`);
  return total(sessions.map(({ player }) => player.counts));
}

/** Conversations that a client opened. */
function openingsOf({ ofExchange }: Tape): readonly number[] {
  const opened = [...ofExchange].filter(([{ request }]) => request.message.method === 'initialize');
  return [...new Set(opened.map(([, { conversation }]) => conversation))];
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function total(counts: readonly PlayCounts[]): PlayCounts {
  const sum = (of: (each: PlayCounts) => number) => counts.reduce((all, each) => all + of(each), 0);
  return {
    answered: sum((each) => each.answered),
    stoodIn: sum((each) => each.stoodIn),
    misses: sum((each) => each.misses),
    passed: sum((each) => each.passed),
    differing: sum((each) => each.differing),
  };
}
