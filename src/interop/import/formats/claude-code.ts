import { stringMember } from '../../../model/json.ts';
import type { Format, LogFile, LogParser, Unit } from '../format.ts';
import { exitCode, spawnFailure } from '../host-lines.ts';
import type { Observation, Seen } from '../observation.ts';
import { broken, hasText, rowOf } from '../rows.ts';
import { isoTime } from '../stamp.ts';

const SHARED = {
  keeps: 'what the client did, calls of tools by name, stderr, messages that an error quotes',
  loses: 'all messages',
  holdsMessages: false,
  isLive: true,
} as const;

/** `mcp-logs-NAME/TIME.jsonl`: one object a line. */
export const claudeCodeJsonl: Format = {
  ...SHARED,
  id: 'claude-code-jsonl',
  title: 'Claude Code, mcp-logs-NAME/TIME.jsonl',
  reads: 'lines',
  recognise: (sample) => ({
    score: sample.countRows(isEntry),
    wanted: 'lines like {"debug":"…","timestamp":"…","sessionId":"…"}',
  }),
  parser: (file) => new ClaudeCodeParser(file),
};

/** The same as one array, until mid-2025. */
export const claudeCodeArray: Format = {
  ...SHARED,
  id: 'claude-code-array',
  title: 'Claude Code, mcp-logs-NAME/TIME.json until mid-2025',
  reads: [{ name: 'entry', path: ['*'] }],
  recognise: (sample) => ({
    score: sample.first === '[' ? sample.values(['*']).filter(isEntry).length : 0,
    wanted: 'an array of {"error":"…","timestamp":"…","sessionId":"…"}',
  }),
  parser: (file) => new ClaudeCodeParser(file),
};

type Node = Parameters<typeof stringMember>[0];

function isEntry(row: Node): boolean {
  const isOne = hasText(row, 'debug') !== hasText(row, 'error');
  return (
    isOne && !hasText(row, 'jsonrpc') && (hasText(row, 'timestamp') || hasText(row, 'sessionId'))
  );
}

/** What the client says before it quotes the server's standard error. */
const STDERR = 'Server stderr: ';

class ClaudeCodeParser implements LogParser {
  /** The folder is named after the server. */
  readonly #key: { key?: string };

  constructor({ folder }: LogFile) {
    const [, name] = /^mcp-logs-(.+)$/.exec(folder) ?? [];
    this.#key = name === undefined ? {} : { key: name };
  }

  take(unit: Unit): readonly Observation[] {
    const node = rowOf(unit)?.node;
    const [debug, error] = [stringMember(node, 'debug'), stringMember(node, 'error')];
    if (debug === undefined && error === undefined) return broken(unit);
    const at = isoTime(stringMember(node, 'timestamp'));
    const place = { ...this.#key, ...(at !== undefined && { at }) };
    return claudeCodeEvents(debug, error).map((seen) => ({ ...seen, ...place }));
  }

  end(): readonly Observation[] {
    return [];
  }
}

/** An entry has one of the two texts; stderr of a healthy server stands under `error`. */
export function claudeCodeEvents(debug: string | undefined, error: string | undefined): Seen[] {
  if (error?.startsWith(STDERR)) return stderrLines(error.slice(STDERR.length));
  const text = error === undefined ? (debug ?? '') : `error: ${error}`;
  const note: Seen = { kind: 'note', text };
  if (text.startsWith('Starting connection')) return [{ kind: 'begin' }, note];
  const failure = spawnFailure(text);
  if (failure) return [note, { kind: 'event', event: failure }];
  const code = exitCode(text);
  if (code !== undefined)
    return [note, { kind: 'over', closedBy: 'server', exit: { code, signal: null } }];
  return [note];
}

function stderrLines(text: string): Seen[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => ({ kind: 'stderr', bytes: Buffer.from(line) }));
}
