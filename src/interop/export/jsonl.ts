import type { Entry } from '../../model/recording.ts';
import { type Exporter, type ExportFormat, Leftovers, type Piece } from './exporter.ts';
import { messagesOf } from './messages.ts';

/** The messages and nothing else. */
export const jsonl: ExportFormat = {
  id: 'jsonl',
  title: 'JSON-RPC messages, one a line',
  keeps: 'the messages of both sides in their order, with their bytes',
  loses: 'who sent a message and when, batches, strays, stderr, HTTP heads',
  exporter: () => new JsonlExporter(),
};

class JsonlExporter implements Exporter {
  readonly #leftovers = new Leftovers();

  get left(): ReadonlyMap<string, number> {
    return this.#leftovers.counts;
  }

  header(): Piece[] {
    return [];
  }

  entry(entry: Entry): Piece[] {
    if (entry.type !== 'frame') return [];
    const messages = messagesOf(entry);
    if (!messages) this.#leftovers.add('stray');
    return (messages ?? []).flatMap(({ json }) => [json, '\n']);
  }

  end(): Piece[] {
    return [];
  }
}
