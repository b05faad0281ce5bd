import { type JsonNode, member, stringMember } from '../../../model/json.ts';
import { headerIn } from '../bodies.ts';
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
import { broken, hasText, numberMember, rowOf } from '../rows.ts';
import { isoTime, later } from '../stamp.ts';

/** What the Inspector exports of its network view. */
export const inspectorNetwork: Format = {
  id: 'inspector-network',
  title: 'MCP Inspector, export of the network view',
  keeps: 'HTTP heads, bodies, how long answers took; what the Inspector masked stays masked',
  loses:
    'bodies of long streams, when an event came; white space, numbers over 2^53 and repeated keys of JSON bodies',
  holdsMessages: true,
  reads: [{ name: 'entry', path: ['*'] }],
  recognise: (sample) => ({
    score: sample.first === '[' ? sample.values(['*']).filter(isEntry).length : 0,
    wanted: 'an array of {"timestamp":"…","method":"POST","url":"…","requestHeaders":{…}}',
  }),
  parser: () => new NetworkParser(),
};

function isEntry(node: JsonNode): boolean {
  return (
    hasText(node, 'url') &&
    hasText(node, 'method') &&
    member(node, 'requestHeaders')?.kind === 'object'
  );
}

const RESPELLED =
  'the Inspector reads and writes JSON bodies anew: big integers, repeated keys and white space are not those of the wire';

class NetworkParser implements LogParser {
  readonly #order = new TimeOrder();
  #calls = 0;

  take(unit: Unit): readonly Observation[] {
    const row = rowOf(unit);
    if (!row || !isEntry(row.node)) return broken(unit);
    const exchange = exchangeOf(row.node, ++this.#calls);
    const due = this.#order.before(exchange.asked);
    const isAuth = stringMember(row.node, 'category') === 'auth';
    if (!isAuth && !isOfMcp(exchange))
      return [...due, { kind: 'passed-over', count: 1, why: 'unrelated' }];
    const key = originOf(exchange.url);
    const { request, response } = observationsOf(exchange, key);
    putResponse(this.#order, response);
    const remark: Observation[] =
      this.#calls === 1 ? [{ kind: 'note', key, at: exchange.asked, text: RESPELLED }] : [];
    return [...due, ...remark, ...request];
  }

  end(): readonly Observation[] {
    return this.#order.rest();
  }
}

function exchangeOf(node: JsonNode, call: number): HttpExchange {
  const asked = isoTime(stringMember(node, 'timestamp')) ?? 0;
  const headers = pairsOf(member(node, 'responseHeaders'));
  const status = numberMember(node, 'responseStatus');
  const [request, response] = ['requestBody', 'responseBody'].map((key) => stringMember(node, key));
  const error = stringMember(node, 'error');
  return {
    call,
    method: stringMember(node, 'method') ?? '',
    url: stringMember(node, 'url') ?? '',
    asked,
    responded: later(asked, numberMember(node, 'duration')),
    answered: later(asked, numberMember(node, 'duration')),
    requestHeaders: pairsOf(member(node, 'requestHeaders')),
    requestBody: request === undefined ? undefined : Buffer.from(request),
    status: status === undefined ? undefined : String(status),
    responseHeaders: headers,
    responseBody: response === undefined ? undefined : Buffer.from(response),
    responseType: headerIn(headers, 'content-type'),
    ...(error !== undefined && { error }),
  };
}

function pairsOf(node: JsonNode | undefined): string[] {
  if (node?.kind !== 'object') return [];
  return node.members.flatMap(({ key, value }) =>
    value.kind === 'string' ? [key, value.value] : [],
  );
}
