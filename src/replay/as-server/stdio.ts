import type { Readable, Writable } from 'node:stream';
import type { Line } from '../../model/frame.ts';
import { LineSplitter } from '../../wire/lines.ts';
import { parseFrame } from '../../wire/parse.ts';
import type { Effect, Send } from './effects.ts';
import type { Player } from './player.ts';
import { oneLine, trickle, written } from './writing.ts';

/** Where a play on stdio happens. */
export interface StdioPlace {
  readonly input: Readable;
  readonly output: Writable;
  readonly tell: (line: string) => void;
  /** Takes what goes on to a real server; undefined when there is none. */
  readonly pass: (effect: Extract<Effect<undefined>, { kind: 'pass' }>) => void;
  /** Does somebody wait for that server? */
  readonly isBusy: () => boolean;
}

/** How long what is under way may take once the client has closed its side. */
const PATIENCE_MS = 5000;

/**
 * Plays a recorded server on two streams, one message a line. Ends when the client has closed its side
 * and all that is due is said, or when `stop` is called.
 */
export function serveStdio(player: Player<undefined>, place: StdioPlace): StdioServer {
  return new StdioServer(player, place);
}

export class StdioServer {
  /** Resolves when the play is over and everything is written. */
  readonly ended: Promise<void>;
  readonly #player: Player<undefined>;
  readonly #place: StdioPlace;
  readonly #splitter = new LineSplitter();
  #settle: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #patience: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #seq = 0;
  #inputEnded = false;
  #over = false;

  constructor(player: Player<undefined>, place: StdioPlace) {
    this.#player = player;
    this.#place = place;
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
    place.output.on('error', () => this.stop());
    place.input.on('data', (chunk: Buffer) => this.#take(this.#splitter.push(chunk)));
    place.input.on('end', () => this.#inputEnd());
    place.input.on('error', () => this.#inputEnd());
    this.do(player.begin(0, undefined, performance.now()));
  }

  /** Ends at once. */
  stop(): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#patience);
    this.#place.input.destroy();
    void this.#writing.then(this.#settle, this.#settle);
  }

  #take(lines: readonly Line[]): void {
    for (const line of lines) {
      if (this.#over) return;
      const place = { seq: this.#seq++, at: Date.now() * 1000, from: 'client' } as const;
      this.do(
        this.#player.receive(parseFrame({ ...line, ...place }), undefined, performance.now()),
      );
    }
  }

  #inputEnd(): void {
    if (this.#inputEnded) return;
    this.#inputEnded = true;
    const last = this.#splitter.end();
    if (last) this.#take([last]);
    this.do(this.#player.drain(performance.now()));
    // A real server may wait for a client that says nothing more.
    if (!this.#over) this.#patience = setTimeout(() => this.stop(), PATIENCE_MS);
  }

  /** Does what a player, or the real server, wants done. */
  do(effects: readonly Effect<undefined>[]): void {
    for (const effect of effects) this.#one(effect);
    clearTimeout(this.#timer);
    if (this.#over) return;
    const { wakeAt } = this.#player;
    if (wakeAt === undefined) {
      if (this.#inputEnded && !this.#place.isBusy()) this.stop();
      return;
    }
    const wait = Math.max(0, wakeAt - performance.now());
    this.#timer = setTimeout(() => this.do(this.#player.advance(performance.now())), wait);
  }

  #one(effect: Effect<undefined>): void {
    if (this.#over) return;
    if (effect.kind === 'send') this.#send(effect);
    else if (effect.kind === 'tell') this.#place.tell(effect.text);
    else if (effect.kind === 'pass') this.#place.pass(effect);
    else if (effect.kind === 'disconnect') this.stop();
  }

  #send({ bytes, eol, slow }: Pick<Send<undefined>, 'bytes' | 'eol' | 'slow'>): void {
    const line = Buffer.concat([oneLine(bytes), Buffer.from(eol)]);
    const { output } = this.#place;
    const write = slow ? () => trickle(output, line, slow) : () => written(output, line);
    this.#writing = this.#writing.then(write);
  }
}
