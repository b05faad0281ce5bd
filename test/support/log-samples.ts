/** One small log of each format that can be imported, by the format's id; all names are made up. */
export const logSamples: Readonly<Record<string, string>> = {
  'claude-desktop-mcp': lines(
    '2025-06-17T13:29:34.074Z [info] [shop] Initializing server...',
    '2025-06-17T13:29:34.080Z [info] [shop] Using MCP server command: npx with args and path: {',
    "  args: [ '-y', 'shop', [length]: 2 ],",
    '}',
    '2025-06-17T13:29:34.102Z [info] [shop] Message from client: {"method":"initialize","params":{},"jsonrpc":"2.0","id":0}',
    '2025-06-17T13:29:34.103Z [info] [bank] Message from client: {"method":"ping","jsonrpc":"2.0","id":0}',
    '2025-06-17T13:29:34.400Z [info] [shop] Message from server: {"jsonrpc":"2.0","id":0,"result":{}}',
    '2025-06-17T13:29:36.001Z [info] [shop] Server transport closed',
  ),
  'claude-desktop-server': lines(
    '2025-09-09T04:44:13.547Z [Note Keeper] [info] Initializing server... { metadata: undefined }',
    'a line of stderr {"jsonrpc":"2.0"}',
    '2025-09-09T04:44:13.600Z [Note Keeper] [info] Message from client: {"method":"ping","jsonrpc":"2.0","id":0} { metadata: undefined }',
    "2025-09-09T04:45:16.000Z [Note Keeper] [error] Server disconnected. { metadata: { context: 'connection', stack: undefined } }",
  ),
  'claude-desktop-2024': lines(
    '2024-12-28T19:16:03.930Z [info] Attempting to connect to MCP server shop...',
    '2024-12-28T19:16:03.934Z [error] Error in MCP connection to server shop: Error: spawn npx ENOENT',
  ),
  vscode: lines(
    '2025-08-03 19:18:56.856 [info] Connection state: Starting',
    '2025-08-03 19:18:56.861 [info] [editor -> server] {"jsonrpc":"2.0","id":1,"method":"ping"}',
    '2025-08-03 19:18:56.888 [warning] [server stderr] ready',
    String.raw`2025-08-03 19:18:57.000 [warning] Failed to parse message: "info\n"`,
    '2025-08-03 19:19:02.100 [debug] [server -> editor] {"result":{},"jsonrpc":"2.0","id":1}',
  ),
  cursor: lines(
    '2025-02-22 13:07:24.584 [info] [MCP] Handling ListTools action for stdio server: npx shop',
    '2025-12-01 10:17:38.056 [error] Client error for command Received a response for an unknown message ID: {"jsonrpc":"2.0","id":20,"result":{}}',
  ),
  'claude-code-jsonl': lines(
    '{"debug":"Starting connection with timeout of 30000ms","timestamp":"2026-07-02T07:26:37.507Z","sessionId":"s","cwd":"/p"}',
    '{"error":"Server stderr: one\\ntwo\\n","timestamp":"2026-07-02T07:26:37.533Z","sessionId":"s","cwd":"/p"}',
    '{"debug":"Tool done"}',
  ),
  'claude-code-array': JSON.stringify(
    [{ error: 'Connection failed', timestamp: '2025-06-13T10:00:00.000Z', sessionId: '0' }],
    null,
    2,
  ),
  'claude-code-text': lines(
    '2026-03-02T18:44:16.136Z [DEBUG] MCP server "shop": Starting connection with timeout of 30000ms',
    '2026-03-02T18:44:16.402Z [ERROR] MCP server "shop" Server stderr: one',
    'two',
  ),
  'gemini-console': lines(
    'MCP STDERR (shop): ready',
    '',
    "│ ✖  failed to start or connect to MCP server 'a'  │",
    '│    Error: spawn python ENOENT                    │',
  ),
  'inspector-protocol': JSON.stringify(
    [
      {
        id: 'm1',
        timestamp: '2026-08-20T10:00:00.000Z',
        direction: 'request',
        origin: 'client',
        message: { jsonrpc: '2.0', id: 0, method: 'ping' },
        response: { jsonrpc: '2.0', id: 0, result: {} },
        duration: 40,
      },
      {
        id: 'm2',
        timestamp: '2026-08-20T10:00:00.010Z',
        direction: 'notification',
        message: { jsonrpc: '2.0', method: 'notifications/initialized' },
      },
    ],
    null,
    2,
  ),
  'inspector-network': JSON.stringify(
    [
      {
        id: 'f1',
        timestamp: '2026-08-20T10:00:00.000Z',
        method: 'POST',
        url: 'http://127.0.0.1:3000/mcp',
        requestHeaders: { accept: 'application/json' },
        requestBody: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        responseStatus: 200,
        responseHeaders: { 'content-type': 'text/event-stream' },
        responseBody: 'data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n',
        duration: 12,
      },
    ],
    null,
    2,
  ),
  har: JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'x', version: '1' },
      entries: [
        {
          startedDateTime: '2026-01-01T10:00:00.000Z',
          time: 12,
          request: {
            method: 'POST',
            url: 'http://127.0.0.1/mcp',
            headers: [{ name: 'Accept', value: '*/*' }],
            postData: { text: '{"jsonrpc":"2.0","id":1,"method":"ping"}' },
          },
          response: {
            status: 200,
            statusText: 'OK',
            headers: [],
            content: {
              size: 1,
              mimeType: 'application/json',
              text: '{"jsonrpc":"2.0","id":1,"result":{}}',
            },
          },
        },
        {
          startedDateTime: '2026-01-01T10:00:01.000000Z',
          time: 1,
          request: {
            method: 'REQUEST',
            url: 'stdio://shop/ping',
            postData: { text: '{"jsonrpc":"2.0","id":1,"method":"ping"}' },
          },
          response: {
            status: 0,
            content: { text: 'eyJqc29ucnBjIjoiMi4wIn0=', encoding: 'base64', _eol: '' },
          },
          _transport: 'stdio',
          _from: 'client',
          _seq: 0,
          _answerSeq: 1,
        },
      ],
    },
  }),
  'http-transcript': lines(
    '* Connected to 127.0.0.1 (127.0.0.1) port 3000',
    '> POST /mcp HTTP/1.1',
    '> Host: 127.0.0.1:3000',
    '>',
    '< HTTP/1.1 200 OK',
    '< content-type: text/event-stream',
    '<',
    'data: {"jsonrpc":"2.0","id":1,"result":{}}',
    '',
    '* Connection #0 left intact',
  ),
  mcpsnoop: lines(
    '{"session_id":"s","server_label":"w","seq":1,"ts":"2026-07-06T15:04:05.2Z","direction":"c2s","transport":"stdio","raw":{"jsonrpc":"2.0","id":0,"method":"ping"}}',
    '{"session_id":"s","server_label":"w","seq":2,"ts":"2026-07-06T15:04:05.3Z","direction":"stderr","transport":"stdio","text":"ready"}',
  ),
  'mcp-recorder': lines(
    '{"seq":0,"t":1776658414.952,"dir":"c2s","msg":{"jsonrpc":"2.0","id":1,"method":"ping"}}',
    '{"type":"summary","startedAt":1776658414.952,"server":{"command":"node","args":["x.mjs"]}}',
  ),
  'mcp-recorder-cassette': JSON.stringify(
    {
      version: '1.0',
      metadata: {
        recorded_at: '2026-02-17T20:25:23.855390+00:00',
        server_url: 'http://127.0.0.1:8000',
      },
      interactions: [
        {
          type: 'jsonrpc_request',
          request: { jsonrpc: '2.0', id: 0, method: 'ping' },
          response: { jsonrpc: '2.0', id: 0, result: {} },
          response_status: 200,
          latency_ms: 7,
        },
      ],
    },
    null,
    2,
  ),
  'mcp-cassette': lines(
    '{"type":"header","cassetteVersion":2,"recorder":"mcp-cassette","startedAt":"2026-05-01T10:00:00.000Z","transport":"stdio","command":["node"]}',
    '{"type":"frame","t":3,"dir":"c2s","frame":{"jsonrpc":"2.0","id":1,"method":"ping"}}',
    '{"type":"chunks","t":20,"dir":"s2c","id":1,"chunks":[{"t":20,"frame":{"jsonrpc":"2.0","id":1,"result":{}}}]}',
  ),
  'mcp-cassette-python': JSON.stringify(
    {
      format_version: 2,
      recorded_at: '2026-05-01T10:00:00Z',
      messages: [
        {
          seq: 0,
          t_offset_ms: 5,
          sender: 'client',
          kind: 'request',
          payload: { jsonrpc: '2.0', id: 1, method: 'ping' },
        },
      ],
    },
    null,
    2,
  ),
  'mcp-tape': lines(
    '{"v":1,"type":"meta","startedAt":"2026-05-12T23:00:00.000Z","label":"fs","command":["npx"],"mcpTapVersion":"0.1.0"}',
    '{"t":"2026-05-12T23:00:00.123Z","dir":"in","raw":{"jsonrpc":"2.0","id":1,"method":"ping"}}',
    '{"t":"2026-05-12T23:00:30.000Z","type":"end","exitCode":0,"durationMs":30000}',
  ),
  mcporter: lines(
    '{"jsonrpc":"2.0","id":0,"method":"ping","_meta":{"direction":"send","server":"w","ts":"2026-05-16T10:00:00.000Z"}}',
    '{"jsonrpc":"2.0","id":0,"result":{},"_meta":{"direction":"recv","server":"w","ts":"2026-05-16T10:00:00.040Z"}}',
  ),
  'capture-rows': lines(
    '{"t":0,"dir":"ctl","ev":"session","name":"A"}',
    '{"t":0,"dir":"c2s","http":{"method":"POST","path":"/mcp","headers":{}},"msg":{"jsonrpc":"2.0","id":0,"method":"ping"}}',
    '{"t":0.1,"dir":"s2c","http":{"status":200,"headers":{}},"msg":{"jsonrpc":"2.0","id":0,"result":{}}}',
    '{"t":0.2,"dir":"s2c","raw":"x"}',
    '{"t":0.3,"dir":"err","b64":"AAEC"}',
  ),
  'json-rpc': lines(
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"result":{}}',
  ),
  'json-rpc-document': JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'ping' }], null, 2),
  'event-stream':
    'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\ndata: {"jsonrpc":"2.0"',
};

function lines(...all: readonly string[]): string {
  return all.map((each) => `${each}\n`).join('');
}
