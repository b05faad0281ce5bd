import { parseJson } from '../../../wire/json.ts';
import type { Format, LogParser, Unit } from '../format.ts';
import { exitCode, spawnFailure } from '../host-lines.ts';
import type { Observation, Seen } from '../observation.ts';
import { localHead } from './local-line.ts';

/** The output channel of one MCP server in VS Code, both spellings of its messages. */
export const vscode: Format = {
  id: 'vscode',
  title: 'Visual Studio Code, output channel of an MCP server',
  keeps: 'messages as JSON at log level trace or debug, stderr, lines of stdout that did not parse',
  loses: 'zone of its times, messages at other log levels, white space and spelling of numbers',
  holdsMessages: true,
  times: 'local',
  marksStarts: true,
  isLive: true,
  reads: 'lines',
  recognise: (sample) => ({
    score: sample.count((line) => {
      const head = localHead(line);
      return head !== undefined && KNOWN.some((each) => line.startsWith(each, head.end));
    }),
    wanted: 'lines like 2025-08-03 19:18:56.861 [info] [editor -> server] {…}',
  }),
  parser: () => new VscodeParser(),
};

const FRAMES: readonly (readonly [mark: string, from: 'client' | 'server'])[] = [
  ['[editor -> server] ', 'client'],
  ['[server -> editor] ', 'server'],
  ['[Client Says] ', 'client'],
  ['[Server Says] ', 'server'],
];
const STDERR = '[server stderr] ';
const NOT_PARSED = 'Failed to parse message: ';
const STATE = 'Connection state: ';

/** What only such a channel says, at the start of a text. */
const KNOWN: readonly string[] = [
  ...FRAMES.map(([mark]) => mark),
  STDERR.trimEnd(),
  NOT_PARSED,
  STATE,
  'Starting server ',
  'Waiting for server to respond to ',
  'Stopping server ',
];

class VscodeParser implements LogParser {
  #isStderr = false;
  /** The host said that it starts the server, and nothing came of it yet. */
  #isStarting = false;

  take({ bytes }: Unit): readonly Observation[] {
    const start = bytes.toString('latin1', 0, 100);
    const head = localHead(start);
    if (!head) return this.#continued(bytes);
    const text = bytes.subarray(head.end);
    this.#isStderr = false;
    return this.#textOf(text, start.slice(head.end)).map((seen) => ({ ...seen, at: head.at }));
  }

  end(): readonly Observation[] {
    return [];
  }

  #continued(bytes: Buffer): Observation[] {
    if (this.#isStderr) return [{ kind: 'stderr', bytes }];
    const text = bytes.toString('utf8', 0, 16_000);
    return text.trim() === '' ? [] : [{ kind: 'note', text }];
  }

  #textOf(text: Buffer, start: string): Seen[] {
    const found = FRAMES.find(([mark]) => start.startsWith(mark));
    if (found) {
      this.#isStarting = false;
      return [{ kind: 'frame', from: found[1], bytes: text.subarray(found[0].length) }];
    }
    if (start.startsWith(STDERR.trimEnd())) {
      this.#isStderr = true;
      this.#isStarting = false;
      return [{ kind: 'stderr', bytes: text.subarray(STDERR.length) }];
    }
    if (start.startsWith(NOT_PARSED)) return [notParsed(text.subarray(NOT_PARSED.length))];
    return this.#event(text.toString('utf8', 0, 16_000));
  }

  #event(text: string): Seen[] {
    const note: Seen = { kind: 'note', text };
    const starts = text.startsWith('Starting server') || text === `${STATE}Starting`;
    if (starts && this.#isStarting) return [note];
    this.#isStarting = starts || (this.#isStarting && !text.startsWith(STATE));
    if (starts) return [{ kind: 'begin' }, note];
    return text.startsWith(STATE) ? [note, ...stateOf(text.slice(STATE.length))] : [note];
  }
}

/** What the transport with two endpoints sends first (2024-11-05, "HTTP with SSE"). */
const ENDPOINT = /^\/?[\w/.-]{0,200}\?session_?id=[\w-]{1,200}\s?$/i;

/** The line of standard output is quoted as a JSON string, with its line end. */
function notParsed(quoted: Buffer): Seen {
  const parsed = parseJson(quoted);
  const line = parsed.ok && parsed.node.kind === 'string' ? parsed.node.value : undefined;
  if (line === undefined)
    return { kind: 'frame', from: 'server', bytes: quoted, remark: 'as the host quotes it' };
  const bytes = Buffer.from(line.replace(/\r?\n$/, ''));
  const eol = line.endsWith('\r\n') ? '\r\n' : '\n';
  const remark = ENDPOINT.test(line)
    ? { remark: 'looks like the endpoint event of HTTP with SSE' }
    : {};
  return { kind: 'frame', from: 'server', bytes, eol, isWhole: true, ...remark };
}

function stateOf(state: string): Seen[] {
  if (state.startsWith('Stopped')) return [{ kind: 'over', closedBy: 'client' }];
  if (!state.startsWith('Error')) return [];
  const failure = spawnFailure(state);
  if (failure) return [{ kind: 'event', event: failure }];
  const code = exitCode(state);
  if (code === undefined) return [{ kind: 'over', closedBy: 'server' }];
  return [{ kind: 'over', closedBy: 'server', exit: { code, signal: null } }];
}
