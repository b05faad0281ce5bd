import type { Format, LogParser, Unit } from '../format.ts';
import { spawnFailure } from '../host-lines.ts';
import type { Observation } from '../observation.ts';
import { localHead } from './local-line.ts';

/** Sentences that only the MCP log of Cursor has. */
const KNOWN =
  /\[MCP\]|\bMCP: |Handling \w+ action|Found \d+ tools|Starting new (?:stdio|streamableHttp|sse) |connected to (?:stdio|streamableHttp|sse) server|Client (?:error|closed) for command|CreateClient|No stored tokens|\bOffering/;

/** `Cursor MCP.log`: what the client did, not what went over the wire. */
export const cursor: Format = {
  id: 'cursor',
  title: 'Cursor, MCP log',
  keeps: 'what the client did, errors, messages that an error quotes',
  loses: 'all messages; names of servers in part; stderr cannot be told from errors of the client',
  holdsMessages: false,
  times: 'local',
  isLive: true,
  reads: 'lines',
  recognise: (sample) => ({
    score: sample.count((line) => {
      const head = localHead(line);
      return head !== undefined && KNOWN.test(line.slice(head.end, head.end + 300));
    }),
    wanted: 'lines like 2025-02-22 13:07:24.584 [info] [MCP] Handling ListTools action',
  }),
  parser: () => new CursorParser(),
};

class CursorParser implements LogParser {
  take({ bytes }: Unit): readonly Observation[] {
    const line = bytes.toString('utf8', 0, 1024 * 1024);
    const head = localHead(line);
    if (!head) return line.trim() === '' ? [] : [{ kind: 'note', text: line }];
    const place = { at: head.at };
    const text = line.slice(head.end).trimStart();
    const note: Observation = {
      ...place,
      kind: 'note',
      text: head.level === 'error' ? `error: ${text}` : text,
    };
    const failure = spawnFailure(text);
    return failure ? [note, { ...place, kind: 'event', event: failure }] : [note];
  }

  end(): readonly Observation[] {
    return [];
  }
}
