import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { Upstream } from './addresses.ts';
import type { AnswerHead } from './answer-head.ts';
import { type AnswerListener, AnswerReader } from './answer-reader.ts';
import type { RawHeaders } from './header-fields.ts';
import type { Trust } from './tls.ts';

/** A request that goes over a link, and takes its answer. */
export interface Asker extends AnswerListener {
  readonly method: string;
  /** It is its turn: it may write. */
  opened(): void;
  /** There is room again for what it has to write. */
  drained(): void;
  /** All that came together has been given out. */
  rested(): void;
  /** No answer will come, or no more of it. `isReused`: the connection had carried a request before. */
  failed(error: NodeJS.ErrnoException, isReused: boolean): void;
}

/**
 * The connection to the upstream that belongs to one connection of a client: opened when it is needed, kept as
 * long as both ends like, for one request after the other.
 *
 * Node's own client does the same at three times the price, which every message would pay.
 */
export class Link implements AnswerListener {
  readonly #upstream: Upstream;
  readonly #trust: Trust;
  readonly #waiting: Asker[] = [];
  #socket: Socket | undefined;
  #reader = new AnswerReader();
  #asker: Asker | undefined;
  #isReused = false;
  #isAsked = false;
  #isAnswered = false;
  #isLast = false;

  constructor(upstream: Upstream, trust: Trust) {
    this.#upstream = upstream;
    this.#trust = trust;
  }

  /** Lets it write as soon as those before it are done. */
  ask(asker: Asker): void {
    this.#waiting.push(asker);
    if (!this.#asker) this.#next();
  }

  /** false: wait until `drained`. Nothing is written for an asker whose turn is over. */
  write(asker: Asker, text: string, bytes?: Buffer): boolean {
    const socket = this.#socket;
    if (asker !== this.#asker || !socket?.writable) return true;
    if (!bytes) return socket.write(text, 'latin1');
    if (text === '') return socket.write(bytes);
    if (bytes.length < SMALL) return socket.write(text + bytes.toString('latin1'), 'latin1');
    socket.cork();
    socket.write(text, 'latin1');
    const isTaken = socket.write(bytes);
    socket.uncork();
    return isTaken;
  }

  /** The request is whole. */
  asked(asker: Asker): void {
    if (asker !== this.#asker) return;
    this.#isAsked = true;
    this.#maybeFree();
  }

  /** No more of the answer is wanted; the connection goes with it. */
  abandon(asker: Asker): void {
    if (asker === this.#asker) this.#drop();
    else {
      const at = this.#waiting.indexOf(asker);
      if (at !== -1) this.#waiting.splice(at, 1);
    }
  }

  /** The asker has no room for more; `resume` when it has. */
  pause(): void {
    this.#socket?.pause();
  }

  resume(asker: Asker): void {
    if (asker === this.#asker) this.#socket?.resume();
  }

  /** The client's connection is gone. */
  close(): void {
    this.#waiting.length = 0;
    this.#drop();
  }

  informed(head: AnswerHead): void {
    this.#asker?.informed(head);
  }

  head(head: AnswerHead): void {
    this.#isLast = head.isLast;
    this.#asker?.head(head);
  }

  data(bytes: Buffer): void {
    this.#asker?.data(bytes);
  }

  ended(trailers: RawHeaders): void {
    this.#isAnswered = true;
    this.#asker?.ended(trailers);
  }

  #next(): void {
    const asker = this.#waiting.shift();
    if (!asker) return;
    this.#asker = asker;
    this.#isAsked = false;
    this.#isAnswered = false;
    this.#isReused = this.#socket !== undefined;
    this.#socket ??= this.#open();
    this.#reader.expect(asker.method, this);
    asker.opened();
  }

  #maybeFree(): void {
    if (!this.#isAsked || !this.#isAnswered) return;
    if (this.#isLast) this.#drop();
    else {
      this.#asker = undefined;
      // The end of an answer that waits for its client must not keep the next one waiting.
      this.#socket?.resume();
      this.#next();
    }
  }

  #open(): Socket {
    const { secure, hostname: host, port } = this.#upstream;
    const named = isIP(host) ? {} : { servername: host };
    const socket = secure
      ? connectSecurely({ host, port, ...named, ...this.#trust, ALPNProtocols: ['http/1.1'] })
      : connect({ host, port });
    socket.setNoDelay(true);
    this.#reader = new AnswerReader();
    this.#isLast = false;
    const isCurrent = () => socket === this.#socket;
    socket.on('data', (chunk: Buffer) => isCurrent() && this.#read(() => this.#reader.push(chunk)));
    socket.on('drain', () => isCurrent() && this.#asker?.drained());
    socket.on('end', () => {
      if (isCurrent()) this.#read(() => this.#reader.connectionEnded());
      if (isCurrent()) this.#broken(hungUp());
    });
    socket.on('error', (error) => isCurrent() && this.#broken(error));
    socket.on('close', () => isCurrent() && this.#broken(hungUp()));
    return socket;
  }

  #read(step: () => void): void {
    try {
      step();
      this.#asker?.rested();
      // Not sooner: what follows an answer in the same chunk answers nobody.
      this.#maybeFree();
    } catch (error) {
      this.#broken(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Whoever waits for an answer hears of it; what comes next gets a connection of its own. */
  #broken(error: NodeJS.ErrnoException): void {
    const [asker, isAnswered, isReused] = [this.#asker, this.#isAnswered, this.#isReused];
    this.#drop();
    // It may wait for room for the rest of its request, which goes nowhere now.
    if (isAnswered) asker?.drained();
    else asker?.failed(error, isReused);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#asker = undefined;
    // It may be in the midst of a chunk, whose rest must not become the answer of the next one.
    this.#reader.stop();
    socket?.destroy();
    this.#next();
  }
}

/** A head and a body up to this length leave as one piece. In bytes. */
const SMALL = 16 * 1024;

function hungUp(): NodeJS.ErrnoException {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}
