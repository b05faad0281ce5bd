import type { SseFields } from '../../../model/frame.ts';
import { type JsonNode, stringMember } from '../../../model/json.ts';
import { parseJson } from '../../../wire/json.ts';
import { SseSplitter } from '../../../wire/sse.ts';
import { compact } from '../compact.ts';
import { Directions } from '../directions.ts';
import type { Format, LogParser, Unit } from '../format.ts';
import type { Observation } from '../observation.ts';

const SHARED = {
  loses:
    'who sent a message and when, stderr; senders follow from methods and ids, and what does not is marked',
  holdsMessages: true,
  times: 'none',
} as const;

/** Messages and nothing else, one a line. */
export const jsonRpcLines: Format = {
  ...SHARED,
  id: 'json-rpc',
  title: 'JSON-RPC messages, one a line',
  keeps:
    'the messages with their bytes; a request and its answer may stand in any file that holds such lines',
  reads: 'lines',
  recognise: (sample) => ({
    score: sample.countRows(isMessage),
    wanted: 'lines like {"jsonrpc":"2.0",…}',
  }),
  parser: () => new MessageParser(),
};

/** Bodies that were saved with curl, or copied out of a program: JSON over several lines, or an array. */
export const jsonRpcDocument: Format = {
  ...SHARED,
  id: 'json-rpc-document',
  title:
    'JSON-RPC messages over several lines, or in one array: a body saved with curl or mitmproxy',
  keeps: 'the messages, without the white space between their tokens',
  reads: [{ name: 'message', path: [] }],
  recognise: (sample) => ({
    score: isDocument(sample.first) ? sample.values([]).filter(holdsMessage).length : 0,
    wanted: 'JSON like { "jsonrpc": "2.0", … } over several lines, or [{"jsonrpc":"2.0",…}]',
  }),
  parser: () => new DocumentParser(),
};

/** The body of an event stream, as curl prints it. */
export const eventStream: Format = {
  ...SHARED,
  id: 'event-stream',
  title: 'an event stream (Server-Sent Events) with JSON-RPC in it: the body of a response',
  keeps: 'the messages with their bytes, names and ids of events, a part that was cut off',
  reads: 'lines',
  recognise: (sample) => ({
    score:
      sample.count((line) => /^\uFEFF?(?:data|event|id|retry) ?:|^:/.test(line)) > 0 &&
      sample.lines.some((line) => line.startsWith('data:') && line.includes('"jsonrpc"'))
        ? sample.count((line) => line.startsWith('data:'))
        : 0,
    wanted: 'lines like data: {"jsonrpc":"2.0",…}',
  }),
  parser: () => new StreamParser(),
};

function isDocument(first: string): boolean {
  return first === '{' || first === '[';
}

function isMessage(node: JsonNode): boolean {
  return stringMember(node, 'jsonrpc') !== undefined;
}

function holdsMessage(node: JsonNode): boolean {
  return node.kind === 'array' ? node.items.some(isMessage) : isMessage(node);
}

const INFERRED: Observation = {
  kind: 'note',
  text: 'the log does not say who sent a message: it follows from methods and ids',
};
const GUESS = 'who sent this is not known';

/** Adds to each message who sent it, as far as that can be known. */
class Senders {
  readonly #directions = new Directions();
  #isFirst = true;

  frame(bytes: Buffer, http: { call?: number; sse?: SseFields } = {}): Observation[] {
    const { from, isGuess } = this.#directions.of(bytes);
    const remark = isGuess ? { remark: `${GUESS}; taken as from the ${from}` } : {};
    return this.#begun([{ kind: 'frame', from, bytes, ...http, ...remark }]);
  }

  #begun(observations: Observation[]): Observation[] {
    const before = this.#isFirst ? [INFERRED] : [];
    this.#isFirst = false;
    return [...before, ...observations];
  }
}

class MessageParser implements LogParser {
  readonly #senders = new Senders();

  take({ bytes }: Unit): readonly Observation[] {
    return isBlank(bytes) ? [] : this.#senders.frame(bytes);
  }

  end(): readonly Observation[] {
    return [];
  }
}

class DocumentParser implements LogParser {
  readonly #senders = new Senders();

  take({ bytes }: Unit): readonly Observation[] {
    return itemsOf(bytes).flatMap((each) => this.#senders.frame(each));
  }

  end(): readonly Observation[] {
    return [];
  }
}

/** An array of messages that is alone in its file is a list that somebody saved, not a batch. */
function itemsOf(bytes: Buffer): Buffer[] {
  const parsed = parseJson(bytes);
  if (!parsed.ok || parsed.node.kind !== 'array') return [compact(bytes)];
  return parsed.node.items.map(({ start, end }) => compact(bytes.subarray(start, end)));
}

class StreamParser implements LogParser {
  readonly #splitter = new SseSplitter();
  readonly #senders = new Senders();

  take({ bytes }: Unit): readonly Observation[] {
    // Line ends were taken away; any of the three kinds means the same.
    return this.#frames(this.#splitter.push(Buffer.concat([bytes, LF])));
  }

  end(): readonly Observation[] {
    const rest = this.#splitter.end();
    return rest ? this.#frames([rest]) : [];
  }

  #frames(events: ReturnType<SseSplitter['push']>): Observation[] {
    return events.flatMap(({ sse, bytes }): Observation[] =>
      sse.dispatched === false
        ? [{ kind: 'frame', from: 'server', call: 1, sse, bytes, remark: CUT }]
        : this.#senders.frame(bytes, { call: 1, sse }),
    );
  }
}

const CUT = 'the stream was cut inside of this event';

const LF = Buffer.from('\n');

function isBlank(bytes: Buffer): boolean {
  return bytes.length < 200 && bytes.toString('latin1').trim() === '';
}
