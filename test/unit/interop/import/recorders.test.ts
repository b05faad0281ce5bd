import { describe, expect, it } from 'vitest';
import { verifies } from '../../../support/verifies.ts';
import { factsOf, lines, sessionOf, sessionsOf } from './support.ts';

const ASK = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18' },
};
const ANSWER = {
  jsonrpc: '2.0',
  id: 0,
  result: { protocolVersion: '2025-06-18', capabilities: {} },
};
const READY = { jsonrpc: '2.0', method: 'notifications/initialized' };

describe('files of other recorders', () => {
  verifies('import.recorders', 'import.recognise');

  it('mcpsnoop: envelopes, stderr, the command, marks of what it cut or masked', async () => {
    const row = (seq: number, rest: object) => ({
      session_id: 's-1',
      server_label: 'shop',
      seq,
      ts: `2026-07-06T15:04:05.${seq}Z`,
      transport: 'stdio',
      ...rest,
    });
    const { label, client, server, stderr, strays, notes, pairs, recording } = await sessionOf(
      lines(
        row(1, {
          direction: 'meta',
          raw: { command: ['node', 'x.mjs', '--api-key', 'MADE-UP-7'], cwd: '/srv' },
        }),
        row(2, { direction: 'c2s', raw: ASK }),
        row(3, { direction: 's2c', raw: ANSWER, redacted: true }),
        row(4, { direction: 'stderr', text: 'ready' }),
        row(5, { direction: 's2c', text: 'hello on stdout' }),
        row(6, { direction: 's2c', text: '{"jsonrpc":"2.0","id":5,"res', truncated: true }),
      ),
    );
    expect([label, client, server, stderr, strays, pairs]).toEqual(['shop', 1, 3, ['ready'], 2, 1]);
    expect(recording.header.server).toMatchObject({
      command: ['node', 'x.mjs', '--api-key', '«masked:1»'],
      cwd: '/srv',
    });
    expect(notes).toEqual([
      'mcpsnoop masked a part of this message',
      'mcpsnoop kept only the start of this message',
    ]);
  });

  it('mcpsnoop: the connections of one proxy are sessions of their own', async () => {
    const row = (conn: string, raw: object, direction = 'c2s') => ({
      session_id: 's-1',
      server_label: 'shop',
      conn_id: conn,
      seq: 1,
      ts: '2026-07-06T15:04:05Z',
      direction,
      transport: 'http',
      raw,
    });
    const sessions = await sessionsOf(
      lines(row('a', ASK), row('b', ASK), row('b', ANSWER, 's2c'), row('a', ANSWER, 's2c')),
    );
    expect(sessions.map(({ pairs }) => pairs)).toEqual([1, 1]);
  });

  it('mcp-recorder (toddegray): Unix seconds, strings for what was no JSON, a summary that is no frame', async () => {
    const { said, strays, notes, recording, pairs } = await sessionOf(
      lines(
        { seq: 0, t: 1776658414.952, dir: 'c2s', msg: ASK },
        { seq: 1, t: 1776658414.953, dir: 'c2s', msg: READY },
        { seq: 2, t: 1776658414.969, dir: 's2c', msg: ANSWER },
        { seq: 3, t: 1776658414.97, dir: 's2c', msg: 'hello on stdout', malformed: true },
        {
          type: 'summary',
          startedAt: 1776658414.952,
          requests: 1,
          server: { command: 'node', args: ['x.mjs', '--token', 'MADE-UP-8'] },
        },
      ),
    );
    expect([said.length, strays, pairs]).toEqual([4, 1, 1]);
    expect(said[3]).toBe('server: hello on stdout');
    expect(recording.header.startedAt).toBe(1776658414952000);
    expect(notes).toEqual(['the server was started as: node x.mjs --token «masked:1»']);
  });

  it('mcp-recorder (devhelmhq): pairs of request and answer, times worked out', async () => {
    const { said, notes, recording, pairs } = await sessionOf(
      JSON.stringify(
        {
          version: '1.0',
          metadata: {
            recorded_at: '2026-02-17T20:25:23.855390+00:00',
            server_url: 'http://127.0.0.1:8000/mcp?api_key=MADE-UP-9',
          },
          interactions: [
            {
              type: 'jsonrpc_request',
              request: ASK,
              response: ANSWER,
              response_is_sse: true,
              response_status: 200,
              latency_ms: 7,
            },
            {
              type: 'notification',
              request: READY,
              response: null,
              response_status: 202,
              latency_ms: 1,
            },
            {
              type: 'lifecycle',
              request: null,
              http_method: 'GET',
              http_path: '/mcp',
              response_status: 200,
              latency_ms: 86,
            },
            {
              type: 'jsonrpc_request',
              request: { ...ASK, id: 1, method: 'tools/list' },
              response: null,
              response_status: 404,
              latency_ms: 1,
            },
          ],
        },
        null,
        2,
      ),
      'anything.json',
    );
    expect(said).toEqual([
      `client: ${JSON.stringify(ASK)}`,
      `server: ${JSON.stringify(ANSWER)}`,
      `client: ${JSON.stringify(READY)}`,
      `client: ${JSON.stringify({ ...ASK, id: 1, method: 'tools/list' })}`,
    ]);
    expect(pairs).toBe(1);
    expect(notes).toEqual(['HTTP GET /mcp: status 200']);
    expect(recording.header).toMatchObject({
      source: { times: 'derived' },
      server: { url: 'http://127.0.0.1:8000/mcp?api_key=«masked:1»' },
    });
    const [first, second] = recording.items.flatMap((item) =>
      item.type === 'frame' ? [item.frame.at] : [],
    );
    expect((second ?? 0) - (first ?? 0)).toBe(7000);
  });

  it('mcp-cassette (ivermin1123): frames, raw lines, streams in one line', async () => {
    const { said, strays, recording } = await sessionOf(
      lines(
        {
          type: 'header',
          cassetteVersion: 2,
          recorder: 'mcp-cassette/1',
          startedAt: '2026-05-01T10:00:00.000Z',
          transport: 'stdio',
          command: ['node', 's.mjs'],
          redaction: { applied: false },
        },
        { type: 'frame', t: 3, dir: 'c2s', frame: ASK },
        { type: 'frame', t: 12, dir: 's2c', frame: ANSWER },
        { type: 'raw', t: 13, dir: 's2c', data: 'a banner' },
        {
          type: 'chunks',
          t: 20,
          dir: 's2c',
          id: 1,
          chunks: [
            {
              t: 20,
              frame: {
                jsonrpc: '2.0',
                method: 'notifications/progress',
                params: { progressToken: 1, progress: 1 },
              },
            },
            { t: 25, frame: { jsonrpc: '2.0', id: 1, result: {} } },
          ],
        },
      ),
    );
    expect(said).toHaveLength(5);
    expect(strays).toBe(1);
    expect(recording.header).toMatchObject({
      startedAt: Date.UTC(2026, 4, 1, 10) * 1000,
      server: { command: ['node', 's.mjs'] },
    });
    expect(
      recording.items.flatMap((item) =>
        item.type === 'frame' ? [item.frame.at - recording.header.startedAt] : [],
      ),
    ).toEqual([3000, 12_000, 13_000, 20_000, 25_000]);
  });

  it('mcp-cassette (cheneeheng): one document of messages', async () => {
    const message = (seq: number, sender: string, payload: unknown) => ({
      seq,
      t_offset_ms: seq * 10,
      sender,
      kind: 'raw',
      method: null,
      msg_id: null,
      payload,
      redacted: seq === 1,
      exchange: null,
      channel: null,
    });
    const { said, notes, strays } = await sessionOf(
      JSON.stringify(
        {
          format_version: 2,
          recorded_at: '2026-05-01T10:00:00Z',
          transport: 'stdio',
          server_url: null,
          messages: [
            message(0, 'client', ASK),
            message(1, 'server', ANSWER),
            message(2, 'server', 'a banner'),
          ],
        },
        null,
        2,
      ),
    );
    expect(said).toEqual([
      `client: ${JSON.stringify(ASK)}`,
      `server: ${JSON.stringify(ANSWER)}`,
      'server: a banner',
    ]);
    expect([strays, notes]).toEqual([1, ['mcp-cassette masked a part of this message']]);
  });

  it('mcp-tape: "in" is what the client sent, the exit code ends the session', async () => {
    const { said, end, label, pairs } = await sessionOf(
      lines(
        {
          v: 1,
          type: 'meta',
          startedAt: '2026-05-12T23:00:00.000Z',
          label: 'fs',
          command: ['npx', 'fs'],
          mcpTapVersion: '0.1.0',
        },
        { t: '2026-05-12T23:00:00.123Z', dir: 'in', raw: ASK },
        { t: '2026-05-12T23:00:00.245Z', dir: 'out', raw: ANSWER },
        { t: '2026-05-12T23:00:30.000Z', type: 'end', exitCode: 3, durationMs: 30000 },
      ),
    );
    expect([label, said.length, pairs]).toEqual(['fs', 2, 1]);
    expect(end).toMatchObject({ closedBy: 'server', exit: { code: 3, signal: null } });
  });

  it('mcporter: takes its own member out of a message, and no other byte', async () => {
    const meta = (direction: string) =>
      `"_meta":{"direction":"${direction}","server":"shop","ts":"2026-05-16T10:00:00.000Z"}`;
    const { label, said } = await sessionOf(
      lines(
        `{"jsonrpc":"2.0","id":1.0, "method":"tools/call","params":{"_meta":{"progressToken":1}},${meta('send')}}`,
        `{${meta('recv')},"jsonrpc":"2.0","id":1,"result":{}}`,
      ),
    );
    expect(label).toBe('shop');
    expect(said).toEqual([
      'client: {"jsonrpc":"2.0","id":1.0, "method":"tools/call","params":{"_meta":{"progressToken":1}}}',
      'server: {"jsonrpc":"2.0","id":1,"result":{}}',
    ]);
  });

  it('counts lines that are not as the format has them', async () => {
    const { passedOver, sessions } = await factsOf(
      lines({ t: '2026-05-12T23:00:00.123Z', dir: 'in', raw: ASK }, '{"t":"2026-05-12', 'garbage', {
        other: 1,
      }),
    );
    expect(passedOver).toEqual({ unrelated: 0, broken: 3 });
    expect(sessions).toMatchObject([{ fromClient: 1 }]);
  });
});

describe('exports of the Inspector', () => {
  verifies('import.inspector');
  const at = (ms: number) => new Date(Date.UTC(2026, 7, 20, 10) + ms).toISOString();

  it('are unfolded into messages in the order of their times', async () => {
    const { said, notes, outcomes, label } = await sessionOf(
      JSON.stringify(
        [
          {
            id: 'm1',
            timestamp: at(0),
            direction: 'request',
            origin: 'client',
            message: ASK,
            response: ANSWER,
            duration: 40,
          },
          {
            id: 'm2',
            timestamp: at(50),
            direction: 'notification',
            origin: 'client',
            message: READY,
          },
          {
            id: 'm3',
            timestamp: at(1000),
            direction: 'request',
            origin: 'client',
            message: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
            response: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
            duration: 30,
            clientError: 'not as the schema has it',
          },
          {
            id: 'm4',
            timestamp: at(1010),
            direction: 'request',
            origin: 'server',
            message: { jsonrpc: '2.0', id: 1, method: 'roots/list' },
            response: { jsonrpc: '2.0', id: 1, result: { roots: [] } },
            duration: 5,
          },
          {
            id: 'm5',
            timestamp: at(2000),
            direction: 'request',
            message: { jsonrpc: '2.0', id: 2, method: 'ping' },
          },
        ],
        null,
        2,
      ),
      'inspector-protocol-shop-2026-08-20T10-00-03.000Z.json',
    );
    expect(label).toBe('shop');
    expect(said.map((each) => each.replace(/"params.*|"result.*/, '…'))).toEqual([
      'client: {"jsonrpc":"2.0","id":0,"method":"initialize",…',
      'server: {"jsonrpc":"2.0","id":0,…',
      'client: {"jsonrpc":"2.0","method":"notifications/initialized"}',
      'client: {"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      'server: {"jsonrpc":"2.0","id":1,"method":"roots/list"}',
      'client: {"jsonrpc":"2.0","id":1,…',
      'server: {"jsonrpc":"2.0","id":1,…',
      'client: {"jsonrpc":"2.0","id":2,"method":"ping"}',
    ]);
    expect(outcomes).toEqual([
      'initialize 0 answered',
      'tools/list 1 answered',
      'roots/list 1 answered',
      'ping 2 unanswered',
    ]);
    expect(notes).toEqual([
      'the Inspector did not accept this: not as the schema has it',
      'the export does not say who sent this; taken as from the client',
    ]);
  });

  it('of the network give HTTP exchanges, with secrets that the Inspector left masked', async () => {
    const { said, events, notes, recording, outcomes } = await sessionOf(
      JSON.stringify([
        {
          id: 'f1',
          timestamp: at(0),
          method: 'POST',
          url: 'https://mcp.example.com/mcp?access_token=%5BREDACTED%5D',
          requestHeaders: {
            authorization: '[REDACTED]',
            'x-goog-api-key': 'MADE-UP-KEY-30',
            accept: 'application/json, text/event-stream',
          },
          requestBody:
            '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get","arguments":{}}}',
          responseStatus: 200,
          responseHeaders: { 'content-type': 'text/event-stream' },
          responseBody:
            'event: message\r\nid: 7\r\ndata: {"jsonrpc":"2.0","id":1,"result":{"content":[]}}\r\n\r\n',
          duration: 12,
          category: 'transport',
        },
        {
          id: 'f2',
          timestamp: at(100),
          method: 'GET',
          url: 'https://mcp.example.com/mcp',
          requestHeaders: { accept: 'text/event-stream' },
          responseStatus: 200,
          responseHeaders: { 'content-type': 'text/event-stream' },
          duration: 3,
          category: 'transport',
        },
        {
          id: 'f3',
          timestamp: at(200),
          method: 'GET',
          url: 'https://other.example.com/logo.png',
          requestHeaders: {},
          responseStatus: 200,
          responseHeaders: {},
          responseBody: 'png',
          category: 'transport',
        },
      ]),
    );
    expect(said).toHaveLength(2);
    expect(outcomes).toEqual(['tools/call 1 answered']);
    expect(events).toEqual(['http-closed', 'not-captured']);
    expect(notes).toEqual([expect.stringContaining('big integers')]);
    const text = JSON.stringify(recording.items.filter(({ type }) => type === 'http'));
    expect(text).not.toContain('MADE-UP-KEY-30');
    expect(text).toContain('[REDACTED]');
    expect(recording.header.server.label).toBe('mcp.example.com');
  });
});
