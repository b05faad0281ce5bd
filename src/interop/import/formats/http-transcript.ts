import { closedOf, framesOf, headerIn } from '../bodies.ts';
import type { Format, LogParser, Unit } from '../format.ts';
import type { Observation } from '../observation.ts';

/** What curl puts before a line that it sent or received; mitmdump indents instead. */
const SENT = '> ';
const RECEIVED = '< ';
const REQUEST = /^(?:\[?[\w.:%-]{1,60}\]?:\d{1,5}: )?([A-Z]{3,10}) (\S{1,4000}) HTTP\/[\d.]{1,3}$/;
const RESPONSE = /^(?:<< )?HTTP\/[\d.]{1,3} ?(\d{3})(?: ([^\d].{0,100}?))?(?: [\d.]+[bkm])?$/;
const HEADER = /^([\w-]{1,100}): ?(.{0,16000})$/;
/** Lines in which curl tells what it does, and counts bytes. */
const TALK = /^(?:\* |[{}] \[\d+ bytes data\]$)/;

/** Requests and responses as text: what curl -v or -i prints, mitmdump with bodies, raw exports of proxies. */
export const httpTranscript: Format = {
  id: 'http-transcript',
  title: 'HTTP as text: output of curl -v and -i, mitmdump --flow-detail 3, raw exports of proxies',
  keeps: 'start lines, headers, bodies that are JSON or event streams',
  loses: 'all times; of curl the bodies of requests',
  holdsMessages: true,
  times: 'none',
  reads: 'lines',
  recognise: (sample) => ({
    score: sample.lines.some((line) => line.includes('"jsonrpc"')) ? sample.count(isStart) : 0,
    wanted: 'lines like > POST /mcp HTTP/1.1, < HTTP/1.1 200 OK, and JSON-RPC behind them',
  }),
  parser: () => new TranscriptParser(),
};

function isStart(line: string): boolean {
  const text = plain(line);
  return REQUEST.test(text) || RESPONSE.test(text);
}

/** The line without what the program put before it. */
function plain(line: string): string {
  if (line.startsWith(SENT) || line.startsWith(RECEIVED)) return line.slice(2).trimEnd();
  return line.trim() === '>' || line.trim() === '<' ? '' : line.trim();
}

interface Part {
  readonly from: 'client' | 'server';
  readonly call: number;
  readonly start: string;
  readonly headers: string[];
  readonly body: Buffer[];
  isInBody: boolean;
}

class TranscriptParser implements LogParser {
  #calls = 0;
  #part: Part | undefined;
  /** The request of the current call has been seen, its response not yet. */
  #isAsked = false;

  take({ bytes }: Unit): readonly Observation[] {
    const line = bytes.toString('utf8', 0, 20_000);
    const text = plain(line);
    const request = REQUEST.exec(text);
    if (request) return this.#begin('client', `${request[1]} ${request[2]}`);
    const response = RESPONSE.exec(text);
    if (response) return this.#begin('server', `${response[1]} ${response[2] ?? ''}`.trimEnd());
    if (TALK.test(line)) return [];
    return this.#line(bytes, text);
  }

  end(): readonly Observation[] {
    return this.#finish();
  }

  #begin(from: 'client' | 'server', start: string): Observation[] {
    const before = this.#finish();
    if (from === 'client' || !this.#isAsked) this.#calls += 1;
    this.#isAsked = from === 'client';
    this.#part = { from, call: this.#calls, start, headers: [], body: [], isInBody: false };
    return before;
  }

  #line(bytes: Buffer, text: string): Observation[] {
    const part = this.#part;
    if (!part) return text === '' ? [] : [{ kind: 'passed-over', count: 1, why: 'unrelated' }];
    if (part.isInBody) part.body.push(bytes);
    else if (text === '') part.isInBody = true;
    else {
      const [, name, value] = HEADER.exec(text) ?? [];
      if (name !== undefined && value !== undefined) part.headers.push(name, value);
    }
    return [];
  }

  #finish(): Observation[] {
    const part = this.#part;
    this.#part = undefined;
    if (!part) return [];
    const { from, call, start, headers } = part;
    const type = headerIn(headers, 'content-type');
    const body = bodyOf(part.body, type);
    const about = from === 'client' ? urlOf(start, headers) : undefined;
    const frames = framesOf({
      call,
      from,
      at: 0,
      bytes: body,
      type: from === 'client' ? undefined : type,
    });
    return [
      ...(about === undefined ? [] : [{ kind: 'about', server: { url: about } } as const]),
      { kind: 'http', call, from, start, headers },
      ...frames,
      ...(from === 'server' ? [closedOf({ call, at: 0 }, body, type)] : []),
    ];
  }
}

/** The lines of a body, without those that only set it apart. Of a stream the last ones count. */
function bodyOf(lines: readonly Buffer[], type: string | undefined): Buffer {
  const text = Buffer.concat(lines.flatMap((line) => [line, LF]));
  if (/event-stream/i.test(type ?? '')) return unindented(lines);
  let [start, end] = [0, text.length];
  while (start < end && (text[start] ?? 0) <= 0x20) start += 1;
  while (end > start && (text[end - 1] ?? 0) <= 0x20) end -= 1;
  return text.subarray(start, end);
}

const LF = Buffer.from('\n');

/** mitmdump indents every line of a body by four columns. */
function unindented(lines: readonly Buffer[]): Buffer {
  const isIndented = lines.every(
    (line) => line.length === 0 || line.toString('latin1', 0, 4) === '    ',
  );
  const all = isIndented ? lines.map((line) => line.subarray(4)) : lines;
  return Buffer.concat(all.flatMap((line) => [line, LF]));
}

function urlOf(start: string, headers: readonly string[]): string | undefined {
  const target = start.slice(start.indexOf(' ') + 1);
  if (/^https?:\/\//.test(target)) return target;
  const host = headerIn(headers, 'host');
  return host === undefined ? undefined : `http://${host}${target}`;
}
