import type { Requirement } from './types.ts';

const PAGE = 'docs/reference/import.md';

export const imports = {
  'import.recognise': {
    promise: 'The kind of a log is found by its shape, whatever its name; --from overrules it.',
    source: PAGE,
  },
  'import.unknown': {
    promise: 'A file of no known kind is refused with one line that says what was looked for.',
    source: PAGE,
  },
  'import.any-bytes': {
    promise: 'Any bytes give sessions or one known error, never a crash or a hang, in linear time.',
    source: PAGE,
  },
  'import.constant-memory': {
    promise: 'Memory does not grow with the size of a log.',
    source: 'anthropics/claude-code#69427: logs of 242 GB',
  },
  'import.exact-bytes': {
    promise: 'A message whose bytes the log holds has the same bytes in the recording.',
    source: PAGE,
  },
  'import.cut': {
    promise: 'A message that the log holds in part is kept as a stray, with the reason.',
    source: PAGE,
  },
  'import.nothing-invented': {
    promise: 'A log without messages is imported without messages, and it is said.',
    source: 'Hosts write logs that only tell what happened',
  },
  'import.no-times': {
    promise:
      'Of a log without times no duration is shown: not how long it was, nor how long an answer took.',
    source: 'design, principle 4: never guess silently',
  },
  'import.quoted': {
    promise: 'Messages that an error quotes are noted as evidence, never taken for traffic.',
    source: PAGE,
  },
  'import.sessions': {
    promise: 'A log is cut into sessions by server, by start, and by a new initialize.',
    source: 'Ids start again with every server and every start',
  },
  'import.merge': {
    promise: 'What two files of a host tell of the same event is taken once.',
    source: 'mcp.log and mcp-server-NAME.log hold the same events, up to some ms apart',
  },
  'import.encoding': {
    promise: 'UTF-16 and byte order marks are understood, in any chunks.',
    source: 'PowerShell 5.1 writes UTF-16 with ">"',
  },
  'import.times': {
    promise: 'Local times, relative times and missing times are marked in the header.',
    source: 'docs/reference/recording-format.md, "source"',
  },
  'import.secrets': {
    promise: 'Secrets in commands, headers, URLs and lines of a log are masked on the way in.',
    source: 'Logs of hosts hold the command line and its environment',
  },
  'import.source': {
    promise: 'An imported recording is not exact, and names the format and files it came from.',
    source: 'docs/reference/recording-format.md, "source"',
  },
  'import.claude-desktop': {
    promise: 'All four shapes of the logs of Claude Desktop are read.',
    source: 'files and pastes of 2024-11 to 2026-03',
  },
  'import.vscode': {
    promise: 'Both generations of the output channel of VS Code are read, at any log level.',
    source: 'microsoft/vscode#244377, microsoft/mcp-dotnet-samples#63',
  },
  'import.event-logs': {
    promise:
      'Logs of Cursor, Claude Code, Gemini CLI and of Claude Desktop in 2024 become notes and stderr.',
    source: 'pastes of 2024-12 to 2026-03',
  },
  'import.inspector': {
    promise: 'Exports of the Inspector are unfolded into messages in the order of their times.',
    source: 'modelcontextprotocol/inspector at 86d5f58',
  },
  'import.recorders': {
    promise:
      'Files of mcpsnoop, two mcp-recorders, two mcp-cassettes, mcp-tape and mcporter are read.',
    source: 'the sources of these programs',
  },
  'import.http': {
    promise: 'HTTP archives give exchanges; a body that was not kept is no missing answer.',
    source: 'mitmproxy/mitmproxy#4469: HAR without the bodies of event streams',
  },
  'import.rows': {
    promise:
      'Captures of one event a line are read: messages, raw bytes, stderr, HTTP, start and exit.',
    source: PAGE,
  },
  'import.plain': {
    promise:
      'Plain JSON-RPC messages are read; who sent one follows from methods and ids, or is marked.',
    source: PAGE,
  },
  'import.reading-commands': {
    promise: 'Commands that read recordings take logs directly, and FILE#2 names a session.',
    source: PAGE,
  },
  'import.command': {
    promise: 'sadap import writes one recording for each session, and never overwrites one.',
    source: 'docs/reference/commands.md',
  },
  'import.reference': {
    promise: 'The table of formats in the documentation is made from the registry.',
    source: PAGE,
  },
} as const satisfies Record<string, Requirement>;
