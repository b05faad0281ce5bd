import { type JsonNode, type JsonObject, member, stringMember } from '../../../model/json.ts';
import type { Format, LogParser, Unit } from '../format.ts';
import type { Observation } from '../observation.ts';
import { broken, rowOf } from '../rows.ts';
import { isoTime } from '../stamp.ts';

/** mcporter: messages with a `_meta` that the recorder added. */
export const mcporter: Format = {
  id: 'mcporter',
  title: 'mcporter, recording',
  keeps: 'every message, the name of the server',
  loses:
    'stderr, line ends, white space, spelling of numbers, a `_meta` beside `params` of its own',
  holdsMessages: true,
  reads: 'lines',
  recognise: (sample) => ({
    // As many as the plain lines that these are too; the more special kind counts more.
    score: 2 * sample.countRows((row) => directionOf(row) !== undefined),
    wanted: 'lines like {"jsonrpc":"2.0",…,"_meta":{"direction":"send","ts":"…"}}',
  }),
  parser: () => new McporterParser(),
};

function directionOf(row: JsonNode): 'client' | 'server' | undefined {
  const direction = stringMember(member(row, '_meta'), 'direction');
  if (direction === 'send') return 'client';
  return direction === 'recv' ? 'server' : undefined;
}

class McporterParser implements LogParser {
  take(unit: Unit): readonly Observation[] {
    const row = rowOf(unit);
    const from = row && directionOf(row.node);
    if (!from || row.node.kind !== 'object') return broken(unit);
    const meta = member(row.node, '_meta');
    const at = isoTime(stringMember(meta, 'ts'));
    const key = stringMember(meta, 'server');
    const place = { ...(key !== undefined && { key }), ...(at !== undefined && { at }) };
    return [{ kind: 'frame', ...place, from, bytes: without(row.node, '_meta', row.bytes) }];
  }

  end(): readonly Observation[] {
    return [];
  }
}

/** The object without this member and the comma that belongs to it; its other bytes as they are. */
function without(node: JsonObject, key: string, bytes: Buffer): Buffer {
  const index = node.members.findLastIndex((each) => each.key === key);
  const [before, found, after] = [index - 1, index, index + 1].map((each) => node.members[each]);
  if (index === -1 || !found) return bytes;
  const start = before ? before.value.end : found.start;
  const end = before ? found.value.end : (after?.start ?? found.value.end);
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
}
