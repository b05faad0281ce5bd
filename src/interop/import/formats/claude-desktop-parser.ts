import type { LogFile, LogParser, Unit } from '../format.ts';
import { spawnFailure } from '../host-lines.ts';
import { inspectedArray, inspectedStrings } from '../inspect.ts';
import type { Observation, Seen } from '../observation.ts';
import { endOfBrackets } from '../quotes.ts';
import { isoTime } from '../stamp.ts';
import { type ClaudeHead, headOf } from './claude-desktop-line.ts';

/** The head of a line is found in so many of its bytes. */
const HEAD = 600;
/** A block of `util.inspect` is not longer, in lines; what goes on longer was none. */
const LONGEST_BLOCK = 500;
/** Lines that are kept until the first one names the server. */
const MOST_UNNAMED = 1000;
/** What a logger of 2025-06 on puts behind every text. */
const TAIL = Buffer.from(' { metadata: undefined }');

const FROM_CLIENT = Buffer.from('Message from client: ');
const FROM_SERVER = Buffer.from('Message from server: ');

type Order = 'level-first' | 'name-first';

/** A line that goes on with an object over several lines. */
interface Block {
  readonly first: string;
  readonly head: ClaudeHead;
  readonly lines: string[];
}

/** Reads the two kinds of log that hold messages. Only a line with stamp, name and level is the host's. */
export class ClaudeDesktopParser implements LogParser {
  readonly #order: Order;
  readonly #names = new Set<string>();
  /** Of the line before. */
  #name: string | undefined;
  /** What the file's name says; rotated files have a number behind it. */
  readonly #fileName: string | undefined;
  #block: Block | undefined;

  #unnamed: Buffer[] = [];

  constructor(file: LogFile, order: Order) {
    this.#order = order;
    this.#fileName = /^mcp-server-(.+?)\.log/i.exec(file.name)?.[1];
  }

  take({ bytes }: Unit): readonly Observation[] {
    const start = bytes.toString('utf8', 0, HEAD);
    const head = this.#headOf(start);
    if (this.#block) return this.#inBlock(this.#block, bytes, head);
    if (!head) return this.#unstamped(bytes);
    return [...this.#named(head.name), ...this.#stamped(head, start, bytes)];
  }

  end(): readonly Observation[] {
    const rest = this.#block ? this.#endBlock(this.#block) : [];
    return [...rest, ...this.#stderr(this.#unnamed.splice(0))];
  }

  /** In the log of one server a line with another name is that server's own output. */
  #headOf(start: string): ClaudeHead | undefined {
    const head = headOf(start);
    if (head?.order !== this.#order || isoTime(head.stamp) === undefined) return undefined;
    if (this.#order === 'level-first' || this.#names.size === 0 || this.#names.has(head.name))
      return head;
    return start.startsWith('Initializing server', head.end) ? head : undefined;
  }

  #named(name: string): Observation[] {
    this.#names.add(name);
    this.#name = name;
    return this.#stderr(this.#unnamed.splice(0));
  }

  #unstamped(bytes: Buffer): Observation[] {
    if (this.#order === 'level-first') return this.#continued(bytes);
    if (this.#name !== undefined || this.#unnamed.length >= MOST_UNNAMED)
      return this.#stderr([bytes]);
    this.#unnamed.push(bytes);
    return [];
  }

  #stderr(lines: readonly Buffer[]): Observation[] {
    return lines.map((bytes) => ({ kind: 'stderr', ...this.#key(), bytes }));
  }

  #key(): { key?: string } {
    const key = this.#name ?? this.#fileName;
    return key === undefined ? {} : { key };
  }

  /** In the log of all servers a line without a head goes on with the one above it. */
  #continued(bytes: Buffer): Observation[] {
    if (bytes.length === 0) return [];
    if (this.#name === undefined) return [{ kind: 'passed-over', count: 1, why: 'unrelated' }];
    return [{ kind: 'note', ...this.#key(), text: bytes.toString('utf8') }];
  }

  #stamped(head: ClaudeHead, start: string, bytes: Buffer): Observation[] {
    const place = { key: head.name, at: isoTime(head.stamp) ?? 0 };
    const text = bytes.subarray(Buffer.byteLength(start.slice(0, head.end)));
    const from = text.subarray(0, FROM_CLIENT.length).equals(FROM_CLIENT)
      ? 'client'
      : text.subarray(0, FROM_SERVER.length).equals(FROM_SERVER)
        ? 'server'
        : undefined;
    if (from) return [{ ...place, kind: 'frame', from, bytes: this.#message(head, text) }];
    const sentence = withoutTail(text).toString('utf8');
    if (!opensBlock(sentence)) return eventsOf(sentence).map((seen) => ({ ...place, ...seen }));
    this.#block = { first: sentence, head, lines: [] };
    return [];
  }

  /** The JSON alone: exactly one tail is the logger's, the same text inside of a message is not. */
  #message(head: ClaudeHead, text: Buffer): Buffer {
    const json = withoutTail(text).subarray(FROM_CLIENT.length);
    if (json.at(-1) !== 0x7b) return json;
    const end = endOfBrackets(json, 0);
    if (end === -1 || end === json.length) return json;
    this.#block = { first: '', head, lines: [] };
    return json.subarray(0, end);
  }

  #inBlock(block: Block, bytes: Buffer, head: ClaudeHead | undefined): readonly Observation[] {
    const line = bytes.toString('utf8', 0, 4000);
    if (head || block.lines.length >= LONGEST_BLOCK) {
      const before = this.#endBlock(block);
      return head
        ? [...before, ...this.#stamped(head, line, bytes)]
        : [...before, ...this.#unstamped(bytes)];
    }
    if (line === '}' || line.startsWith('} ')) return this.#endBlock(block);
    block.lines.push(line);
    return [];
  }

  #endBlock({ first, head, lines }: Block): Observation[] {
    this.#block = undefined;
    if (first === '') return [];
    const place = { key: head.name, at: isoTime(head.stamp) ?? 0 };
    return blockEvents(first, lines).map((seen) => ({ ...place, ...seen }));
  }
}

/** Without the one tail that the logger adds. */
function withoutTail(text: Buffer): Buffer {
  const end = text.length - TAIL.length;
  return end >= 0 && text.subarray(end).equals(TAIL) ? text.subarray(0, end) : text;
}

function opensBlock(sentence: string): boolean {
  return sentence.endsWith(' {') && !sentence.endsWith(' { {');
}

const COMMAND = 'Using MCP server command: ';

/** A line that goes on with an object: its values are not kept, since they hold the environment's. */
function blockEvents(first: string, lines: readonly string[]): Seen[] {
  const sentence = first.slice(0, -2);
  if (!sentence.startsWith(COMMAND)) return eventsOf(`${sentence}: ${lines.join(' ')}`);
  const [program = ''] = sentence.slice(COMMAND.length).split(' with args');
  const args = inspectedStrings(inspectedArray(lines.join('\n'), 'args') ?? '');
  return [
    { kind: 'about', server: { command: [program, ...args] } },
    { kind: 'note', text: `${COMMAND}${program} with ${args.length} arguments` },
  ];
}

/** What a sentence of the host tells: itself as a note, and what follows from it. */
function eventsOf(sentence: string): Seen[] {
  const text = withoutData(sentence);
  const note: Seen = { kind: 'note', text };
  if (text.startsWith('Initializing server')) return [{ kind: 'begin' }, note];
  if (text.startsWith('Shutting down server')) return [note, { kind: 'over', closedBy: 'client' }];
  if (text.startsWith('Server transport closed'))
    return [note, { kind: 'over', closedBy: text.includes('intentional') ? 'client' : 'server' }];
  if (text.startsWith('Client transport closed'))
    return [note, { kind: 'over', closedBy: 'client' }];
  const failure = spawnFailure(text);
  return failure ? [note, { kind: 'event', event: failure }] : [note];
}

/** Without the object that some lines end in: `{"context":"connection"}`, `{ metadata: { … } }`. */
function withoutData(sentence: string): string {
  for (const mark of [' { metadata: { ', ' {"context":']) {
    const at = sentence.lastIndexOf(mark);
    if (at !== -1 && sentence.length - at < 500 && sentence.endsWith('}'))
      return sentence.slice(0, at);
  }
  return sentence;
}
