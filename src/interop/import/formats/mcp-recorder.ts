import { type JsonNode, member, stringMember } from '../../../model/json.ts';
import { maskCommand } from '../../../recording/mask-command.ts';
import type { Format, LogParser, Unit } from '../format.ts';
import type { Observation } from '../observation.ts';
import {
  broken,
  bytesOf,
  hasText,
  isTrue,
  numberMember,
  type Row,
  rowOf,
  textsOf,
} from '../rows.ts';
import { unixTime } from '../stamp.ts';

/** mcp-recorder of toddegray: one message a line, then a summary. */
export const mcpRecorder: Format = {
  id: 'mcp-recorder',
  title: 'mcp-recorder (toddegray), session file',
  keeps: 'every message, lines of stdout that are no JSON, the command',
  loses: 'stderr, line ends, white space, spelling of numbers; invalid UTF-8',
  holdsMessages: true,
  isLive: true,
  reads: 'lines',
  recognise: (sample) => ({
    score: sample.countRows(isEntry),
    wanted: 'lines like {"seq":0,"t":1776658414.952,"dir":"c2s","msg":{…}}',
  }),
  parser: () => new RecorderParser(),
};

function isEntry(row: JsonNode): boolean {
  const direction = stringMember(row, 'dir');
  return (
    (direction === 'c2s' || direction === 's2c') &&
    member(row, 'msg') !== undefined &&
    numberMember(row, 'seq') !== undefined &&
    (numberMember(row, 't') ?? 0) > 1e9
  );
}

class RecorderParser implements LogParser {
  take(unit: Unit): readonly Observation[] {
    const row = rowOf(unit);
    if (row && stringMember(row.node, 'type') === 'summary') return summaryOf(row.node);
    if (!row || !isEntry(row.node)) return broken(unit);
    const at = unixTime(numberMember(row.node, 't') ?? Number.NaN);
    const from = stringMember(row.node, 'dir') === 'c2s' ? 'client' : 'server';
    return [{ kind: 'frame', from, ...lineOf(row), ...(at !== undefined && { at }) }];
  }

  end(): readonly Observation[] {
    return [];
  }
}

/** What was no JSON is a string here. */
function lineOf(row: Row): { bytes: Buffer; isWhole?: true } {
  const text = stringMember(row.node, 'msg');
  if (isTrue(row.node, 'malformed') && text !== undefined)
    return { bytes: Buffer.from(text), isWhole: true };
  return { bytes: bytesOf(row, 'msg') ?? Buffer.alloc(0) };
}

/** The summary comes last, when the header has long been written: its command can only be noted. */
function summaryOf(row: JsonNode): Observation[] {
  const server = member(row, 'server');
  if (!hasText(server, 'command')) return [{ kind: 'over', closedBy: 'client' }];
  const words = [stringMember(server, 'command') ?? '', ...(textsOf(member(server, 'args')) ?? [])];
  return [
    { kind: 'note', text: `the server was started as: ${maskCommand(words).join(' ')}` },
    { kind: 'over', closedBy: 'client' },
  ];
}
