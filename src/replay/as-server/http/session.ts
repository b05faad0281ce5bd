import type { ServerResponse } from 'node:http';
import type { ParsedFrame } from '../../../model/message.ts';
import type { Effect, Send } from '../effects.ts';
import type { Player } from '../player.ts';
import { eventOf, type PostStream, STREAM_HEAD } from './post-stream.ts';

type Channel = PostStream | undefined;

/** What a session needs of its surroundings. */
export interface SessionPlace {
  readonly tell: (line: string) => void;
  /** Takes what goes on to a real server. */
  readonly pass: (effect: Extract<Effect<Channel>, { kind: 'pass' }>) => void;
}

/** One client over HTTP: its part of the play, and the stream for what answers no request. */
export class HttpSession {
  readonly id: string | undefined;
  readonly player: Player<Channel>;
  readonly #place: SessionPlace;
  readonly isModern: boolean;
  #stream: ServerResponse | undefined;
  /** What waits for that stream. */
  readonly #queue: Send<Channel>[] = [];
  #timer: NodeJS.Timeout | undefined;
  #lost = 0;
  #isOver = false;

  constructor(
    id: string | undefined,
    player: Player<Channel>,
    isModern: boolean,
    place: SessionPlace,
  ) {
    this.id = id;
    this.player = player;
    this.isModern = isModern;
    this.#place = place;
  }

  /** Messages that had no stream to go to, and never will. */
  get lost(): number {
    return this.#lost + this.#queue.length;
  }

  get hasOpenStream(): boolean {
    return this.#stream !== undefined;
  }

  /** What the server said before its client did. */
  begin(conversation: number): void {
    this.do(this.player.begin(conversation, undefined, performance.now()));
  }

  /** Takes what the client wrote; its answers go to the stream. */
  take(parsed: ParsedFrame, stream: Channel): void {
    this.do(this.player.receive(parsed, stream, performance.now()));
  }

  /** The client has left the response to a request. In the modern era that cancels it. */
  left(stream: PostStream): void {
    if (!this.isModern) return;
    for (const key of stream.waiting) this.do(this.player.cancel(key, performance.now()));
  }

  /** The client opens the stream for what answers no request. */
  open(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
    response.writeHead(200, { ...STREAM_HEAD, ...headers });
    response.flushHeaders();
    this.#stream = response;
    response.once('close', () => {
      if (this.#stream === response) this.#stream = undefined;
    });
    for (const each of this.#queue.splice(0)) this.#toStream(each);
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#stream?.end();
  }

  do(effects: readonly Effect<Channel>[]): void {
    for (const effect of effects) this.#one(effect);
    clearTimeout(this.#timer);
    const { wakeAt } = this.player;
    if (wakeAt === undefined || this.#isOver) return;
    const wait = Math.max(0, wakeAt - performance.now());
    this.#timer = setTimeout(() => this.do(this.player.advance(performance.now())), wait);
  }

  #one(effect: Effect<Channel>): void {
    switch (effect.kind) {
      case 'send':
        if (!effect.channel?.send(effect)) this.#toStream(effect);
        return;
      case 'silence':
        effect.channel?.silence(effect.idKey);
        return;
      case 'refuse':
        effect.channel?.refuse(effect.http, effect.body);
        return;
      case 'disconnect':
        effect.channel?.disconnect();
        return;
      case 'tell':
        this.#place.tell(effect.text);
        return;
      case 'pass':
        this.#place.pass(effect);
    }
  }

  #toStream(send: Send<Channel>): void {
    // The modern era has no such stream.
    if (this.isModern) this.#lost += 1;
    else if (this.#stream) this.#stream.write(eventOf(send.bytes, send.sse));
    else this.#queue.push(send);
  }
}
