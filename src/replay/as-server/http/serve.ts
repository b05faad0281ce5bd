import { type Passing, passingFor } from '../forward/passing.ts';
import { type PlayCounts, Player } from '../player.ts';
import type { Production } from '../serve.ts';
import type { Tape } from '../tape.ts';
import { listenReplay } from './listen.ts';
import { mannersOf } from './manners.ts';
import { Parts } from './parts.ts';
import type { PostStream } from './post-stream.ts';
import { HttpSession } from './session.ts';

/** Plays over HTTP until the signal: every client of the legacy era from the beginning. */
export async function serveHttp(
  production: Production,
  { listen, allowHosts }: { readonly listen: string; readonly allowHosts: readonly string[] },
): Promise<PlayCounts> {
  const { known, recordings, options } = production;
  const audience = new Audience(production);
  const manners = mannersOf(recordings, known);
  const parts = new Parts(manners, (id, isModern) => audience.open(id, isModern));
  const server = await listenReplay(listen, allowHosts, manners, parts);
  options.tell(`listening; give the client ${server.url}`);
  await aborted(options.signal);
  await server.close();
  await audience.close();
  return audience.counts();
}

/** All clients that came. */
class Audience {
  readonly #production: Production;
  readonly #openings: readonly number[];
  readonly #sessions: HttpSession[] = [];
  readonly #passings: Passing<PostStream | undefined>[] = [];

  constructor(production: Production) {
    this.#production = production;
    this.#openings = openingsOf(production.tape);
  }

  /** The n-th client gets the n-th conversation first, each later one the last. */
  open(id: string | undefined, isModern: boolean): HttpSession {
    const { tape, known, options } = this.#production;
    const { tell, forward } = options;
    const player = new Player<PostStream | undefined>(tape, known, {
      ...options,
      transport: 'http',
    });
    const passing = passingFor(forward, player, tell, (effects) => session.do(effects));
    const session: HttpSession = new HttpSession(id, player, isModern, { ...passing, tell });
    const openings = this.#openings;
    const own = openings[Math.min(this.#sessions.length, openings.length - 1)];
    this.#sessions.push(session);
    this.#passings.push(passing);
    if (isModern) return session;
    player.rewind(own);
    session.begin(own ?? 0);
    return session;
  }

  /** Also tells what was lost. */
  async close(): Promise<void> {
    await Promise.all(this.#passings.map((each) => each.close()));
    const lost = this.#sessions.reduce((sum, each) => sum + each.lost, 0);
    if (lost > 0)
      this.#production.options.tell(
        `${lost} of the server's messages had no stream that they could go to`,
      );
  }

  counts(): PlayCounts {
    const counts = this.#sessions.map(({ player }) => player.counts);
    const sum = (of: (each: PlayCounts) => number) =>
      counts.reduce((all, each) => all + of(each), 0);
    return {
      answered: sum((each) => each.answered),
      stoodIn: sum((each) => each.stoodIn),
      misses: sum((each) => each.misses),
      passed: sum((each) => each.passed),
      differing: sum((each) => each.differing),
    };
  }
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
