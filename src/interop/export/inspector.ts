import type { Entry } from '../../model/recording.ts';
import { formatTime } from '../../recording/time.ts';
import { type Exchanged, Exchanges } from './exchanges.ts';
import { type Exporter, type ExportFormat, Leftovers, type Piece } from './exporter.ts';
import { messagesOf, type WrittenMessage } from './messages.ts';

/** What the Inspector exports of its protocol view: answers stand within their requests. */
export const inspector: ExportFormat = {
  id: 'inspector',
  title: 'protocol export of MCP Inspector v2',
  keeps: 'messages of both sides with their bytes and times, answers within their requests',
  loses: 'strays, stderr, batches as such, HTTP heads, line ends',
  exporter: () => new InspectorExporter(),
};

interface Written extends WrittenMessage {
  readonly at: number;
}

class InspectorExporter implements Exporter {
  readonly #leftovers = new Leftovers();
  readonly #exchanges = new Exchanges<Written>();
  #count = 0;

  get left(): ReadonlyMap<string, number> {
    return this.#leftovers.counts;
  }

  header(): Piece[] {
    return ['['];
  }

  entry(entry: Entry): Piece[] {
    if (entry.type === 'stderr') this.#leftovers.add('line of stderr');
    if (entry.type !== 'frame') return [];
    const messages = messagesOf(entry);
    if (!messages) this.#leftovers.add('stray');
    const { from, at } = entry;
    for (const { message, json } of messages ?? [])
      this.#exchanges.take({ from, message, size: json.length, what: { message, json, at } });
    return this.#exchanges.released().flatMap((each) => this.#entryOf(each));
  }

  end(): Piece[] {
    return [...this.#exchanges.rest().flatMap((each) => this.#entryOf(each)), '\n]\n'];
  }

  #entryOf({ asked, answer }: Exchanged<Written>): Piece[] {
    const { message, json, at } = asked.what;
    const { kind } = message;
    const direction = kind === 'result' || kind === 'failure' ? 'response' : kind;
    const before = this.#count === 0 ? '\n' : ',\n';
    this.#count += 1;
    const head = `${before}{"id":"m${this.#count}","timestamp":"${formatTime(at)}","direction":"${direction}","origin":"${asked.from}","message":`;
    const duration = answer && Math.max(0, answer.what.at - at) / 1000;
    const rest = answer ? [',"response":', answer.what.json, `,"duration":${duration}`] : [];
    return [head, json, ...rest, '}'];
  }
}
