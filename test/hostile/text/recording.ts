/** Text for a place: of a member, a name, an id, a header, an error. */
export type Text = (place: string) => string;

/** A recording over stdio in which every text that somebody else chose is `text` of its place. */
export function stdioRecording(text: Text): Buffer {
  const tool = {
    name: text('tool name'),
    title: text('tool title'),
    description: text('tool description'),
    inputSchema: {
      type: 'object',
      properties: {
        [text('property')]: { type: 'string', description: text('property description') },
        kind: { enum: [text('enum')], default: text('default') },
      },
      required: [text('required')],
    },
    annotations: { title: text('annotation'), readOnlyHint: true },
    _meta: { [text('meta key')]: text('meta value') },
  };
  const call = {
    name: text('tool name'),
    arguments: { [text('argument')]: text('argument value') },
  };
  const said = (place: string) => ({ type: 'text', text: text(place) });
  const block = {
    type: 'resource',
    resource: { uri: text('uri'), mimeType: text('type'), text: text('resource') },
  };
  const link = { type: 'resource_link', uri: text('link'), name: text('link name') };
  const content = [
    said('result'),
    block,
    link,
    { type: text('block type'), [text('block key')]: 1 },
  ];
  return fileOf(text, [
    [
      'client',
      {
        id: text('id'),
        method: 'initialize',
        params: {
          protocolVersion: text('revision'),
          capabilities: { [text('capability')]: {} },
          clientInfo: { name: text('client'), version: text('client version') },
        },
      },
    ],
    [
      'server',
      {
        id: text('id'),
        result: {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: {
            name: text('server'),
            title: text('server title'),
            version: text('server version'),
          },
          instructions: text('instructions'),
        },
      },
    ],
    ['client', { id: 2, method: 'tools/list' }],
    ['server', { id: 2, result: { tools: [tool, tool], nextCursor: text('cursor') } }],
    [
      'client',
      { id: 3, method: 'tools/call', params: { ...call, _meta: { progressToken: text('token') } } },
    ],
    [
      'server',
      {
        method: 'notifications/progress',
        params: { progressToken: text('token'), progress: 1, message: text('progress') },
      },
    ],
    [
      'server',
      {
        method: 'notifications/message',
        params: { level: text('level'), logger: text('logger'), data: text('log') },
      },
    ],
    [
      'server',
      {
        id: 3,
        result: { content, structuredContent: { [text('structured key')]: text('structured') } },
      },
    ],
    ['client', { id: 4, method: 'tools/call', params: call }],
    ['server', { id: 4, result: { content: [said('tool error')], isError: true } }],
    ['client', { id: 5, method: text('method'), params: { [text('param')]: text('param value') } }],
    [
      'server',
      {
        id: 5,
        error: { code: -32601, message: text('error'), data: { [text('data key')]: text('data') } },
      },
    ],
    [
      'server',
      {
        id: text('server id'),
        method: 'sampling/createMessage',
        params: {
          messages: [{ role: text('role'), content: said('sampling') }],
          systemPrompt: text('system'),
        },
      },
    ],
    [
      'client',
      {
        id: text('server id'),
        result: { role: 'assistant', content: said('answer'), model: text('model') },
      },
    ],
    [
      'client',
      {
        id: 6,
        method: 'prompts/get',
        params: { name: text('prompt'), arguments: { [text('prompt argument')]: 'x' } },
      },
    ],
    [
      'server',
      {
        id: 6,
        result: {
          description: text('prompt description'),
          messages: [{ role: 'user', content: said('prompt text') }],
        },
      },
    ],
    ['client', { id: 7, method: 'resources/read', params: { uri: text('read uri') } }],
    [
      'server',
      { id: 7, result: { contents: [{ uri: text('read uri'), text: text('contents') }] } },
    ],
    ['server', { method: text('notification'), params: { [text('notification key')]: 1 } }],
    ['server', { id: text('orphan id'), result: {} }],
    ['server', { id: 9, error: { code: -32000, message: text('orphan error') } }],
    ['client', { id: text('open id'), method: text('open method') }],
  ]);
}

/** The same for what only HTTP has. */
export function httpRecording(text: Text): Buffer {
  const at = '2026-11-30T10:00:00.000000Z';
  const entries = [
    {
      type: 'http',
      call: 1,
      from: 'client',
      start: `POST /${text('path')}`,
      headers: [
        [text('header name'), text('header')],
        ['user-agent', text('agent')],
        ['mcp-method', text('mcp-method')],
      ],
    },
    {
      type: 'message',
      from: 'client',
      call: 1,
      message: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: text('tool name') } },
    },
    {
      type: 'http',
      call: 1,
      from: 'server',
      start: `500 ${text('reason')}`,
      headers: [['content-type', text('content type')]],
    },
    {
      type: 'message',
      from: 'server',
      call: 1,
      sse: { event: text('event'), id: text('event id') },
      message: { jsonrpc: '2.0', method: text('method'), params: {} },
    },
    {
      type: 'stray',
      from: 'server',
      call: 1,
      sse: { dispatched: false },
      why: 'not-json',
      text: text('incomplete'),
    },
    { type: 'event', event: 'http-closed', call: 1, by: 'server', complete: false, bytes: 3 },
    { type: 'http', call: 2, from: 'client', start: 'GET /mcp', headers: [] },
    { type: 'event', event: 'upstream-failed', call: 2, code: text('code'), text: text('failure') },
    { type: 'note', target: 0, text: text('note') },
    { type: 'end', closedBy: 'sadap' },
  ];
  return linesOf(
    text,
    'proxy',
    entries.map((each, seq) => ({ seq, at, ...each })),
  );
}

function fileOf(text: Text, messages: readonly (readonly [string, object])[]): Buffer {
  const at = (nth: number) => `2026-11-30T10:00:00.${String(nth).padStart(6, '0')}Z`;
  const said = messages.map(([from, message], seq) => ({
    type: 'message',
    seq,
    at: at(seq),
    from,
    message: { jsonrpc: '2.0', ...message },
  }));
  const rest = [
    { type: 'stray', from: 'server', why: 'not-json', text: text('stray') },
    {
      type: 'stray',
      from: 'server',
      why: 'not-utf8',
      base64: Buffer.from(`\xff${text('bytes')}`, 'latin1').toString('base64'),
    },
    { type: 'stderr', text: text('stderr') },
    { type: 'event', event: 'spawn-failed', code: text('code'), text: text('spawn') },
    { type: 'event', event: text('unknown event'), what: text('unknown member') },
    { type: 'event', event: 'timeout', step: text('step'), ms: 5 },
    { type: text('unknown type'), what: text('unknown member') },
    { type: 'note', target: 3, text: text('note') },
    { type: 'redacted', target: 3, rule: text('rule'), count: 2 },
    { type: 'event', event: 'exit', code: 1, signal: null },
    { type: 'end', closedBy: 'server', exit: { code: 1, signal: null }, reason: text('end') },
  ].map((each, nth) => ({ seq: messages.length + nth, at: at(messages.length + nth), ...each }));
  return linesOf(text, 'tee', [...said, ...rest]);
}

function linesOf(text: Text, mode: string, entries: readonly object[]): Buffer {
  const header = {
    type: 'header',
    format: 'sadap',
    version: 1,
    session: '019acd3e-2f1b-7a40-8c5d-0123456789ab',
    startedAt: '2026-11-30T10:00:00.000000Z',
    recorder: text('recorder'),
    mode,
    exact: true,
    run: text('run'),
    source: { format: text('format'), files: [text('source file')] },
    server: {
      label: text('label'),
      command: [text('program'), text('argument')],
      cwd: text('cwd'),
      envNames: [text('variable')],
      url: `http://${text('url')}/x`,
    },
  };
  // `seq` and `at` stand where the format has them.
  const placed = entries.map((each) => ({ type: '', seq: 0, at: '', ...each }));
  return Buffer.from([header, ...placed].map((each) => `${JSON.stringify(each)}\n`).join(''));
}
