import type { Format, LogParser, Unit } from '../format.ts';
import { spawnFailure } from '../host-lines.ts';
import type { Observation } from '../observation.ts';

const STDERR = /^MCP STDERR \(([^)\n]{1,200})\): ?/;
const FAILURE =
  /(?:failed to start or connect to|Error connecting to|Error during discovery for|Failed to connect to) (?:MCP )?server '([^']{1,200})'/i;
/** What frames are drawn with, and what stands before the first word of a failure. */
const EDGE = /[\s\u2500-\u257f|]/;
const MARK = /^[✖✕×✗⚠xX]\s+/u;
const DRAWN = /^\s*[\u2500-\u257f]/;
/** Lines of one failure; what goes on longer is something else. */
const LONGEST = 50;

/** What Gemini CLI prints on a terminal about its servers, as people paste it. */
export const geminiConsole: Format = {
  id: 'gemini-console',
  title: 'Gemini CLI, its output on a terminal',
  keeps: 'stderr with the name of the server, failures to start',
  loses: 'all messages, all times',
  holdsMessages: false,
  isLive: true,
  times: 'none',
  reads: 'lines',
  recognise: (sample) => ({
    score: sample.count((line) => STDERR.test(line) || (DRAWN.test(line) && FAILURE.test(line))),
    wanted: 'lines like MCP STDERR (name): …',
  }),
  parser: () => new GeminiParser(),
};

class GeminiParser implements LogParser {
  #stderrOf: string | undefined;
  #failure: { readonly key: string; readonly lines: string[] } | undefined;

  take({ bytes }: Unit): readonly Observation[] {
    const line = bytes.toString('utf8', 0, 16_000);
    const [head, key] = STDERR.exec(line) ?? [];
    if (head !== undefined && key !== undefined) {
      this.#stderrOf = key;
      const text = bytes.subarray(Buffer.byteLength(head));
      return [...this.#failed(), { kind: 'stderr', key, bytes: text }];
    }
    return DRAWN.test(line) || FAILURE.test(line) ? this.#drawn(line) : this.#plain(line, bytes);
  }

  end(): readonly Observation[] {
    return this.#failed();
  }

  #drawn(line: string): Observation[] {
    this.#stderrOf = undefined;
    const text = withoutEdges(line);
    const [, name] = FAILURE.exec(text) ?? [];
    if (name !== undefined) {
      const before = this.#failed();
      this.#failure = { key: name, lines: [text.replace(MARK, '')] };
      return before;
    }
    if (this.#failure && text !== '' && this.#failure.lines.length < LONGEST) {
      this.#failure.lines.push(text);
      return [];
    }
    return this.#failed();
  }

  /** Stderr goes on until a blank line. */
  #plain(line: string, bytes: Buffer): Observation[] {
    const failed = this.#failed();
    if (line.trim() === '') this.#stderrOf = undefined;
    if (this.#stderrOf !== undefined)
      return [...failed, { kind: 'stderr', key: this.#stderrOf, bytes }];
    return line.trim() === ''
      ? failed
      : [...failed, { kind: 'passed-over', count: 1, why: 'unrelated' }];
  }

  /** The lines of a failure as one, since the frame wrapped them. */
  #failed(): Observation[] {
    const failure = this.#failure;
    this.#failure = undefined;
    if (!failure) return [];
    const { key, lines } = failure;
    const text = lines.join(' ');
    const event = spawnFailure(text);
    const note: Observation = { kind: 'note', key, text };
    return event ? [note, { kind: 'event', key, event }] : [note];
  }
}

function withoutEdges(line: string): string {
  let [start, end] = [0, line.length];
  while (start < end && EDGE.test(line[start] ?? '')) start += 1;
  while (end > start && EDGE.test(line[end - 1] ?? '')) end -= 1;
  return line.slice(start, end);
}
