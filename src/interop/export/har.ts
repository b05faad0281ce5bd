import type { Entry, EventEntry, FrameEntry, Header, HttpEntry } from '../../model/recording.ts';
import {
  type ExportAbout,
  type Exporter,
  type ExportFormat,
  Leftovers,
  type Piece,
} from './exporter.ts';
import { type HarCall, harEntry } from './har-entry.ts';

/** Finished exchanges wait for older ones, so that entries stand in the order of their start; so many bytes. */
const MOST_HELD = 32 * 1024 * 1024;

/** HTTP Archive 1.2, for browsers and proxies. */
export const har: ExportFormat = {
  id: 'har',
  title: 'HAR 1.2',
  keeps: 'HTTP heads, bodies, event streams, times; of events also when they came (`_eventTimes`)',
  loses:
    'what did not cross HTTP: a recording of stdio has nothing for it; stderr, process events, notes',
  exporter: (about) => new HarExporter(about),
};

class HarExporter implements Exporter {
  readonly #about: ExportAbout;
  readonly #leftovers = new Leftovers();
  /** By number, in the order of their start. */
  readonly #calls = new Map<number, HarCall>();
  #origin = 'http://localhost';
  #held = 0;
  #count = 0;

  constructor(about: ExportAbout) {
    this.#about = about;
  }

  get left(): ReadonlyMap<string, number> {
    return this.#leftovers.counts;
  }

  header({ server }: Header): Piece[] {
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
    return this.#released(MOST_HELD);
  }

  end(): Piece[] {
    for (const call of this.#calls.values()) call.isDone = true;
    return [...this.#released(0), '\n]}}\n'];
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
    const call = entry.call === undefined ? undefined : this.#calls.get(entry.call);
    if (!call) {
      this.#leftovers.add('frame that did not cross HTTP');
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
      pieces.push(this.#count === 0 ? '\n' : ',\n', JSON.stringify(harEntry(call, this.#origin)));
      this.#count += 1;
    }
    return pieces;
  }
}

function sizeOf({ sent, received }: HarCall): number {
  return [...sent, ...received].reduce((sum, { bytes }) => sum + bytes.length, 0);
}
