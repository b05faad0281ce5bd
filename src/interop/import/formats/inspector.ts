import type { Micros } from '../../../model/frame.ts';
import { type JsonNode, member, stringMember } from '../../../model/json.ts';
import { compact } from '../compact.ts';
import type { Format, LogFile, LogParser, Unit } from '../format.ts';
import type { Observation } from '../observation.ts';
import { TimeOrder } from '../order.ts';
import { broken, bytesOf, numberMember, type Row, rowOf } from '../rows.ts';
import { isoTime, later } from '../stamp.ts';

const DIRECTIONS = ['request', 'response', 'notification'];

/** What the Inspector exports of its protocol view: an answer stands within its request. */
export const inspectorProtocol: Format = {
  id: 'inspector-protocol',
  title: 'MCP Inspector, export of the protocol view',
  keeps: 'every message, how long answers took, results that the Inspector refused',
  loses:
    'stderr, line ends, white space, spelling of numbers, repeated keys; who sent a message in old exports',
  holdsMessages: true,
  reads: [{ name: 'entry', path: ['*'] }],
  recognise: (sample) => ({
    score: sample.first === '[' ? sample.values(['*']).filter(isEntry).length : 0,
    wanted: 'an array of {"timestamp":"…","direction":"request","message":{…}}',
  }),
  parser: (file) => new InspectorParser(file),
};

function isEntry(node: JsonNode): boolean {
  const direction = stringMember(node, 'direction') ?? '';
  return DIRECTIONS.includes(direction) && member(node, 'message')?.kind === 'object';
}

class InspectorParser implements LogParser {
  readonly #order = new TimeOrder();
  readonly #key: { key?: string };

  /** The file is named after the server, with the time behind it. */
  constructor({ name }: LogFile) {
    const [, server] =
      /^inspector-protocol-(?:(?:un)?pinned-)?(.{1,200}?)-\d{4}-\d\d-\d\dT[\d.-]+Z?\.json$/.exec(
        name,
      ) ?? [];
    this.#key = server === undefined ? {} : { key: server };
  }

  take(unit: Unit): readonly Observation[] {
    const row = rowOf(unit);
    if (!row || !isEntry(row.node)) return broken(unit);
    const at = isoTime(stringMember(row.node, 'timestamp')) ?? 0;
    const due = this.#order.before(at);
    const response = member(row.node, 'response');
    if (response?.kind === 'object') {
      const done = later(at, numberMember(row.node, 'duration'));
      this.#order.put(done, [this.#answer(row, done)]);
    }
    return [...due, this.#message(row, at)];
  }

  end(): readonly Observation[] {
    return this.#order.rest();
  }

  #message(row: Row, at: Micros): Observation {
    const origin = stringMember(row.node, 'origin');
    const isAnswer = stringMember(row.node, 'direction') === 'response';
    const from = origin === 'server' || (origin === undefined && isAnswer) ? 'server' : 'client';
    const remark =
      origin === undefined
        ? { remark: `the export does not say who sent this; taken as from the ${from}` }
        : {};
    const bytes = compact(bytesOf(row, 'message') ?? Buffer.alloc(0));
    return { kind: 'frame', ...this.#key, at, from, bytes, ...remark };
  }

  #answer(row: Row, at: Micros): Observation {
    const from = stringMember(row.node, 'origin') === 'server' ? 'client' : 'server';
    const error = stringMember(row.node, 'clientError');
    const remark =
      error === undefined ? {} : { remark: `the Inspector did not accept this: ${error}` };
    const bytes = compact(bytesOf(row, 'response') ?? Buffer.alloc(0));
    return { kind: 'frame', ...this.#key, at, from, bytes, ...remark };
  }
}
