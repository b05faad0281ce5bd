import { describe, expect, it } from 'vitest';
import { verifies } from '../../../support/verifies.ts';
import { factsOf, lines, sessionOf, sessionsOf } from './support.ts';

interface Exchange {
  readonly url?: string;
  readonly method?: string;
  readonly body?: string;
  readonly at?: number;
  readonly time?: number;
  readonly status?: number;
  readonly requestHeaders?: object[];
  readonly content?: object;
}

function entry({
  url = 'http://127.0.0.1:3000/mcp',
  method = 'POST',
  body,
  at = 0,
  time = 10,
  status = 200,
  requestHeaders = [],
  content = {},
}: Exchange) {
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 1, 10) + at).toISOString(),
    time,
    request: {
      method,
      url,
      headers: requestHeaders,
      ...(body === undefined ? {} : { postData: { mimeType: 'application/json', text: body } }),
    },
    response: { status, statusText: status === 200 ? 'OK' : '', headers: [], content },
  };
}

function archive(...entries: object[]): string {
  return JSON.stringify(
    { log: { version: '1.2', creator: { name: 'x', version: '1' }, entries } },
    null,
    1,
  );
}

const ask = (id: number, method: string) => JSON.stringify({ jsonrpc: '2.0', id, method });
const STREAM = 'text/event-stream';

describe('an HTTP archive', () => {
  verifies('import.http');

  it('gives bodies in base64, events of a stream, and says which body was not kept', async () => {
    const { said, outcomes, events, recording } = await sessionOf(
      archive(
        entry({
          body: ask(1, 'ping'),
          content: {
            size: 36,
            mimeType: 'application/json',
            encoding: 'base64',
            text: Buffer.from('{"jsonrpc":"2.0","id":1,"result":{}}').toString('base64'),
          },
        }),
        entry({
          body: ask(2, 'tools/list'),
          at: 100,
          content: {
            size: 1,
            mimeType: STREAM,
            text: 'event: message\r\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\r\n\r\ndata: {"jsonrpc":"2.0","id":2,"result":{"tools":[]}}\r\n\r\ndata: {"cut',
          },
        }),
        entry({ body: ask(3, 'tools/call'), at: 200, content: { size: -1, mimeType: STREAM } }),
      ),
    );
    expect(said.map((each) => each.slice(0, 42))).toEqual([
      'client: {"jsonrpc":"2.0","id":1,"method":"',
      'server: {"jsonrpc":"2.0","id":1,"result":{',
      'client: {"jsonrpc":"2.0","id":2,"method":"',
      'server: {"jsonrpc":"2.0","method":"notific',
      'server: {"jsonrpc":"2.0","id":2,"result":{',
      'server: data: {"cut',
      'client: {"jsonrpc":"2.0","id":3,"method":"',
    ]);
    expect(outcomes).toEqual([
      'ping 1 answered',
      'tools/list 2 answered',
      'tools/call 3 not-captured',
    ]);
    expect(events).toEqual(['http-closed', 'http-closed', 'not-captured']);
    const closed = recording.items.filter(
      (item) => item.type === 'event' && item.event === 'http-closed',
    );
    expect(closed).toMatchObject([{ bytes: 36 }, { events: 2, answers: 1 }]);
  });

  it('tells a missing body from an empty one and from no response', async () => {
    const { outcomes, events } = await sessionOf(
      archive(
        entry({ body: ask(1, 'ping'), content: { size: 0, mimeType: 'application/json' } }),
        entry({
          body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
          at: 50,
          status: 202,
          content: { size: -1 },
        }),
        entry({ body: ask(2, 'ping'), at: 100, status: 0, content: { size: 0 } }),
        entry({ body: ask(3, 'ping'), at: 150, content: { size: -1, text: '' } }),
      ),
    );
    expect(outcomes).toEqual(['ping 1 unanswered', 'ping 2 unanswered', 'ping 3 not-captured']);
    expect(events).toEqual(['http-closed', 'http-closed', 'upstream-failed', 'not-captured']);
  });

  it('pairs by exchange where they overlap and use the same ids', async () => {
    const answer = (text: string) => ({
      size: 1,
      mimeType: 'application/json',
      text: `{"jsonrpc":"2.0","id":1,"result":{"who":"${text}"}}`,
    });
    const { session } = await sessionOf(
      archive(
        entry({ body: ask(1, 'tools/list'), at: 0, time: 500, content: answer('first') }),
        entry({ body: ask(1, 'ping'), at: 100, time: 10, content: answer('second') }),
      ),
    );
    const answers = session.exchanges.map(({ request, outcome }) => [
      request.message.method,
      'answer' in outcome ? outcome.answer.bytes.toString().slice(-15) : '',
    ]);
    expect(answers).toEqual([
      ['tools/list', '"who":"first"}}'],
      ['ping', 'who":"second"}}'],
    ]);
  });

  it('leaves other traffic out, keeps what belongs to MCP, and masks what is secret', async () => {
    const facts = await factsOf(
      archive(
        entry({
          method: 'GET',
          url: 'http://127.0.0.1:3000/index.html',
          content: { size: 1, mimeType: 'text/html', text: '<html>' },
        }),
        entry({
          method: 'GET',
          url: 'http://127.0.0.1:3000/.well-known/oauth-protected-resource',
          status: 404,
          content: { size: 0 },
        }),
        entry({
          body: ask(1, 'ping'),
          requestHeaders: [{ name: 'Authorization', value: 'Bearer MADE-UP-TOKEN-12345' }],
          url: 'http://127.0.0.1:3000/mcp?api_key=MADE-UP-KEY',
          content: { size: 0 },
        }),
        entry({ method: 'DELETE', at: 10, content: { size: 0 } }),
      ),
    );
    expect(facts.passedOver).toEqual({ unrelated: 1, broken: 0 });
    const { recording } = await sessionOf(
      archive(
        entry({
          body: ask(1, 'ping'),
          requestHeaders: [{ name: 'Authorization', value: 'Bearer MADE-UP-TOKEN-12345' }],
          url: 'http://127.0.0.1:3000/mcp?api_key=MADE-UP-KEY',
          content: { size: 0 },
        }),
      ),
    );
    const text = JSON.stringify([
      recording.header,
      recording.items.filter(({ type }) => type === 'http'),
    ]);
    expect(text).not.toContain('MADE-UP');
    expect(text).toContain('POST /mcp?api_key=«masked:');
  });

  it('keeps servers apart', async () => {
    const sessions = await sessionsOf(
      archive(
        entry({ body: ask(1, 'ping'), url: 'https://a.example.com/mcp' }),
        entry({ body: ask(1, 'ping'), url: 'https://b.example.com/mcp' }),
      ),
    );
    expect(sessions.map(({ label }) => label)).toEqual(['a.example.com', 'b.example.com']);
  });

  it('is read as far as it goes when it was cut', async () => {
    const whole = archive(entry({ body: ask(1, 'ping') }), entry({ body: ask(2, 'ping') }));
    const { problems, sessions } = await factsOf(whole.slice(0, -60));
    expect(sessions).toMatchObject([{ fromClient: 1 }]);
    expect(problems).toEqual([
      expect.stringContaining('the document ends before its last bracket'),
    ]);
  });
});

describe('rows of one event', () => {
  verifies('import.rows');

  it('hold messages, raw lines, bytes, stderr, start and exit', async () => {
    const { said, stderr, events, strays, recording, end } = await sessionOf(
      lines(
        {
          t: 0,
          dir: 'ctl',
          ev: 'spawn',
          argv: ['docker', 'run', '-e', 'SHOP_TOKEN=MADE-UP-1', 'img'],
          env: { SHOP_KEY: 'MADE-UP-2', HOME: '/home/u' },
        },
        '{"t":0.1,"dir":"c2s","msg":{"jsonrpc":"2.0","id":1.0,  "method":"ping"}}',
        { t: 0.2, dir: 's2c', raw: 'a banner\r\n' },
        {
          t: 0.3,
          dir: 's2c',
          b64: Buffer.from([0x7b, 0x22, 0xe4, 0x22, 0x3a, 0x31, 0x7d]).toString('base64'),
        },
        { t: 0.4, dir: 'err', raw: 'oops' },
        { t: 1.5, dir: 'ctl', ev: 'exit', code: 1 },
      ),
    );
    expect(said[0]).toBe('client: {"jsonrpc":"2.0","id":1.0,  "method":"ping"}');
    expect(
      recording.items.flatMap((item) =>
        item.type === 'frame' ? [[item.frame.eol, item.frame.bytes.length]] : [],
      ),
    ).toEqual([
      ['\n', 44],
      ['\r\n', 8],
      ['\n', 7],
    ]);
    expect([stderr, events, strays]).toEqual([['oops'], ['started', 'exit'], 2]);
    expect(recording.header.server).toEqual({
      label: 'test',
      command: ['docker', 'run', '-e', 'SHOP_TOKEN=«masked:1»', 'img'],
      envNames: ['SHOP_KEY', 'HOME'],
    });
    expect(recording.header.source?.times).toBe('relative');
    expect(end?.exit).toEqual({ code: 1, signal: null });
  });

  it('that are damaged are told with line and byte, and the others are read', async () => {
    const row = (message: object) => JSON.stringify({ t: 1, dir: 'c2s', msg: message });
    const [first = '', last = ''] = [1, 2].map((id) => row({ jsonrpc: '2.0', id, method: 'ping' }));
    const damageOf = async (content: string) => {
      const { recording, client } = await sessionOf(content, 'rows.ndjson');
      return { client, damage: recording.damage };
    };
    const [offset, why] = [first.length + 1, 'not-an-entry'];
    expect(await damageOf(`${first}\n${last.slice(0, 20)}`)).toEqual({
      client: 1,
      damage: [{ line: 2, offset, length: 20, why }],
    });
    expect(await damageOf(`\ufeff${first}\r\nxx\r\n${last}\n`)).toEqual({
      client: 2,
      damage: [{ line: 2, offset: offset + 4, length: 2, why }],
    });
    expect(await damageOf(`${first}\n${'\0'.repeat(300)}`)).toEqual({
      client: 1,
      damage: [{ line: 2, offset, length: 300, why: 'nul' }],
    });
  });

  it('begin a session where they say so', async () => {
    const ping = { t: 1, dir: 'c2s', msg: { jsonrpc: '2.0', id: 1, method: 'ping' } };
    const sessions = await sessionsOf(
      lines(
        { t: 0, dir: 'ctl', ev: 'session', name: 'A' },
        ping,
        { t: 2, dir: 'ctl', ev: 'session', name: 'B' },
        ping,
      ),
    );
    expect(sessions.map(({ label, client }) => [label, client])).toEqual([
      ['A', 1],
      ['B', 1],
    ]);
  });

  it('with HTTP heads give exchanges: answers without a body, refused ones, streams', async () => {
    const post = (t: number, msg: object) => ({
      t,
      dir: 'c2s',
      http: {
        method: 'POST',
        path: '/mcp',
        headers: { 'content-type': 'application/json', accept: '*/*' },
      },
      msg,
    });
    const { recording, outcomes, events } = await sessionOf(
      lines(
        post(0, { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} }),
        {
          t: 0.01,
          dir: 's2c',
          http: { status: 406, headers: { 'content-type': 'application/json' } },
          msg: {
            jsonrpc: '2.0',
            id: 'server-error',
            error: { code: -32600, message: 'Not Acceptable' },
          },
        },
        post(1, { jsonrpc: '2.0', method: 'notifications/initialized' }),
        { t: 1.01, dir: 's2c', http: { status: 204, headers: {} } },
        post(2, { jsonrpc: '2.0', id: 2, method: 'tools/list' }),
        { t: 2.01, dir: 's2c', http: { status: 200, headers: { 'content-type': STREAM } } },
        {
          t: 2.02,
          dir: 's2c',
          sse: { id: '7', event: 'message' },
          msg: { jsonrpc: '2.0', id: 2, result: { tools: [] } },
        },
      ),
    );
    const heads = recording.items.flatMap((item) =>
      item.type === 'http' ? [`${item.call} ${item.start}`] : [],
    );
    expect(heads).toEqual(['1 POST /mcp', '1 406', '2 POST /mcp', '2 204', '3 POST /mcp', '3 200']);
    expect(outcomes).toEqual(['initialize 0 answered', 'tools/list 2 answered']);
    expect(events).toEqual(['http-closed', 'http-closed']);
    const last = recording.items.findLast((item) => item.type === 'frame');
    expect(last).toMatchObject({ frame: { call: 3, sse: { id: '7', event: 'message' } } });
  });
});

describe('plain JSON-RPC', () => {
  verifies('import.plain');

  it('one message a line: senders follow from methods and ids', async () => {
    const { said, notes, pairs, recording } = await sessionOf(
      lines(
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}',
        '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}}',
        '{"jsonrpc":"2.0","id":1,"result":{"model":"m"}}',
        '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}',
        '',
        '{"jsonrpc":"2.0","id":99,"result":{}}',
        '{"jsonrpc":"2.0","method":"x/own"}',
      ),
    );
    expect(said.map((each) => each.split(':')[0])).toEqual([
      'client',
      'server',
      'client',
      'server',
      'server',
      'client',
    ]);
    expect(pairs).toBe(1);
    expect(notes).toEqual([
      'the log does not say who sent a message: it follows from methods and ids',
      'who sent this is not known; taken as from the server',
      'who sent this is not known; taken as from the client',
    ]);
    expect(recording.header).toMatchObject({ startedAt: 0, source: { times: 'none' } });
  });

  it('both sides may ask with the same id, and a second answer is marked as a guess', async () => {
    const { said, notes } = await sessionOf(
      lines(
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}',
        '{"jsonrpc":"2.0","id":1,"method":"roots/list"}',
        '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}',
        '{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}',
        '{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}',
      ),
    );
    expect(said.map((each) => each.split(':')[0])).toEqual([
      'client',
      'server',
      'server',
      'client',
      'server',
    ]);
    expect(notes.slice(1)).toEqual(['who sent this is not known; taken as from the server']);
  });

  it('a body over several lines, or a list of messages', async () => {
    const messages = [
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { jsonrpc: '2.0', id: 1, result: { tools: [] } },
    ];
    const wanted = messages.map(
      (each, index) => `${index === 0 ? 'client' : 'server'}: ${JSON.stringify(each)}`,
    );
    const list = await sessionOf(JSON.stringify(messages, null, 2));
    expect([list.format, list.said]).toEqual(['json-rpc-document', wanted]);
    const bodies = await sessionOf(
      messages.map((each) => JSON.stringify(each, null, 2)).join('\n\n'),
    );
    expect([bodies.format, bodies.said]).toEqual(['json-rpc-document', wanted]);
  });

  it('an event stream as curl prints it, whatever its line ends', async () => {
    const { said, strays, notes } = await sessionOf(
      ': hello\nretry: 500\r\n\r\nevent: message\r\nid: 1\r\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1}}\r\n\r\nevent: message\ndata: {"jsonrpc":"2.0","id":2,\ndata: "result":\ndata: {}}\n\nevent: message\rdata: {"jsonrpc":"2.0","id":3,"result":{}}\r\revent: message\ndata: {"jsonrpc":"2.0","id":4,"result":{}}',
    );
    expect(said).toHaveLength(4);
    expect(said[1]).toBe('server: {"jsonrpc":"2.0","id":2,\n"result":\n{}}');
    expect(strays).toBe(1);
    expect(notes.at(-1)).toBe('the stream was cut inside of this event');
  });
});

describe('HTTP as text', () => {
  verifies('import.http');

  it('curl -v: heads of both sides, the body of the response, JSON or a stream', async () => {
    const { said, recording, events } = await sessionOf(
      lines(
        '*   Trying 127.0.0.1:3000...',
        '> POST /mcp?api_key=MADE-UP-KEY HTTP/1.1',
        '> Host: 127.0.0.1:3000',
        '> Authorization: Bearer MADE-UP-TOKEN-1234',
        '> ',
        '} [40 bytes data]',
        '* upload completely sent off: 40 bytes',
        '< HTTP/1.1 200 OK',
        '< Content-Type: text/event-stream',
        '< ',
        'event: message',
        'data: {"jsonrpc":"2.0","id":1,"result":{}}',
        '',
        '* Connection #0 to host 127.0.0.1 left intact',
        'HTTP/1.1 404 Not Found',
        'content-type: application/json',
        '',
        '{"jsonrpc":"2.0","id":null,',
        ' "error":{"code":-32001,"message":"no"}}',
      ),
    );
    const heads = recording.items.flatMap((item) =>
      item.type === 'http' ? [`${item.call} ${item.start}`] : [],
    );
    expect(heads).toEqual(['1 POST /mcp?api_key=«masked:1»', '1 200 OK', '2 404 Not Found']);
    expect(said).toEqual([
      'server: {"jsonrpc":"2.0","id":1,"result":{}}',
      'server: {"jsonrpc":"2.0","id":null,\n "error":{"code":-32001,"message":"no"}}',
    ]);
    expect(events).toEqual(['http-closed', 'http-closed']);
    expect(JSON.stringify(recording.items)).not.toContain('MADE-UP');
  });

  it('mitmdump with bodies: requests too', async () => {
    const { said, outcomes } = await sessionOf(
      lines(
        '127.0.0.1:51234: POST http://127.0.0.1:3000/mcp HTTP/1.1',
        '    Host: 127.0.0.1:3000',
        '    Content-Type: application/json',
        '',
        '    {',
        '        "jsonrpc": "2.0",',
        '        "id": 1, "method": "ping"',
        '    }',
        '',
        ' << HTTP/1.1 200 OK 36b',
        '    Content-Type: text/event-stream',
        '',
        '    data: {"jsonrpc":"2.0","id":1,"result":{}}',
        '    ',
        '',
      ),
    );
    expect(said).toHaveLength(2);
    expect(outcomes).toEqual(['ping 1 answered']);
  });
});
