import type { Micros } from '../../../model/frame.ts';
import { type JsonNode, member, stringMember } from '../../../model/json.ts';
import type { Format, LogParser, Unit } from '../format.ts';
import type { Observation } from '../observation.ts';
import { broken, bytesOf, numberMember, type Row, rowOf, textsOf } from '../rows.ts';
import { isoTime, later } from '../stamp.ts';

/** mcp-cassette of ivermin1123: a header, then one message a line; events of a stream in one line. */
export const mcpCassette: Format = {
  id: 'mcp-cassette',
  title: 'mcp-cassette (ivermin1123), cassette',
  keeps: 'every message, lines that are no JSON-RPC, the command or URL, unusual HTTP status',
  loses: 'stderr, line ends, white space, spelling of numbers, headers',
  holdsMessages: true,
  reads: 'lines',
  recognise: (sample) => ({
    score: sample.countRows((row) => isHeader(row) || isEntry(row)),
    wanted: 'lines like {"type":"frame","t":12,"dir":"c2s","frame":{…}}',
  }),
  parser: () => new McpCassetteParser(),
};

function isHeader(row: JsonNode): boolean {
  return numberMember(row, 'cassetteVersion') !== undefined;
}

function isEntry(row: JsonNode): boolean {
  const dir = stringMember(row, 'dir');
  const type = stringMember(row, 'type') ?? '';
  return ['frame', 'raw', 'chunks'].includes(type) && (dir === 'c2s' || dir === 's2c');
}

class McpCassetteParser implements LogParser {
  #start: Micros = 0;

  take(unit: Unit): readonly Observation[] {
    const row = rowOf(unit);
    if (row && isHeader(row.node)) return this.#header(row.node);
    return row && isEntry(row.node) ? this.#entry(row) : broken(unit);
  }

  end(): readonly Observation[] {
    return [];
  }

  #header(node: JsonNode): Observation[] {
    this.#start = isoTime(stringMember(node, 'startedAt')) ?? 0;
    const command = textsOf(member(node, 'command'));
    const url = stringMember(node, 'url');
    const server = { ...(command && { command }), ...(url !== undefined && { url }) };
    return [{ kind: 'about', at: this.#start, server }];
  }

  #entry(row: Row): Observation[] {
    const at = this.#time(row.node);
    const from = stringMember(row.node, 'dir') === 'c2s' ? 'client' : 'server';
    const type = stringMember(row.node, 'type');
    if (type === 'chunks') return this.#chunks(row, from);
    if (type === 'raw') {
      const bytes = Buffer.from(stringMember(row.node, 'data') ?? '');
      return [{ kind: 'frame', at, from, bytes, isWhole: true }];
    }
    const bytes = bytesOf(row, 'frame');
    const status = numberMember(member(row.node, 'http'), 'status');
    const remark = status === undefined ? {} : { remark: `came with HTTP status ${status}` };
    return bytes ? [{ kind: 'frame', at, from, bytes, ...remark }] : [];
  }

  #chunks({ node, bytes }: Row, from: 'client' | 'server'): Observation[] {
    const chunks = member(node, 'chunks');
    if (chunks?.kind !== 'array') return [];
    return chunks.items.flatMap((chunk): Observation[] => {
      const frame = bytesOf({ node: chunk, bytes }, 'frame');
      return frame ? [{ kind: 'frame', at: this.#time(chunk), from, bytes: frame }] : [];
    });
  }

  #time(node: JsonNode): Micros {
    return later(this.#start, numberMember(node, 't'));
  }
}
