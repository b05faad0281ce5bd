import { append } from '../../model/lists.ts';
import type { Entry, EventEntry, FrameEntry, Header, HttpEntry } from '../../model/recording.ts';
import { type Exchanged, Exchanges } from './exchanges.ts';
import {
  type ExportAbout,
  type Exporter,
  type ExportFormat,
  Leftovers,
  type Piece,
} from './exporter.ts';
import { type HarCall, harEntry } from './har-entry.ts';
import { type StdioLine, stdioEntry, stdioLine } from './har-stdio.ts';

/** Finished exchanges wait for older ones, so that entries stand in the order of their start; so many bytes. */
const MOST_HELD = 32 * 1024 * 1024;

/** HTTP Archive 1.2, for browsers and proxies. */
export const har: ExportFormat = {
  id: 'har',
  title: 'HAR 1.2',
  keeps:
    'HTTP heads, bodies, event streams, times; of events also when they came (`_eventTimes`); every line of stdio with its bytes, line end and time, marked as not HTTP',
  loses: 'the command of a server, stderr, process events, notes',
  exporter: (about) => new HarExporter(about),
};

class HarExporter implements Exporter {
  readonly #about: ExportAbout;
  readonly #leftovers = new Leftovers();
  /** By number, in the order of their start. */
  readonly #calls = new Map<number, HarCall>();
  /** What did not cross HTTP. */
  readonly #stdio = new Exchanges<StdioLine>();
  #origin = 'http://localhost';
  #label = '';
  #held = 0;
  #count = 0;

  constructor(about: ExportAbout) {
    this.#about = about;
  }

  get left(): ReadonlyMap<string, number> {
    return this.#leftovers.counts;
  }

  header({ server }: Header): Piece[] {
    this.#label = server.label;
    if (server.url !== undefined && URL.canParse(server.url))
      this.#origin = new URL(server.url).origin;
    const [name = 'sadap', version = ''] = this.#about.recorder.split('/');
    return [`{"log":{"version":"1.2","creator":${JSON.stringify({ name, version })},"entries":[`];
  }

  entry(entry: Entry): Piece[] {
    if (entry.type === 'http') this.#head(entry);
    else if (entry.type === 'frame') this.#frame(entry);
    else if (entry.type === 'event') this.#event(entry);
    else if (entry.type === 'stderr') this.#leftovers.add('line of stderr');
    return [...this.#released(MOST_HELD), ...this.#ofStdio(this.#stdio.released())];
  }

  end(): Piece[] {
    for (const call of this.#calls.values()) call.isDone = true;
    return [...this.#released(0), ...this.#ofStdio(this.#stdio.rest()), '\n]}}\n'];
  }

  #head(entry: HttpEntry): void {
    if (entry.from === 'client')
      this.#calls.set(entry.call, {
        request: entry,
        sent: [],
        received: [],
        response: undefined,
        closedAt: undefined,
        isCaptured: true,
        failure: undefined,
        isDone: false,
      });
    else {
      const call = this.#calls.get(entry.call);
      if (call) call.response = entry;
      else this.#leftovers.add('response without its request');
    }
  }

  #frame(entry: FrameEntry): void {
    if (entry.call === undefined) {
      this.#stdio.take(stdioLine(entry));
      return;
    }
    const call = this.#calls.get(entry.call);
    if (!call) {
      this.#leftovers.add('frame of an unknown HTTP exchange');
      return;
    }
    (entry.from === 'client' ? call.sent : call.received).push(entry);
    this.#held += entry.bytes.length;
  }

  #event(entry: EventEntry): void {
    if (!('call' in entry)) return;
    const call = this.#calls.get(entry.call);
    if (!call) return;
    if (entry.event === 'not-captured') call.isCaptured = false;
    if (entry.event === 'upstream-failed') call.failure = `${entry.code} ${entry.text}`;
    call.closedAt = entry.at;
    call.isDone = true;
  }

  #released(most: number): Piece[] {
    const pieces: Piece[] = [];
    for (const [number, call] of this.#calls) {
      const isInOrder = call.isDone;
      if (!isInOrder && this.#held <= most) break;
      if (!call.isDone) continue;
      this.#calls.delete(number);
      this.#held -= sizeOf(call);
      append(pieces, this.#written(harEntry(call, this.#origin)));
    }
    return pieces;
  }

  #ofStdio(exchanges: readonly Exchanged<StdioLine>[]): Piece[] {
    return exchanges.flatMap((each) => this.#written(stdioEntry(each, this.#label)));
  }

  #written(entry: object): Piece[] {
    const before = this.#count === 0 ? '\n' : ',\n';
    this.#count += 1;
    return [before, JSON.stringify(entry)];
  }
}

function sizeOf({ sent, received }: HarCall): number {
  return [...sent, ...received].reduce((sum, { bytes }) => sum + bytes.length, 0);
}
