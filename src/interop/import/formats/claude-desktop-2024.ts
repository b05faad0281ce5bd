import type { LogParser, Unit } from '../format.ts';
import { spawnFailure } from '../host-lines.ts';
import type { Observation, Seen } from '../observation.ts';
import { isoTime } from '../stamp.ts';
import { headOf } from './claude-desktop-line.ts';

/** How the sentences name the server: what stands before the name, what after it. */
const SENTENCES: readonly (readonly [before: string, after: string])[] = [
  ['Attempting to connect to MCP server ', '...'],
  ['Error in MCP connection to server ', ': '],
  ['Could not start MCP server ', ': '],
  ['Connected to MCP server ', '!'],
  ['Error in connection to MCP server ', ': '],
  ['Error connecting to MCP server ', ': '],
  ['Failed to connect to MCP server ', ': '],
  ['Closed connection to MCP server ', ''],
  ['MCP server ', ' disconnected'],
];

/** Reads the log of late 2024, which tells of starts and ends and holds no message. */
export class Claude2024Parser implements LogParser {
  #name: string | undefined;

  take({ bytes }: Unit): readonly Observation[] {
    const line = bytes.toString('utf8', 0, 16_000);
    const head = headOf(line);
    const at = head && isoTime(head.stamp);
    if (!head || at === undefined) return this.#continued(line);
    const text = line.slice(head.end);
    this.#name = serverIn(text);
    if (this.#name === undefined) return [UNRELATED];
    return eventsOf(text).map((seen) => ({ ...seen, key: this.#name ?? '', at }));
  }

  end(): readonly Observation[] {
    return [];
  }

  #continued(line: string): Observation[] {
    if (line.trim() === '') return [];
    return this.#name === undefined ? [UNRELATED] : [{ kind: 'note', key: this.#name, text: line }];
  }
}

const UNRELATED: Observation = { kind: 'passed-over', count: 1, why: 'unrelated' };

/** The name of the server in a sentence of that log; undefined for any other sentence. */
export function serverIn(text: string): string | undefined {
  for (const [before, after] of SENTENCES) {
    if (!text.startsWith(before)) continue;
    const end = after === '' ? text.length : text.indexOf(after, before.length);
    if (end > before.length) return text.slice(before.length, end);
  }
  return undefined;
}

function eventsOf(text: string): Seen[] {
  const note: Seen = { kind: 'note', text };
  if (text.startsWith('Attempting to connect')) return [{ kind: 'begin' }, note];
  if (/ disconnected|^Closed connection/.test(text.slice(0, 300)))
    return [note, { kind: 'over', closedBy: 'server' }];
  const failure = spawnFailure(text);
  return failure ? [note, { kind: 'event', event: failure }] : [note];
}
