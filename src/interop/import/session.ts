import { createHash } from 'node:crypto';
import type { Micros } from '../../model/frame.ts';
import {
  type Damage,
  type EndEntry,
  type Entry,
  FORMAT_VERSION,
  type Header,
  type ImportSource,
  type ServerInfo,
} from '../../model/recording.ts';
import { hintsOf } from '../../recording/hints.ts';
import { maskServer } from '../../recording/mask-command.ts';
import { createHttpMask } from '../../recording/mask-http.ts';
import { createSessionId } from '../../recording/session-id.ts';
import { createMask } from '../../secrets/mask-text.ts';
import { isJson } from '../../wire/json.ts';
import type { Format } from './format.ts';
import { createNoteMaker, type NoteMaker } from './note.ts';
import type { ObservedFrame, ObservedHead, Seen } from './observation.ts';

/** What becomes of a session: its header, then its entries in order, then the end. */
export interface EntrySink {
  add(entry: Entry): void;
  /** A place of the log that could not be read; before `close`. */
  damaged?(damage: Damage): void;
  /** After the last entry, which is an `end`. */
  close(): void;
}

/** Where imported sessions go. */
export interface Destination {
  begin(header: Header): EntrySink;
}

/** What was found of one session. */
export interface SessionFacts {
  /** As in the header. */
  readonly session: string;
  readonly label: string;
  readonly startedAt: Micros;
  readonly fromClient: number;
  readonly fromServer: number;
  readonly stderr: number;
  /** Lines of the log that are no traffic. */
  readonly notes: number;
  /** Messages that such lines quote. */
  readonly quoted: number;
}

export interface SessionOptions {
  readonly destination: Destination;
  readonly source: ImportSource;
  readonly recorder: string;
  /** The server's name, as far as it is known. */
  readonly label: string;
  /** Counts the sessions of one import, from 1. */
  readonly ordinal: number;
  readonly startedAt: Micros;
  readonly format: Pick<Format, 'marksStarts' | 'holdsMessages'>;
}

/** Entries that are kept back until what the log says of the server has come. */
const MOST_HELD = 64;

/** One session of a log on its way into a recording. */
export class ImportedSession {
  readonly #options: SessionOptions;
  #server: Partial<ServerInfo> = {};
  #held: Entry[] | undefined = [];
  #sink: EntrySink | undefined;
  /** Places of the log that could not be read and are likely about this session. */
  readonly damage: Damage[] = [];
  readonly #mask = createMask([]);
  readonly #note: NoteMaker = createNoteMaker(this.#mask);
  readonly #http = createHttpMask(this.#mask);
  readonly #calls = new Map<number, number>();
  #lastCall = 0;
  #seq = 0;
  #last: Micros;
  #session: string | undefined;
  #hasBegun = false;
  #over: Pick<EndEntry, 'closedBy' | 'exit'> | undefined;
  /** Of `initialize`: its id, and whether the client went on after it. */
  #opening: { readonly id: string | undefined; isPast: boolean } | undefined;
  readonly #counts = { fromClient: 0, fromServer: 0, stderr: 0, notes: 0, quoted: 0 };

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#last = options.startedAt;
  }

  /** Would this begin another session? */
  isAnother(seen: Seen): boolean {
    if (seen.kind === 'begin') return this.#isUsed;
    if (seen.kind !== 'frame' || !this.#opening || seen.call !== undefined) return false;
    const id = initializeIn(seen);
    return id !== undefined && (this.#opening.isPast || id.id === this.#opening.id);
  }

  get #isUsed(): boolean {
    const { fromClient, fromServer, stderr } = this.#counts;
    return fromClient + fromServer + stderr > 0 || this.#over !== undefined;
  }

  take(seen: Seen, at: Micros): void {
    this.#last = at;
    if (this.#seq === 0 && !this.#options.format.holdsMessages) this.#remark(NO_MESSAGES, at);
    switch (seen.kind) {
      case 'begin':
        this.#hasBegun = true;
        break;
      case 'about':
        this.#server = { ...this.#server, ...seen.server };
        break;
      case 'over':
        this.#over = {
          closedBy: seen.closedBy,
          ...(seen.exit && { exit: seen.exit }),
          ...this.#over,
        };
        break;
      case 'note':
        this.#noted(seen.text, at);
        break;
      case 'stderr':
        this.#counts.stderr += 1;
        this.#add({ type: 'stderr', ...this.#place(at), bytes: this.#kept(seen.bytes), eol: '\n' });
        break;
      case 'event':
        this.#event(seen, at);
        break;
      case 'http':
        this.#head(seen, at);
        break;
      case 'frame':
        this.#frame(seen, at);
        break;
      case 'passed-over':
        break;
    }
  }

  /** Writes what is left, and the last entry: by the log, or for the reason that is given; else none. */
  end(reason: string | undefined): SessionFacts {
    const over = this.#over ?? (reason === undefined ? undefined : { closedBy: 'sadap', reason });
    if (over) this.#add({ type: 'end', ...this.#place(this.#last), ...over });
    const sink = this.#release();
    for (const each of this.damage) sink.damaged?.(each);
    sink.close();
    const { label, startedAt } = this.#options;
    return {
      session: this.#session ?? '',
      label: this.#server.label ?? label,
      startedAt,
      ...this.#counts,
    };
  }

  /** A copy of what is held back, which would keep the chunk of the log in memory that it is a part of. */
  #kept(bytes: Buffer): Buffer {
    return this.#held ? Buffer.from(bytes) : bytes;
  }

  #place(at: Micros): { seq: number; at: Micros } {
    return { seq: this.#seq++, at };
  }

  #add(entry: Entry): void {
    if (this.#held && this.#held.length < MOST_HELD && entry.type !== 'frame')
      this.#held.push(entry);
    else this.#release().add(entry);
  }

  /** From here on nothing in the header can change. */
  #release(): EntrySink {
    this.#sink ??= this.#options.destination.begin(this.#header());
    for (const entry of this.#held ?? []) this.#sink.add(entry);
    this.#held = undefined;
    return this.#sink;
  }

  #header(): Header {
    const { label, source, recorder, ordinal, startedAt } = this.#options;
    const server = maskServer({ label, ...this.#server }, this.#mask);
    this.#session = sessionId(source, server.label, ordinal, startedAt);
    return {
      type: 'header',
      format: 'sadap',
      version: FORMAT_VERSION,
      session: this.#session,
      startedAt,
      recorder,
      mode: 'import',
      exact: false,
      source,
      server,
    };
  }

  #noted(text: string, at: Micros): void {
    const { text: masked, quotes } = this.#note(text);
    const { seq } = this.#remark(masked, at);
    for (const quote of quotes) this.#remark(quote, at, seq);
    this.#counts.notes += 1;
    this.#counts.quoted += quotes.length;
  }

  #remark(text: string, at: Micros, target?: number): { seq: number } {
    const place = this.#place(at);
    this.#add({ type: 'note', ...place, ...(target !== undefined && { target }), text });
    return place;
  }

  #event({ event }: Extract<Seen, { kind: 'event' }>, at: Micros): void {
    if (event.event === 'spawn-failed') this.#over ??= { closedBy: 'server' };
    const isHttp = event.event === 'http-closed' || event.event === 'upstream-failed';
    const numbered = isHttp ? { ...event, call: this.#numberOf(event.call) } : event;
    this.#add({ type: 'event', ...this.#place(at), ...numbered });
    if (isHttp) this.#calls.delete(event.call);
  }

  #head({ call, from, start, headers }: ObservedHead, at: Micros): void {
    const [method, target] = from === 'client' ? splitAt(start, ' ') : [];
    this.#add({
      type: 'http',
      ...this.#place(at),
      call: this.#numberOf(call),
      from,
      start: target === undefined ? start : `${method} ${this.#http.url(target)}`,
      headers: this.#http.headers(headers),
    });
  }

  #frame(frame: ObservedFrame, at: Micros): void {
    const { from, bytes, call, sse, remark } = frame;
    if (this.#options.format.marksStarts && !this.#hasBegun && !this.#sink)
      this.#startsInside(frame, at);
    this.#counts[from === 'client' ? 'fromClient' : 'fromServer'] += 1;
    if (from === 'client') this.#follow(frame);
    const place = this.#place(at);
    this.#add({
      type: 'frame',
      ...place,
      from,
      bytes,
      eol: frame.eol ?? (call === undefined ? '\n' : ''),
      ...(call !== undefined && { call: this.#numberOf(call) }),
      ...(sse && { sse }),
    });
    const why = remark ?? (isCut(frame) ? CUT : undefined);
    if (why !== undefined) this.#remark(why, at, place.seq);
  }

  #startsInside(frame: ObservedFrame, at: Micros): void {
    if (frame.from === 'client' && initializeIn(frame)) return;
    this.#remark('the log begins inside this session: what was said before is not in it', at);
  }

  #follow(frame: ObservedFrame): void {
    const found = initializeIn(frame);
    if (found) this.#opening = { id: found.id, isPast: false };
    else if (this.#opening) this.#opening.isPast = true;
  }

  #numberOf(call: number): number {
    const known = this.#calls.get(call) ?? ++this.#lastCall;
    this.#calls.set(call, known);
    return known;
  }
}

const NO_MESSAGES = 'this kind of log holds no messages: what was said is not known';
const CUT = 'the log holds only a part of this message';

/** Logs that shorten long lines leave JSON without its end. */
function isCut({ bytes, isWhole }: ObservedFrame): boolean {
  if (isWhole || bytes.length === 0) return false;
  const last = bytes.at(-1);
  return (
    last !== 0x7d && last !== 0x5d && (bytes[0] === 0x7b || bytes[0] === 0x5b) && !isJson(bytes)
  );
}

function initializeIn({ from, bytes }: ObservedFrame): { id: string | undefined } | undefined {
  if (from !== 'client' || !bytes.includes('"initialize"') || !isJson(bytes)) return undefined;
  const { method, id } = hintsOf(bytes);
  return method === '"initialize"' ? { id } : undefined;
}

/** The same for the same session of the same log, so that importing it twice makes no second file. */
function sessionId(source: ImportSource, label: string, ordinal: number, at: Micros): string {
  const text = JSON.stringify([source.format, source.files, label, ordinal, at]);
  return createSessionId(at, createHash('sha256').update(text).digest().subarray(0, 10));
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
