import type { Micros } from '../../../model/frame.ts';
import { type JsonNode, member, stringMember } from '../../../model/json.ts';
import { compact } from '../compact.ts';
import type { Format, LogParser, Unit } from '../format.ts';
import type { Observation } from '../observation.ts';
import { broken, bytesOf, numberMember, type Row, rowOf } from '../rows.ts';
import { isoTime, later } from '../stamp.ts';

const TYPES = ['jsonrpc_request', 'notification', 'lifecycle'];

/** mcp-recorder of devhelmhq: requests and answers of an HTTP server in pairs. */
export const mcpRecorderCassette: Format = {
  id: 'mcp-recorder-cassette',
  title: 'mcp-recorder (devhelmhq), cassette',
  keeps:
    'requests with their answers, notifications of the client, HTTP status, how long answers took',
  loses: 'all but the first event of a stream, times, headers, spelling of numbers',
  holdsMessages: true,
  times: 'derived',
  reads: [
    { name: 'metadata', path: ['metadata'] },
    { name: 'interaction', path: ['interactions', '*'] },
  ],
  recognise: (sample) => ({
    score:
      sample.first === '{' ? sample.values(['interactions', '*']).filter(isInteraction).length : 0,
    wanted: 'a document like {"version":"1.0","interactions":[{"type":"jsonrpc_request",…}]}',
  }),
  parser: () => new CassetteParser(),
};

function isInteraction(node: JsonNode): boolean {
  return TYPES.includes(stringMember(node, 'type') ?? '');
}

class CassetteParser implements LogParser {
  #now: Micros = 0;

  take(unit: Unit): readonly Observation[] {
    const row = rowOf(unit);
    if (!row) return broken(unit);
    if (unit.part === 'metadata') return this.#metadata(row.node);
    return isInteraction(row.node) ? this.#interaction(row) : broken(unit);
  }

  end(): readonly Observation[] {
    return [];
  }

  #metadata(node: JsonNode): Observation[] {
    this.#now = isoTime(stringMember(node, 'recorded_at')) ?? 0;
    const url = stringMember(node, 'server_url');
    return url ? [{ kind: 'about', at: this.#now, server: { url } }] : [];
  }

  #interaction(row: Row): Observation[] {
    const asked = this.#now;
    this.#now = later(asked, numberMember(row.node, 'latency_ms'));
    if (stringMember(row.node, 'type') === 'lifecycle') return [lifecycle(row.node, asked)];
    const status = numberMember(row.node, 'response_status') ?? 200;
    const remark = status >= 300 ? { remark: `came with HTTP status ${status}` } : {};
    return [
      ...frameOf(row, 'request', 'client', asked, {}),
      ...frameOf(row, 'response', 'server', this.#now, remark),
    ];
  }
}

function frameOf(
  row: Row,
  name: string,
  from: 'client' | 'server',
  at: Micros,
  remark: { remark?: string },
): Observation[] {
  if (member(row.node, name)?.kind !== 'object') return [];
  const bytes = compact(bytesOf(row, name) ?? Buffer.alloc(0));
  return [{ kind: 'frame', at, from, bytes, ...remark }];
}

function lifecycle(node: JsonNode, at: Micros): Observation {
  const [method = '', path = ''] = ['http_method', 'http_path'].map((key) =>
    stringMember(node, key),
  );
  const text = `HTTP ${method} ${path}: status ${numberMember(node, 'response_status') ?? 'unknown'}`;
  return { kind: 'note', at, text };
}
