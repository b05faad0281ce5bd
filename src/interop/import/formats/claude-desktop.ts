import type { Format, LogFile } from '../format.ts';
import { isoTime } from '../stamp.ts';
import { Claude2024Parser, serverIn } from './claude-desktop-2024.ts';
import { type ClaudeHead, headOf } from './claude-desktop-line.ts';
import { ClaudeDesktopParser } from './claude-desktop-parser.ts';

const SHARED = {
  reads: 'lines',
  marksStarts: true,
  isLive: true,
  merges: 'claude-desktop',
} as const;

/** One file for all servers, since 2025: `mcp.log`. */
export const claudeDesktopMcp: Format = {
  ...SHARED,
  id: 'claude-desktop-mcp',
  title: 'Claude Desktop, mcp.log since 2025',
  keeps: 'every message as JSON, start and end of each server, its command and arguments',
  loses: 'stderr, line ends, white space and spelling of numbers, stray output of servers',
  holdsMessages: true,
  recognise: (sample) => ({
    score: sample.count((line) => headOf(line)?.order === 'level-first' && isDated(line)),
    wanted: 'lines like 2025-06-17T13:29:34.074Z [info] [name] …',
  }),
  parser: (file) => new ClaudeDesktopParser(file, 'level-first'),
};

/** One file for each server: `mcp-server-NAME.log`, in both of its spellings. */
export const claudeDesktopServer: Format = {
  ...SHARED,
  id: 'claude-desktop-server',
  title: 'Claude Desktop, mcp-server-NAME.log',
  keeps:
    'every message as JSON, start and end of the server, its command and arguments, its stderr',
  loses:
    'time of each line of stderr, line ends, white space and spelling of numbers, stray output',
  holdsMessages: true,
  recognise: (sample) => ({
    score: sample.count((line) => headOf(line)?.order === 'name-first' && isDated(line)),
    wanted: 'lines like 2025-02-22T04:15:41.262Z [name] [info] …',
  }),
  parser: (file) => new ClaudeDesktopParser(file, 'name-first'),
};

/** `mcp.log` of late 2024: the server is named within the sentence. */
export const claudeDesktop2024: Format = {
  id: 'claude-desktop-2024',
  reads: 'lines',
  marksStarts: true,
  isLive: true,
  title: 'Claude Desktop, mcp.log of late 2024',
  keeps: 'start and end of each server, why it could not be started',
  loses: 'all messages: this version of the log holds none',
  holdsMessages: false,
  recognise: (sample) => ({
    score: sample.count((line) => {
      const head = headOf(line);
      return head?.order === 'no-name' && serverIn(line.slice(head.end)) !== undefined;
    }),
    wanted:
      'lines like 2024-12-28T19:16:03.930Z [info] Attempting to connect to MCP server name...',
  }),
  parser: (_file: LogFile) => new Claude2024Parser(),
};

function isDated(line: string): boolean {
  const head: ClaudeHead | undefined = headOf(line);
  return head !== undefined && isoTime(head.stamp) !== undefined;
}
