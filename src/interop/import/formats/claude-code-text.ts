import type { Format, LogParser, Unit } from '../format.ts';
import type { Observation } from '../observation.ts';
import { isoTime } from '../stamp.ts';
import { claudeCodeEvents } from './claude-code.ts';

/** With or without a time: `[DEBUG] MCP server "name": text`. */
const ENTRY =
  /^(?:(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) )?\[(DEBUG|ERROR|INFO|WARN)\] MCP server "([^"]{1,200})":? /;
/** An entry about something else. */
const OTHER = /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z )?\[(?:DEBUG|ERROR|INFO|WARN)\] /;
/** Box drawing, blocks and arrows, of which the terminal program draws its frames. */
const DRAWN = /^\s*[\u2500-\u259f]/;

/** What `claude --debug` prints, and the files in `~/.claude/debug`. */
export const claudeCodeText: Format = {
  id: 'claude-code-text',
  title: 'Claude Code, --debug output and ~/.claude/debug',
  keeps: 'what the client did, stderr, messages that an error quotes',
  loses: 'all messages; some lines have no time',
  holdsMessages: false,
  isLive: true,
  reads: 'lines',
  recognise: (sample) => ({
    score: sample.count((line) => ENTRY.test(line)),
    wanted: 'lines like [DEBUG] MCP server "name": …',
  }),
  parser: () => new ClaudeCodeTextParser(),
};

class ClaudeCodeTextParser implements LogParser {
  /** The server whose stderr the entry above holds; it may go on over several lines. */
  #stderrOf: string | undefined;

  take({ bytes }: Unit): readonly Observation[] {
    const line = bytes.toString('utf8', 0, 1024 * 1024);
    const [head, stamp, level, key] = ENTRY.exec(line) ?? [];
    if (head === undefined || key === undefined) return this.#other(line, bytes);
    const at = isoTime(stamp);
    const text = line.slice(head.length);
    const isError = level === 'ERROR' || text.startsWith('Server stderr: ');
    const seen = isError ? claudeCodeEvents(undefined, text) : claudeCodeEvents(text, undefined);
    this.#stderrOf = seen.some(({ kind }) => kind === 'stderr') ? key : undefined;
    return seen.map((each) => ({ ...each, key, ...(at !== undefined && { at }) }));
  }

  end(): readonly Observation[] {
    return [];
  }

  #other(line: string, bytes: Buffer): Observation[] {
    const isOther = OTHER.test(line) || DRAWN.test(line);
    if (this.#stderrOf !== undefined && !isOther)
      return [{ kind: 'stderr', key: this.#stderrOf, bytes }];
    this.#stderrOf = undefined;
    return line.trim() === '' ? [] : [{ kind: 'passed-over', count: 1, why: 'unrelated' }];
  }
}
