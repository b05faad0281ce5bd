import { type JsonNode, member, stringMember, at as valueAt } from '../../../model/json.ts';
import type { Format, LogParser, Unit } from '../format.ts';
import type { Observation } from '../observation.ts';
import { broken, bytesOf, isTrue, numberMember, type Row, rowOf, textsOf } from '../rows.ts';
import { isoTime } from '../stamp.ts';

const DIRECTIONS = ['c2s', 's2c', 'stderr', 'meta'];

/** The session log of mcpsnoop: an envelope around each message, whose bytes it keeps. */
export const mcpsnoop: Format = {
  id: 'mcpsnoop',
  title: 'mcpsnoop, session log',
  keeps:
    'every message with its bytes, stderr, the command; lines of stdout that are no JSON; marks of what it cut or masked',
  loses: 'line ends; of HTTP all but the status and a few headers',
  holdsMessages: true,
  reads: 'lines',
  recognise: (sample) => ({
    score: sample.countRows(isEnvelope),
    wanted: 'lines like {"session_id":"…","direction":"c2s","ts":"…","raw":{…}}',
  }),
  parser: () => new McpsnoopParser(),
};

function isEnvelope(row: JsonNode): boolean {
  const direction = stringMember(row, 'direction') ?? '';
  return DIRECTIONS.includes(direction) && stringMember(row, 'session_id') !== undefined;
}

class McpsnoopParser implements LogParser {
  take(unit: Unit): readonly Observation[] {
    const row = rowOf(unit);
    if (!row || !isEnvelope(row.node)) return broken(unit);
    const { node } = row;
    const at = isoTime(stringMember(node, 'ts'));
    const session = stringMember(node, 'session_id') ?? '';
    // One proxy carries many clients, whose ids mean nothing to each other.
    const key = `${session} ${stringMember(node, 'conn_id') ?? ''}`.trimEnd();
    const label = stringMember(node, 'server_label');
    const place = { key, ...(at !== undefined && { at }) };
    const about: Observation[] = label ? [{ kind: 'about', ...place, server: { label } }] : [];
    return [...about, ...eventsOf(row).map((seen) => ({ ...seen, ...place }))];
  }

  end(): readonly Observation[] {
    return [];
  }
}

function eventsOf(row: Row): Observation[] {
  const { node } = row;
  const direction = stringMember(node, 'direction');
  const text = stringMember(node, 'text');
  if (direction === 'stderr') return [{ kind: 'stderr', bytes: Buffer.from(text ?? '') }];
  const raw = bytesOf(row, 'raw');
  if (direction === 'meta') return metaOf(member(node, 'raw'));
  const bytes = raw ?? (text === undefined ? undefined : Buffer.from(text));
  if (!bytes) return [];
  const from = direction === 'c2s' ? 'client' : 'server';
  const remark = remarkOf(node);
  return [
    {
      kind: 'frame',
      from,
      bytes,
      ...(remark ? { remark } : {}),
      ...(raw ? {} : { isWhole: true as const }),
    },
  ];
}

function metaOf(raw: JsonNode | undefined): Observation[] {
  const command = textsOf(valueAt(raw, 'command'));
  const cwd = stringMember(raw, 'cwd');
  const server = { ...(command && { command }), ...(cwd !== undefined && { cwd }) };
  return [{ kind: 'about', server }];
}

function remarkOf(node: JsonNode): string | undefined {
  const status = numberMember(node, 'status') ?? 0;
  const remarks = [
    ...(isTrue(node, 'truncated') ? ['mcpsnoop kept only the start of this message'] : []),
    ...(isTrue(node, 'redacted') ? ['mcpsnoop masked a part of this message'] : []),
    ...(status >= 300 ? [`came with HTTP status ${status}`] : []),
  ];
  return remarks.length === 0 ? undefined : remarks.join('; ');
}
