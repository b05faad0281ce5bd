import { describe, expect, it } from 'vitest';
import { verifies } from '../../../support/verifies.ts';
import { factsOf, lines, sessionOf, sessionsOf } from './support.ts';

describe('the output channel of VS Code', () => {
  verifies('import.vscode', 'import.times');
  const line = (time: string, text: string, level = 'info') =>
    `2025-08-03 ${time} [${level}] ${text}`;

  it('tells client, server, stderr and lines that did not parse apart, at any level', async () => {
    const { said, stderr, strays, outcomes, notes, recording } = await sessionOf(
      lines(
        line('19:18:56.856', 'Connection state: Starting'),
        line('19:18:56.857', 'Starting server from LocalProcess extension host'),
        line('19:18:56.860', 'Connection state: Running'),
        line(
          '19:18:56.861',
          '[editor -> server] {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}',
          'trace',
        ),
        line('19:18:56.888', '[server stderr] Listening on', 'warning'),
        'a second line of it',
        line('19:18:57.000', String.raw`Failed to parse message: "info: Shop[0]\n"`, 'warning'),
        line('19:18:57.001', 'Failed to parse message: "/messages/?session_id=0000"', 'warning'),
        line(
          '19:19:02.100',
          '[server -> editor] {"result":{"protocolVersion":"2025-06-18"},"jsonrpc":"2.0","id":1}',
          'debug',
        ),
        line('19:19:05.000', 'Discovered 6 tools'),
        line('19:19:06.000', '[server -> editor] {"jsonrpc":"2.0","id":1,"method":"roots/list"}'),
      ),
      'Shop.log',
    );
    expect(said.map((each) => each.slice(0, 30))).toEqual([
      'client: {"jsonrpc":"2.0","id":',
      'server: info: Shop[0]',
      'server: /messages/?session_id=',
      'server: {"result":{"protocolVe',
      'server: {"jsonrpc":"2.0","id":',
    ]);
    expect(stderr).toEqual(['Listening on', 'a second line of it']);
    expect(strays).toBe(2);
    expect(notes).toContain('looks like the endpoint event of HTTP with SSE');
    // The editor may still answer: the log only ends here.
    expect(outcomes).toEqual(['initialize 1 answered', 'roots/list 1 pending']);
    expect(recording.header.source).toEqual({
      format: 'vscode',
      files: ['Shop.log'],
      times: 'local',
    });
    expect(recording.header.startedAt).toBe(Date.UTC(2025, 7, 3, 19, 18, 56, 856) * 1000);
  });

  it('reads the spelling of spring 2025', async () => {
    const { said, pairs } = await sessionOf(
      lines(
        line('16:38:00.970', '[Client Says] {"jsonrpc":"2.0","id":4,"method":"ping"}'),
        line('16:38:00.989', '[Server Says] {"jsonrpc":"2.0","id":4,"result":{}}'),
      ),
    );
    expect([said.length, pairs]).toEqual([2, 1]);
  });

  it('starts a session with each start, however it is announced, and says how one ended', async () => {
    const start = [
      line('19:00:00.000', 'Starting server shop'),
      line('19:00:00.001', 'Connection state: Starting'),
    ];
    const call = line(
      '19:00:01.000',
      '[editor -> server] {"jsonrpc":"2.0","id":1,"method":"ping"}',
    );
    const sessions = await sessionsOf(
      lines(
        ...start,
        line('19:00:00.002', 'Connection state: Running'),
        call,
        line('19:00:02.000', 'Connection state: Error Process exited with code 3'),
        ...start,
        line('19:00:03.000', 'Connection state: Error spawn shop ENOENT'),
        ...start,
        call,
        line('19:00:04.000', 'Connection state: Stopped'),
      ),
    );
    expect(sessions.map(({ client, end }) => [client, end?.closedBy, end?.exit])).toEqual([
      [1, 'server', { code: 3, signal: null }],
      [0, 'server', undefined],
      [1, 'client', undefined],
    ]);
    expect(sessions[1]?.events).toEqual(['spawn-failed']);
  });

  it('says that a log at another level holds no message', async () => {
    const { sessions } = await factsOf(
      lines(
        line('19:00:00.000', 'Connection state: Starting'),
        line('19:00:00.000', 'Discovered 2 tools'),
      ),
    );
    expect(sessions).toMatchObject([{ fromClient: 0, fromServer: 0, notes: 2 }]);
  });
});

describe('the MCP log of Cursor', () => {
  verifies('import.event-logs', 'import.quoted', 'import.nothing-invented');

  it('becomes notes, with a word about the message that an error quotes', async () => {
    const { client, server, notes, isBlind, recording } = await sessionOf(
      lines(
        '2025-02-22 13:07:24.584 [info] [MCP] Handling ListTools action for stdio server: npx shop@1.0.11',
        '2025-04-04 18:44:12.778 [info] hop: Found 14 tools, 0 resources, and 0 resource templates',
        '2025-12-01 10:04:01.494 [error] Installed 76 packages in 68ms',
        '2025-12-01 10:17:38.056 [error] Client error for command Received a response for an unknown message ID: {"jsonrpc":"2.0","id":20,"error":{"code":0,"message":"Request cancelled"}}',
        '2025-12-01 10:17:39.000 [info] capabilities {"error":"none","result":1}',
      ),
    );
    expect([client, server, notes.length, isBlind]).toEqual([0, 0, 6, true]);
    expect(notes.filter((note) => note.startsWith('quotes '))).toEqual([
      'quotes an error with id 20 from the server: evidence of that message alone, since the log records none',
    ]);
    expect(
      recording.items.find((item) => item.type === 'note' && item.target !== undefined),
    ).toMatchObject({ target: 4 });
  });

  it('is told from another log of the same editor', async () => {
    await expect(
      factsOf('2025-02-22 13:07:24.584 [info] Extension host started\n'),
    ).rejects.toThrow('no log of a known kind');
  });
});

describe('the logs of Claude Code', () => {
  verifies('import.event-logs', 'import.quoted');
  const entries = [
    {
      debug: 'Starting connection with timeout of 30000ms',
      timestamp: '2026-07-02T07:26:37.507Z',
      sessionId: 's',
      cwd: '/p',
    },
    {
      error: 'Server stderr: INFO one\nINFO two\n',
      timestamp: '2026-07-02T07:26:37.533Z',
      sessionId: 's',
      cwd: '/p',
    },
    {
      debug:
        'Connection established with capabilities: {"hasTools":true,"serverVersion":{"name":"w","version":"1"}}',
      timestamp: '2026-07-02T07:26:38.505Z',
    },
    {
      debug:
        'Connection error: Received a progress notification for an unknown token: {"method":"notifications/progress","params":{"progress":1,"progressToken":5}}',
      timestamp: '2026-07-02T07:26:40.119Z',
    },
    { debug: "Tool 'my_tool' completed successfully in 119ms" },
  ];

  it('are read as objects a line, the server named by the folder, stderr told from failures', async () => {
    const { label, client, server, stderr, notes } = await sessionOf(
      lines(...entries),
      '/home/user/.cache/mcp-logs-shop/2026-07-02.jsonl',
    );
    expect([label, client, server]).toEqual(['shop', 0, 0]);
    expect(stderr).toEqual(['INFO one', 'INFO two']);
    expect(notes).toHaveLength(5);
    expect(notes.at(-1)).toBe("Tool 'my_tool' completed successfully in 119ms");
    expect(notes).toContain(
      'quotes the notification notifications/progress from the server: evidence of that message alone, since the log records none',
    );
  });

  it('are read as one array, as until mid-2025', async () => {
    const { format, stderr, notes } = await sessionOf(JSON.stringify(entries, null, 2));
    expect([format, stderr.length, notes.length]).toEqual(['claude-code-array', 2, 5]);
  });

  it('start a session with each connection', async () => {
    const sessions = await sessionsOf(lines(...entries, ...entries));
    expect(sessions.map(({ stderr }) => stderr.length)).toEqual([2, 2]);
  });

  it('are read as text, with stderr over several lines and frames of the terminal program left out', async () => {
    const sessions = await sessionsOf(
      lines(
        '2026-03-02T18:44:16.136Z [DEBUG] MCP server "shop": Starting connection with timeout of 30000ms',
        '2026-03-02T18:44:16.402Z [ERROR] MCP server "shop" Server stderr: [srv] booting...',
        '[srv] ready',
        '[srv] stdin end',
        '2026-03-02T18:44:16.402Z [DEBUG] MCP server "shop": Connection failed after 270ms: MCP error -32000: Connection closed',
        '╭──────────────────────────────╮',
        '[DEBUG] MCP server "bank": Error message: timed out after 30000ms',
        '2026-03-02T18:44:16.500Z [DEBUG] Watching for changes in setting files',
      ),
    );
    expect(
      sessions.map(({ label, stderr, notes }) => [label, stderr.length, notes.length]),
    ).toEqual([
      ['shop', 3, 2],
      ['bank', 0, 1],
    ]);
  });
});

describe('what Gemini CLI prints', () => {
  verifies('import.event-logs');

  it('gives stderr by server, and failures joined over the lines of their frame', async () => {
    const sessions = await sessionsOf(
      lines(
        '$ gemini -p hello',
        'MCP STDERR (shop): Connecting to server: {"id":"@x/shop"}',
        'over two lines',
        '',
        "│ ✖  failed to start or connect to MCP server 'a'                                │",
        '│    {"command":"python","cwd":"./srv","timeout":15000};                         │',
        '│    Error: spawn python ENOENT                                                  │',
        '│ ✖  failed to start or connect to MCP server \'b\' {"command":"uv"};              │',
        '│    McpError: MCP error -32000: Connection closed                               │',
      ),
    );
    expect(
      sessions.map(({ label, stderr, notes, events }) => ({ label, stderr, notes, events })),
    ).toEqual([
      {
        label: 'shop',
        stderr: ['Connecting to server: {"id":"@x/shop"}', 'over two lines'],
        notes: [],
        events: [],
      },
      {
        label: 'a',
        stderr: [],
        notes: [
          'failed to start or connect to MCP server \'a\' {"command":"python","cwd":"./srv","timeout":15000}; Error: spawn python ENOENT',
        ],
        events: ['spawn-failed'],
      },
      {
        label: 'b',
        stderr: [],
        notes: [
          'failed to start or connect to MCP server \'b\' {"command":"uv"}; McpError: MCP error -32000: Connection closed',
        ],
        events: [],
      },
    ]);
  });
});
