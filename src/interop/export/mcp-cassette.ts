import { member } from '../../model/json.ts';
import { append } from '../../model/lists.ts';
import type { Message } from '../../model/message.ts';
import type { Entry, FrameEntry, Header } from '../../model/recording.ts';
import { formatTime } from '../../recording/time.ts';
import {
  type ExportAbout,
  type Exporter,
  type ExportFormat,
  Leftovers,
  type Piece,
} from './exporter.ts';
import { messagesOf, type WrittenMessage } from './messages.ts';

/** The version that has an era in its header. */
const VERSION = 2;
/** Messages that are kept back until one shows the era. */
const MOST_HELD = 16;

/** The file of mcp-cassette (ivermin1123), which its `replay` plays. */
export const mcpCassette: ExportFormat = {
  id: 'mcp-cassette',
  title: 'cassette of mcp-cassette (ivermin1123), format 2',
  keeps:
    'messages of both sides with their bytes, lines that are no JSON-RPC, command or URL, times to the millisecond',
  loses:
    'batches as such, stderr, HTTP heads, events of streams as such, line ends, bytes that are no UTF-8',
  exporter: (about) => new CassetteExporter(about),
};

class CassetteExporter implements Exporter {
  readonly #about: ExportAbout;
  readonly #leftovers = new Leftovers();
  #header: Header | undefined;
  /** Lines that wait for the header, which wants to know the era. */
  #held: Piece[] | undefined = [];
  #messages = 0;

  constructor(about: ExportAbout) {
    this.#about = about;
  }

  get left(): ReadonlyMap<string, number> {
    return this.#leftovers.counts;
  }

  header(header: Header): Piece[] {
    this.#header = header;
    return [];
  }

  entry(entry: Entry): Piece[] {
    if (entry.type === 'stderr') this.#leftovers.add('line of stderr');
    if (entry.type !== 'frame') return [];
    const messages = messagesOf(entry);
    const lines = messages
      ? messages.flatMap(({ json }) => [
          `{"type":"frame",${this.#place(entry)},"frame":`,
          json,
          '}\n',
        ])
      : [this.#raw(entry)];
    if (!this.#held) return lines;
    append(this.#held, lines);
    this.#messages += 1;
    const era = messages?.map(eraIn).find((each) => each !== undefined);
    return era !== undefined || this.#messages >= MOST_HELD ? this.#released(era) : [];
  }

  end(): Piece[] {
    return this.#held ? this.#released(undefined) : [];
  }

  #released(era: 'legacy' | 'modern' | undefined): Piece[] {
    const lines = this.#held ?? [];
    this.#held = undefined;
    return [`${JSON.stringify(this.#headerLine(era))}\n`, ...lines];
  }

  #headerLine(era: 'legacy' | 'modern' | undefined) {
    const { startedAt = 0, server } = this.#header ?? {};
    return {
      type: 'header',
      cassetteVersion: VERSION,
      recorder: this.#about.recorder,
      startedAt: formatTime(startedAt),
      transport: server?.url === undefined ? 'stdio' : 'http',
      url: server?.url,
      command: server?.command,
      era,
      redaction: { applied: true },
    };
  }

  #place({ at, from }: FrameEntry): string {
    const ms = Math.max(0, Math.round((at - (this.#header?.startedAt ?? at)) / 1000));
    return `"t":${ms},"dir":"${from === 'client' ? 'c2s' : 's2c'}"`;
  }

  #raw(entry: FrameEntry): string {
    return `{"type":"raw",${this.#place(entry)},"data":${JSON.stringify(entry.bytes.toString('utf8'))}}\n`;
  }
}

/** The era that a message shows: `initialize` is legacy, a revision in every `_meta` modern. */
function eraIn({ message }: WrittenMessage): 'legacy' | 'modern' | undefined {
  if (message.kind !== 'request' || message.method === 'server/discover') return undefined;
  if (message.method === 'initialize') return 'legacy';
  return hasRevision(message) ? 'modern' : undefined;
}

function hasRevision({ params }: Extract<Message, { kind: 'request' }>): boolean {
  const meta = member(params, '_meta');
  return member(meta, 'io.modelcontextprotocol/protocolVersion') !== undefined;
}
