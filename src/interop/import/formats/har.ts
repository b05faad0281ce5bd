import type { Micros } from '../../../model/frame.ts';
import { type JsonNode, member, stringMember, at as valueAt } from '../../../model/json.ts';
import type { Format, LogParser, Unit } from '../format.ts';
import {
  type HttpExchange,
  isOfMcp,
  observationsOf,
  originOf,
  putResponse,
} from '../http-entry.ts';
import type { Observation } from '../observation.ts';
import { TimeOrder } from '../order.ts';
import { broken, numberMember, rowOf } from '../rows.ts';
import { isoTime, later } from '../stamp.ts';
import { HarStdio, isOfStdio } from './har-stdio.ts';

/** HTTP Archive 1.2, as browsers and proxies export it. */
export const har: Format = {
  id: 'har',
  title: 'HAR 1.2, from browsers, mitmproxy, Charles, Proxyman and others',
  keeps:
    'HTTP heads, bodies as far as the program kept them, how long exchanges took; lines of stdio that `sadap export` marked, with their bytes',
  loses:
    'when an event of a stream came, bodies of streams in many programs; traffic that is not MCP',
  holdsMessages: true,
  reads: [{ name: 'entry', path: ['log', 'entries', '*'] }],
  recognise: (sample) => ({
    score: sample.first === '{' && isHar(sample) ? 1000 : 0,
    wanted: 'a document like {"log":{"version":"1.2","entries":[{"startedDateTime":"…",…}]}}',
  }),
  parser: () => new HarParser(),
};

function isHar(sample: Parameters<Format['recognise']>[0]): boolean {
  const [entry] = sample.values(['log', 'entries', '*']);
  if (entry) return member(entry, 'request') !== undefined;
  const has = (...path: string[]) => sample.values(['log', ...path]).length > 0;
  return has('version') && has('creator', 'name');
}

class HarParser implements LogParser {
  readonly #order = new TimeOrder();
  readonly #stdio = new HarStdio();
  /** Addresses that were seen to speak MCP: a request without a body belongs to it too. */
  readonly #known = new Set<string>();
  #calls = 0;

  take(unit: Unit): readonly Observation[] {
    const node = rowOf(unit)?.node;
    if (member(node, 'request')?.kind !== 'object') return broken(unit);
    if (isOfStdio(node)) return this.#stdio.take(node);
    const exchange = exchangeOf(node, ++this.#calls);
    const due = this.#order.before(exchange.asked);
    const address = exchange.url.split(/[?#]/, 1)[0] ?? '';
    if (!this.#known.has(address) && !isOfMcp(exchange))
      return [...due, { kind: 'passed-over', count: 1, why: 'unrelated' }];
    this.#known.add(address);
    const { request, response } = observationsOf(exchange, originOf(exchange.url));
    putResponse(this.#order, response);
    return [...due, ...request];
  }

  end(): readonly Observation[] {
    return [...this.#order.rest(), ...this.#stdio.end()];
  }
}

function exchangeOf(node: JsonNode | undefined, call: number): HttpExchange {
  const [request, response] = [member(node, 'request'), member(node, 'response')];
  const asked = isoTime(stringMember(node, 'startedDateTime')) ?? 0;
  const content = member(response, 'content');
  const status = numberMember(response, 'status') ?? 0;
  const text = stringMember(valueAt(request, 'postData'), 'text');
  return {
    call,
    method: stringMember(request, 'method') ?? '',
    url: stringMember(request, 'url') ?? '',
    asked,
    ...timesOf(node, asked),
    requestHeaders: pairsOf(member(request, 'headers')),
    requestBody: text === undefined ? undefined : Buffer.from(text),
    // Browsers write 0 for a request that got no response.
    status:
      status === 0
        ? undefined
        : `${status} ${stringMember(response, 'statusText') ?? ''}`.trimEnd(),
    responseHeaders: pairsOf(member(response, 'headers')),
    responseBody: bodyOf(content, status),
    responseType: stringMember(content, 'mimeType'),
    ...errorOf(node, response),
  };
}

/** `receive` is the time from the first byte of the response to its last. */
function timesOf(node: JsonNode | undefined, asked: Micros) {
  const time = numberMember(node, 'time') ?? 0;
  const receive = Math.max(0, numberMember(member(node, 'timings'), 'receive') ?? 0);
  const events = valueAt(node, 'response', 'content', '_eventTimes');
  const eventTimes =
    events?.kind === 'array'
      ? events.items.map((each) => later(asked, each.kind === 'number' ? Number(each.text) : 0))
      : undefined;
  return {
    responded: later(asked, time - receive),
    answered: later(asked, time),
    ...(eventTimes && { eventTimes }),
  };
}

/** A body without text was not kept, unless it was empty: its size says so, or the status. */
function bodyOf(content: JsonNode | undefined, status: number): Buffer | undefined {
  const text = stringMember(content, 'text');
  if (text === undefined || text === '') {
    const isEmpty = numberMember(content, 'size') === 0 || [202, 204, 304].includes(status);
    return isEmpty ? Buffer.alloc(0) : undefined;
  }
  const isBase64 = stringMember(content, 'encoding') === 'base64';
  return Buffer.from(text, isBase64 ? 'base64' : 'utf8');
}

function errorOf(node: JsonNode | undefined, response: JsonNode | undefined): { error?: string } {
  const error = stringMember(response, '_error') ?? stringMember(node, '_error');
  return error === undefined ? {} : { error };
}

function pairsOf(headers: JsonNode | undefined): string[] {
  if (headers?.kind !== 'array') return [];
  return headers.items.flatMap((each) => {
    const [name, value] = [stringMember(each, 'name'), stringMember(each, 'value')];
    return name === undefined || value === undefined ? [] : [name, value];
  });
}
