import type { Recording } from '../../src/model/recording.ts';
import { buildSession } from '../../src/protocol/session.ts';
import { buildTape } from '../../src/replay/as-server/build-tape.ts';
import type { Effect } from '../../src/replay/as-server/effects.ts';
import { Player, type PlayerOptions } from '../../src/replay/as-server/player.ts';
import { knownOf } from '../../src/replay/as-server/stand-ins.ts';
import { parseFrame } from '../../src/wire/parse.ts';
import type { Said } from './conversation.ts';

/** A recorded server that is played without streams, on a clock that the test moves. */
export class Play {
  /** Lines for the user. */
  readonly told: string[] = [];
  /** What was handed on to a real server. */
  readonly passed: string[] = [];
  /** Gets the bytes and line ends of what the server writes. */
  watch: (bytes: Buffer, eol: string) => void = () => {};
  /** Number of connections broken off. */
  disconnected = 0;
  readonly player: Player<string>;
  #now = 0;
  #seq = 0;
  #said: string[] = [];

  constructor(recording: Recording, options: Partial<PlayerOptions> = {}) {
    this.player = new Player(buildTape([recording]), knownOf([buildSession(recording)]), {
      onMiss: 'error',
      timing: 0,
      faults: [],
      transport: 'stdio',
      ...options,
    });
    this.#do(this.player.begin(0, 'stdout', 0));
  }

  /** The client writes; what the server writes at once. Channel: `c0`, `c1` …, by the client's line. */
  say(said: Said): string[] {
    const bytes = Buffer.from(
      typeof said === 'object' && !Buffer.isBuffer(said) ? JSON.stringify(said) : said,
    );
    const seq = this.#seq++;
    const frame = { seq, at: 0, from: 'client', bytes, eol: '\n' } as const;
    return this.#do(this.player.receive(parseFrame(frame), `c${seq}`, this.#now));
  }

  /** Time passes; what the server writes meanwhile. */
  wait(ms: number): string[] {
    const end = this.#now + ms;
    const before = this.#said;
    this.#said = [];
    for (let wake = this.player.wakeAt; wake !== undefined && wake <= end; ) {
      this.#now = wake;
      this.#take(this.player.advance(wake));
      wake = this.player.wakeAt;
    }
    this.#now = end;
    const said = this.#said;
    this.#said = before;
    return said;
  }

  /** The client closes its side. */
  close(): string[] {
    return this.#do(this.player.drain(this.#now));
  }

  #do(effects: readonly Effect<string>[]): string[] {
    this.#said = [];
    this.#take(effects);
    return this.#said;
  }

  #take(effects: readonly Effect<string>[]): void {
    for (const effect of effects) {
      if (effect.kind === 'send') this.watch(effect.bytes, effect.eol);
      if (effect.kind === 'send')
        this.#said.push(effect.bytes.toString() + (effect.eol ? '' : '…'));
      if (effect.kind === 'tell') this.told.push(effect.text);
      if (effect.kind === 'pass') this.passed.push(effect.located.bytes.toString());
      if (effect.kind === 'disconnect') this.disconnected += 1;
    }
  }
}

/** A recording, played. */
export function play(recording: Recording, options: Partial<PlayerOptions> = {}): Play {
  return new Play(recording, options);
}

/** A tool call. */
export function call(id: unknown, name: string, args: object = {}, meta?: object) {
  const params = { name, arguments: args, ...(meta && { _meta: meta }) };
  return { jsonrpc: '2.0', id, method: 'tools/call', params };
}

/** The answer to a tool call: one text. */
export function text(id: unknown, says: string) {
  return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: says }] } };
}
