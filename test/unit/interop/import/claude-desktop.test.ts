import { describe, expect, it } from 'vitest';
import { verifies } from '../../../support/verifies.ts';
import { lines, sessionOf, sessionsOf } from './support.ts';

const INITIALIZE =
  '{"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"claude-ai","version":"0.1.0"}},"jsonrpc":"2.0","id":0}';
const ANSWER =
  '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"shop","version":"1"}}}';
const INITIALIZED = '{"method":"notifications/initialized","jsonrpc":"2.0"}';
const DISCONNECTED =
  'Server disconnected. For troubleshooting guidance, please visit our [debugging documentation](https://example.com/)';

describe('mcp.log of Claude Desktop since 2025', () => {
  verifies('import.claude-desktop', 'import.sessions', 'import.recognise');
  const line = (time: string, name: string, text: string, level = 'info') =>
    `2025-06-17T${time}Z [${level}] [${name}] ${text}`;
  const log = lines(
    line(
      '08:00:00.010',
      'shop',
      'Message from server: {"jsonrpc":"2.0","id":9,"result":{"tools":[]}}',
    ),
    line(
      '08:00:00.020',
      'bank one',
      'Message from client: {"method":"prompts/list","params":{},"jsonrpc":"2.0","id":16}',
    ),
    line(
      '08:00:00.020',
      'shop',
      'Message from client: {"method":"prompts/list","params":{},"jsonrpc":"2.0","id":16}',
    ),
    line(
      '08:00:00.030',
      'shop',
      'Message from server: {"jsonrpc":"2.0","id":16,"error":{"code":-32601,"message":"no"}}',
    ),
    line(
      '08:00:00.040',
      'bank one',
      'Message from server: {"jsonrpc":"2.0","id":16,"result":{"prompts":[]}}',
    ),
    line('08:01:00.000', 'shop', 'Shutting down server...'),
    line('08:02:00.000', 'shop', 'Initializing server...'),
    line('08:02:00.000', 'bank one', 'Initializing server...'),
    line('08:02:00.100', 'shop', `Message from client: ${INITIALIZE}`),
    line('08:02:00.100', 'bank one', `Message from client: ${INITIALIZE}`),
    line('08:02:00.200', 'bank one', `Message from server: ${ANSWER}`),
    line('08:02:00.210', 'shop', `Message from server: ${ANSWER}`),
    line('08:02:00.220', 'shop', `Message from client: ${INITIALIZED}`),
    line(
      '08:02:00.230',
      'shop',
      'Message from client: {"method":"tools/list","params":{},"jsonrpc":"2.0","id":1}',
    ),
    line('08:02:03.000', 'shop', 'Server transport closed'),
    line('08:02:03.000', 'shop', 'Client transport closed'),
    line('08:02:03.001', 'shop', DISCONNECTED, 'error'),
  );

  it('splits by server and by start, and pairs within a session alone', async () => {
    const sessions = await sessionsOf(log, 'anything.txt');
    expect(
      sessions.map(({ label, client, server, pairs, orphans }) => [
        label,
        client,
        server,
        pairs,
        orphans,
      ]),
    ).toEqual([
      ['shop', 1, 2, 1, 1],
      ['bank one', 1, 1, 1, 0],
      ['shop', 3, 1, 1, 0],
      ['bank one', 1, 1, 1, 0],
    ]);
    expect(new Set(sessions.map(({ format }) => format))).toEqual(new Set(['claude-desktop-mcp']));
  });

  it('says that a session began before the log, and how each ended', async () => {
    const [first, , second, last] = await sessionsOf(log);
    expect(first?.notes).toContain(
      'the log begins inside this session: what was said before is not in it',
    );
    expect(first?.end?.closedBy).toBe('client');
    expect(second?.notes).not.toContainEqual(expect.stringContaining('begins inside'));
    expect(second?.end?.closedBy).toBe('server');
    expect(second?.outcomes).toEqual(['initialize 0 answered', 'tools/list 1 unanswered']);
    // The host may still write into the log: nobody knows whether this session is over.
    expect(last?.end).toBeUndefined();
  });

  it('keeps the bytes of messages as the log has them', async () => {
    verifies('import.exact-bytes');
    const message = String.raw`{"jsonrpc":"2.0","id":1,"result":{"b":1.50,"a":"\/\u00e9 é","b":12345678901234567890, "x":"<b>"}}`;
    const { said } = await sessionOf(
      lines(line('08:00:00.000', 'shop', `Message from server: ${message}`)),
    );
    expect(said).toEqual([`server: ${message}`]);
  });

  it('starts a new session at a new initialize, also where the log does not mark the start', async () => {
    const start = [
      line('08:00:00.000', 'shop', `Message from client: ${INITIALIZE}`),
      line('08:00:00.001', 'shop', `Message from server: ${ANSWER}`),
    ];
    const sessions = await sessionsOf(lines(...start, ...start));
    expect(sessions.map(({ pairs }) => pairs)).toEqual([1, 1]);
  });

  it('starts one too where a client that has gone on opens with another id', async () => {
    const log = lines(
      line('08:00:00.000', 'shop', `Message from client: ${INITIALIZE}`),
      line('08:00:00.002', 'shop', `Message from client: ${INITIALIZED}`),
      line(
        '08:00:00.003',
        'shop',
        `Message from client: ${INITIALIZE.replace('"id":0', '"id":7')}`,
      ),
    );
    expect((await sessionsOf(log)).map(({ client }) => client)).toEqual([2, 1]);
  });

  it('masks secrets in the lines of the host', async () => {
    verifies('import.secrets');
    const { notes } = await sessionOf(
      lines(
        line(
          '08:00:00.000',
          'shop',
          'Starting with --api-key MADE-UP-1 at https://u:MADE-UP-2@example.com/?token=MADE-UP-3',
        ),
        line(
          '08:00:00.001',
          'shop',
          'Headers: {"Authorization":"Bearer MADE-UP-4"} again MADE_TOKEN=MADE-UP-1',
        ),
      ),
    );
    expect(notes.join()).not.toContain('MADE-UP');
    const [, first] = /--api-key «masked:(\d+)»/.exec(notes[0] ?? '') ?? [];
    expect(notes[1]).toContain(`MADE_TOKEN=«masked:${first}»`);
  });

  it('keeps the repeated initialize of one client that tries another version', async () => {
    const again = INITIALIZE.replace('"id":0', '"id":1');
    const log = lines(
      line('08:00:00.000', 'shop', `Message from client: ${INITIALIZE}`),
      line(
        '08:00:00.001',
        'shop',
        'Message from server: {"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":"version"}}',
      ),
      line('08:00:00.002', 'shop', `Message from client: ${again}`),
    );
    expect((await sessionsOf(log)).map(({ client }) => client)).toEqual([2]);
  });

  it('takes the command out of its block, with secrets masked', async () => {
    verifies('import.secrets');
    const { recording, notes } = await sessionOf(
      lines(
        line('08:00:00.000', 'shop', 'Initializing server...'),
        line(
          '08:00:00.001',
          'shop',
          'Using MCP server command: /usr/bin/npx with args and path: {',
        ),
        "  args: [ '-y', 'shop-server', '--api-key', 'MADE-UP-KEY-1', [length]: 4 ],",
        "  paths: [ '/usr/bin', [length]: 1 ]",
        '}',
        line('08:00:00.002', 'shop', `Message from client: ${INITIALIZE}`),
      ),
    );
    expect(recording.header.server.command).toEqual([
      '/usr/bin/npx',
      '-y',
      'shop-server',
      '--api-key',
      '«masked:1»',
    ]);
    expect(notes).toEqual([
      'Initializing server...',
      'Using MCP server command: /usr/bin/npx with 4 arguments',
    ]);
  });

  it('keeps a message that the log cut as a stray, and says so', async () => {
    verifies('import.cut');
    const { strays, notes, recording } = await sessionOf(
      lines(
        line(
          '08:00:00.000',
          'shop',
          'Message from server: {"jsonrpc":"2.0","id":1,"result":{"text":"aaa',
        ),
      ),
    );
    expect(strays).toBe(1);
    expect(notes).toContain('the log holds only a part of this message');
    expect(recording.header.exact).toBe(false);
  });
});

describe('mcp-server-NAME.log of Claude Desktop in early 2025', () => {
  verifies('import.claude-desktop');
  const line = (time: string, text: string, level = 'info') =>
    `2025-02-22T${time}Z [shop] [${level}] ${text}`;

  it('takes lines without a head for stderr, whatever they look like', async () => {
    const { client, server, stderr, notes, pairs, recording } = await sessionOf(
      lines(
        line('04:15:40.819', 'Initializing server...'),
        line('04:15:41.262', `Message from client: ${INITIALIZE}`),
        'npm warn deprecated left-pad@1.0.0',
        '[03/28/25 00:47:19] INFO     Processing request of type            server.py:534',
        '',
        '  sent {"jsonrpc":"2.0","id":99,"result":{}}',
        '2025-02-22T04:15:42.000Z [http] [info] Message from client: not of the host',
        line('04:15:42.500', `Message from server: ${ANSWER}`),
        line('04:15:43.454', `${DISCONNECTED} {"context":"connection"}`, 'error'),
      ),
    );
    expect([client, server, pairs]).toEqual([1, 1, 1]);
    expect(stderr).toEqual([
      'npm warn deprecated left-pad@1.0.0',
      '[03/28/25 00:47:19] INFO     Processing request of type            server.py:534',
      '',
      '  sent {"jsonrpc":"2.0","id":99,"result":{}}',
      '2025-02-22T04:15:42.000Z [http] [info] Message from client: not of the host',
    ]);
    expect(notes.at(-1)).toBe(DISCONNECTED);
    const [, , first] = recording.items;
    expect(first).toMatchObject({
      type: 'stderr',
      at: Date.UTC(2025, 1, 22, 4, 15, 41, 262) * 1000,
    });
  });

  it('names the server of stderr that stands above the first line with a name', async () => {
    const { label, stderr, recording } = await sessionOf(
      lines('starting', line('04:15:41.262', `Message from client: ${INITIALIZE}`)),
    );
    expect([label, stderr]).toEqual(['shop', ['starting']]);
    expect(recording.header.startedAt).toBe(Date.UTC(2025, 1, 22, 4, 15, 41, 262) * 1000);
  });

  it('reads several logs that were joined, each with its own name', async () => {
    const other = (text: string) => `2025-02-22T04:15:50.000Z [bank] [info] ${text}`;
    const sessions = await sessionsOf(
      lines(
        line('04:15:40.000', 'Initializing server...'),
        line('04:15:41.000', `Message from client: ${INITIALIZE}`),
        other('Initializing server...'),
        other(`Message from client: ${INITIALIZE}`),
      ),
    );
    expect(sessions.map(({ label, client }) => [label, client])).toEqual([
      ['shop', 1],
      ['bank', 1],
    ]);
  });
});

describe('mcp-server-NAME.log of Claude Desktop since mid-2025', () => {
  verifies('import.claude-desktop');
  const line = (time: string, text: string, level = 'info') =>
    `2025-09-09T${time}Z [Note Keeper] [${level}] ${text}`;
  const TAIL = ' { metadata: undefined }';

  it('takes exactly one tail of the logger away', async () => {
    const tools =
      '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","description":"ends in a tail { metadata: undefined }","inputSchema":{"type":"object"}}]}}';
    const { said, label, notes } = await sessionOf(
      lines(
        line('04:44:13.547', `Initializing server...${TAIL}`),
        line('04:44:13.600', `Message from client: ${INITIALIZE}${TAIL}`),
        line('04:44:14.100', `Message from server: ${tools}${TAIL}`),
        line(
          '04:44:14.200',
          `Message from server: {"jsonrpc":"2.0","id":2,"result":{}} { metadata: undefined }${TAIL}`,
        ),
      ),
    );
    expect(label).toBe('Note Keeper');
    expect(notes).toEqual(['Initializing server...']);
    expect(said).toEqual([
      `client: ${INITIALIZE}`,
      `server: ${tools}`,
      'server: {"jsonrpc":"2.0","id":2,"result":{}} { metadata: undefined }',
    ]);
  });

  it('reads a block over many lines as one line of the host, and what is around it', async () => {
    const { recording, stderr, notes, outcomes } = await sessionOf(
      lines(
        line('04:44:13.547', `Initializing server...${TAIL}`),
        line('04:44:13.563', 'Using MCP server command: /opt/bin/npx with args and path: {'),
        '  metadata: {',
        '    args: [',
        "      'mcp-remote',",
        "      'http://localhost:8123/mcp',",
        '      "it\'s",',
        '      [length]: 3',
        '    ],',
        "    paths: [ '/usr/local/bin', '/usr/bin', [length]: 2 ]",
        '  }',
        '} %o',
        '[4711] Connecting to remote server: http://localhost:8123/mcp',
        line('04:44:13.600', `Message from client: ${INITIALIZE}${TAIL}`),
        line(
          '04:44:14.200',
          `Message from client: {"method":"tools/list","params":{},"jsonrpc":"2.0","id":1}${TAIL}`,
        ),
        line(
          '04:45:14.201',
          `Message from client: {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"McpError: MCP error -32001: Request timed out"}}${TAIL}`,
        ),
        line(
          '04:45:15.000',
          `Message from server: {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}${TAIL}`,
        ),
        line(
          '04:45:16.000',
          `${DISCONNECTED} { metadata: { context: 'connection', stack: undefined } }`,
          'error',
        ),
      ),
    );
    expect(recording.header.server.command).toEqual([
      '/opt/bin/npx',
      'mcp-remote',
      'http://localhost:8123/mcp',
      "it's",
    ]);
    expect(stderr).toEqual(['[4711] Connecting to remote server: http://localhost:8123/mcp']);
    expect(notes.at(-1)).toBe(DISCONNECTED);
    expect(outcomes).toEqual(['initialize 0 pending', 'tools/list 1 late']);
  });

  it('is not named after a rotated file', async () => {
    const { label, stderr } = await sessionOf(
      lines('only stderr', line('04:44:13.600', `Server started${TAIL}`)),
      'mcp-server-Note Keeper1.log',
    );
    expect([label, stderr]).toEqual(['Note Keeper', ['only stderr']]);
    const silent = await sessionOf(
      'only stderr\n',
      'mcp-server-Note Keeper.log',
      'claude-desktop-server',
    );
    expect([silent.label, silent.stderr]).toEqual(['Note Keeper', ['only stderr']]);
  });

  it('is known by its name in the file name before any line tells it', async () => {
    const { label } = await sessionOf(
      lines('only stderr', line('04:44:13.600', `Server started${TAIL}`)),
      'mcp-server-Note Keeper.log',
    );
    expect(label).toBe('Note Keeper');
  });
});

describe('mcp.log of Claude Desktop in late 2024', () => {
  verifies('import.claude-desktop', 'import.event-logs', 'import.nothing-invented');

  it('has starts and ends of each server, why one did not start, and no message', async () => {
    const sessions = await sessionsOf(
      lines(
        '2024-12-28T19:16:03.930Z [info] Attempting to connect to MCP server shop...',
        '2024-12-28T19:16:03.934Z [error] Error in MCP connection to server shop: Error: spawn npx ENOENT',
        '2024-12-28T19:16:03.935Z [error] Could not start MCP server shop: Error: spawn npx ENOENT',
        '2024-12-28T19:16:03.936Z [info] Connected to MCP server my bank!',
        '2024-12-28T19:16:09.443Z [info] MCP server my bank disconnected. See [the page](https://example.com/)',
        '2024-12-28T19:16:10.000Z [info] Something else entirely',
      ),
    );
    expect(
      sessions.map(({ label, client, server, notes }) => [label, client, server, notes.length]),
    ).toEqual([
      ['shop', 0, 0, 3],
      ['my bank', 0, 0, 2],
    ]);
    expect(sessions[0]?.recording.items).toContainEqual(
      expect.objectContaining({ event: 'spawn-failed', code: 'ENOENT', text: 'spawn npx ENOENT' }),
    );
    expect(sessions[1]?.end?.closedBy).toBe('server');
  });
});
