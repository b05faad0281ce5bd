import { type JsonNode, member, stringMember } from '../../../model/json.ts';
import type { Format, LogParser, Unit } from '../format.ts';
import type { Observation } from '../observation.ts';
import { broken, bytesOf, numberMember, rowOf, textsOf } from '../rows.ts';
import { isoTime } from '../stamp.ts';

/** The trace of mcp-tape: `in` is what the client sent. */
export const mcpTape: Format = {
  id: 'mcp-tape',
  title: 'mcp-tape, trace',
  keeps: 'every message, the command, the exit code',
  loses:
    'stderr, lines that are no JSON, line ends, white space, spelling of numbers; what it took for secrets',
  holdsMessages: true,
  isLive: true,
  reads: 'lines',
  recognise: (sample) => ({
    score: sample.countRows(
      (row) => isMessage(row) || stringMember(row, 'mcpTapVersion') !== undefined,
    ),
    wanted: 'lines like {"t":"2026-05-12T23:00:00.123Z","dir":"in","raw":{…}}',
  }),
  parser: () => new McpTapeParser(),
};

function isMessage(row: JsonNode): boolean {
  const dir = stringMember(row, 'dir');
  return (dir === 'in' || dir === 'out') && member(row, 'raw') !== undefined;
}

class McpTapeParser implements LogParser {
  take(unit: Unit): readonly Observation[] {
    const row = rowOf(unit);
    if (!row) return broken(unit);
    const { node } = row;
    const at = isoTime(stringMember(node, 't') ?? stringMember(node, 'startedAt'));
    const place = at === undefined ? {} : { at };
    if (isMessage(node)) {
      const from = stringMember(node, 'dir') === 'in' ? 'client' : 'server';
      return [{ kind: 'frame', ...place, from, bytes: bytesOf(row, 'raw') ?? Buffer.alloc(0) }];
    }
    const type = stringMember(node, 'type');
    if (type === 'meta') return metaOf(node).map((seen) => ({ ...seen, ...place }));
    return type === 'end' ? [{ ...endOf(node), ...place }] : broken(unit);
  }

  end(): readonly Observation[] {
    return [];
  }
}

function metaOf(node: JsonNode): Observation[] {
  const label = stringMember(node, 'label');
  const command = textsOf(member(node, 'command'));
  const server = { ...(label !== undefined && { label }), ...(command && { command }) };
  return [{ kind: 'begin' }, { kind: 'about', server }];
}

/** A code over 128 may stand for a signal, as shells have it; which, the trace does not say. */
function endOf(node: JsonNode): Observation {
  const code = numberMember(node, 'exitCode');
  if (code === undefined) return { kind: 'over', closedBy: 'server' };
  return { kind: 'over', closedBy: 'server', exit: { code, signal: null } };
}
