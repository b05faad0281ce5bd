import { otherSide, type Side } from '../../model/frame.ts';
import type { Message, RpcId } from '../../model/message.ts';
import type { Entry } from '../../model/recording.ts';
import { formatTime } from '../../recording/time.ts';
import { type Exporter, type ExportFormat, Leftovers, type Piece } from './exporter.ts';
import { messagesOf, type WrittenMessage } from './messages.ts';

/** Entries that wait for an answer above them; after so many bytes the oldest goes out without. */
const MOST_HELD = 32 * 1024 * 1024;

/** What the Inspector exports of its protocol view: answers stand within their requests. */
export const inspector: ExportFormat = {
  id: 'inspector',
  title: 'protocol export of MCP Inspector v2',
  keeps: 'messages of both sides with their bytes and times, answers within their requests',
  loses: 'strays, stderr, batches as such, HTTP heads, line ends',
  exporter: () => new InspectorExporter(),
};

interface Waiting {
  readonly at: number;
  readonly from: Side;
  readonly written: WrittenMessage;
  answer: { readonly json: Buffer; readonly at: number } | undefined;
  /** Nothing more can come for it, or nothing ever does. */
  isDone: boolean;
}

class InspectorExporter implements Exporter {
  readonly #leftovers = new Leftovers();
  /** In the order of the recording; the first one is not done. */
  #queue: Waiting[] = [];
  #held = 0;
  readonly #open = new Map<string, Waiting[]>();
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
    for (const written of messages ?? []) this.#take(entry.from, entry.at, written);
    return this.#released(MOST_HELD);
  }

  end(): Piece[] {
    for (const each of this.#queue) each.isDone = true;
    return [...this.#released(0), '\n]\n'];
  }

  #take(from: Side, at: number, written: WrittenMessage): void {
    const { message, json } = written;
    if (message.kind === 'result' || message.kind === 'failure') {
      const asked = this.#askedBy(otherSide(from), message.id);
      if (asked) {
        asked.answer = { json, at };
        asked.isDone = true;
        this.#held += json.length;
        return;
      }
    }
    const key = keyOf(from, message);
    const isRequest = key !== undefined;
    const waiting: Waiting = { at, from, written, answer: undefined, isDone: !isRequest };
    this.#queue.push(waiting);
    this.#held += json.length;
    if (key === undefined) return;
    this.#open.set(key, [...(this.#open.get(key) ?? []), waiting]);
  }

  /** The first request of this side with this id that waits; it waits no more. */
  #askedBy(asker: Side, id: RpcId | undefined): Waiting | undefined {
    if (!id || id.kind === 'null') return undefined;
    const key = `${asker} ${id.key}`;
    const [first, ...rest] = this.#open.get(key) ?? [];
    if (rest.length > 0) this.#open.set(key, rest);
    else this.#open.delete(key);
    return first;
  }

  /** What is done and has nothing that waits before it; the oldest ones too, when too much is held. */
  #released(most: number): Piece[] {
    const pieces: Piece[] = [];
    let released = 0;
    for (const each of this.#queue) {
      if (!each.isDone && this.#held <= most) break;
      this.#forget(each);
      this.#held -= each.written.json.length + (each.answer?.json.length ?? 0);
      pieces.push(...this.#entryOf(each));
      released += 1;
    }
    if (released > 0) this.#queue = this.#queue.slice(released);
    return pieces;
  }

  /** An answer that comes after its request has gone out is an entry of its own. */
  #forget(waiting: Waiting): void {
    const key = waiting.isDone ? undefined : keyOf(waiting.from, waiting.written.message);
    if (key === undefined) return;
    const rest = (this.#open.get(key) ?? []).filter((each) => each !== waiting);
    if (rest.length > 0) this.#open.set(key, rest);
    else this.#open.delete(key);
  }

  #entryOf({ at, from, written, answer }: Waiting): Piece[] {
    const { kind } = written.message;
    const direction = kind === 'result' || kind === 'failure' ? 'response' : kind;
    const before = this.#count === 0 ? '\n' : ',\n';
    this.#count += 1;
    const head = `${before}{"id":"m${this.#count}","timestamp":"${formatTime(at)}","direction":"${direction}","origin":"${from}","message":`;
    const rest = answer
      ? [',"response":', answer.json, `,"duration":${Math.max(0, answer.at - at) / 1000}`]
      : [];
    return [head, written.json, ...rest, '}'];
  }
}

/** Undefined for what nothing answers. */
function keyOf(from: Side, message: Message): string | undefined {
  if (message.kind !== 'request' || message.id.kind === 'null') return undefined;
  return `${from} ${message.id.key}`;
}
