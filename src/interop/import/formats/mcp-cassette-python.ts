import type { Micros } from '../../../model/frame.ts';
import { type JsonNode, stringMember } from '../../../model/json.ts';
import { parseJson } from '../../../wire/json.ts';
import { compact } from '../compact.ts';
import type { Format, LogParser, Unit } from '../format.ts';
import type { Observation } from '../observation.ts';
import { broken, bytesOf, isTrue, numberMember, type Row, rowOf } from '../rows.ts';
import { isoTime, later } from '../stamp.ts';

/** mcp-cassette of cheneeheng: one document with all messages in order. */
export const mcpCassettePython: Format = {
  id: 'mcp-cassette-python',
  title: 'mcp-cassette (cheneeheng), cassette',
  keeps: 'every message, lines that are no JSON-RPC, the URL',
  loses: 'stderr, the command, line ends, white space, spelling of numbers, headers',
  holdsMessages: true,
  reads: [
    { name: 'recorded_at', path: ['recorded_at'] },
    { name: 'server_url', path: ['server_url'] },
    { name: 'message', path: ['messages', '*'] },
  ],
  recognise: (sample) => ({
    score: sample.first === '{' ? sample.values(['messages', '*']).filter(isMessage).length : 0,
    wanted:
      'a document like {"recorded_at":"…","messages":[{"seq":0,"sender":"client","payload":{…}}]}',
  }),
  parser: () => new PythonCassetteParser(),
};

function isMessage(node: JsonNode): boolean {
  const sender = stringMember(node, 'sender');
  return (
    (sender === 'client' || sender === 'server') && numberMember(node, 't_offset_ms') !== undefined
  );
}

class PythonCassetteParser implements LogParser {
  #start: Micros = 0;

  take(unit: Unit): readonly Observation[] {
    if (unit.part === 'message') {
      const row = rowOf(unit);
      return row && isMessage(row.node) ? [this.#message(row)] : broken(unit);
    }
    const parsed = parseJson(unit.bytes);
    const text = parsed.ok && parsed.node.kind === 'string' ? parsed.node.value : undefined;
    if (unit.part === 'server_url')
      return text ? [{ kind: 'about', at: this.#start, server: { url: text } }] : [];
    this.#start = isoTime(text) ?? 0;
    return [];
  }

  end(): readonly Observation[] {
    return [];
  }

  #message(row: Row): Observation {
    const { node } = row;
    const at = later(this.#start, numberMember(node, 't_offset_ms'));
    const from = stringMember(node, 'sender') === 'client' ? 'client' : 'server';
    const text = stringMember(node, 'payload');
    const remark = isTrue(node, 'redacted')
      ? { remark: 'mcp-cassette masked a part of this message' }
      : {};
    if (text !== undefined)
      return { kind: 'frame', at, from, bytes: Buffer.from(text), isWhole: true, ...remark };
    return {
      kind: 'frame',
      at,
      from,
      bytes: compact(bytesOf(row, 'payload') ?? Buffer.alloc(0)),
      ...remark,
    };
  }
}
