import { describe, expect, it } from 'vitest';
import { exportFormats } from '../../../src/interop/export/registry.ts';
import { loadLog } from '../../../src/interop/import/load.ts';
import { logFrom } from '../../../src/interop/import/log.ts';
import type { Recording } from '../../../src/model/recording.ts';
import { buildSession } from '../../../src/protocol/session.ts';
import { type Conversation, conversation } from '../../support/conversation.ts';
import fc from '../../support/fast-check.ts';
import { verifies } from '../../support/verifies.ts';

/** A recording in another form, and what that form had no place for. */
function exported(id: string, { header, items }: Recording) {
  const exporter = exportFormats
    .find((each) => each.id === id)
    ?.exporter({ recorder: 'sadap/test', originalSize: () => undefined });
  if (!exporter) throw new Error(`no format ${id}`);
  const pieces = [
    ...exporter.header(header),
    ...items.flatMap((item) => exporter.entry(item.type === 'frame' ? item.entry : item)),
    ...exporter.end(),
  ];
  const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  return { bytes, text: bytes.toString(), left: Object.fromEntries(exporter.left) };
}

/** Its messages with who sent them, in order; and how each request ended. */
function meaningOf(recording: Recording) {
  const session = buildSession(recording);
  return {
    messages: session.messages.map(
      ({ from, bytes, message: { node } }) =>
        `${from} ${bytes.toString('utf8', node.start, node.end)}`,
    ),
    outcomes: session.exchanges.map(
      ({ request, outcome }) => `${request.message.method} ${outcome.kind}`,
    ),
  };
}

async function again(bytes: Buffer): Promise<Recording> {
  const [only, ...more] = await loadLog(await logFrom([bytes], 'x'), 'sadap/test');
  if (!only || more.length > 0) throw new Error('not one session');
  return only;
}

const talk = () =>
  conversation()
    .initialized()
    .client(
      '{"jsonrpc":"2.0","id":1.0, "method":"tools/call","params":{"name":"é","n":12345678901234567890}}',
    )
    .server({ jsonrpc: '2.0', id: 1, method: 'roots/list' })
    .client({ jsonrpc: '2.0', id: 1, result: { roots: [] } })
    .server({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 1, progress: 1 },
    })
    .client({ jsonrpc: '2.0', id: 'a', method: 'ping' })
    .server({ jsonrpc: '2.0', id: 1, result: { content: [] } })
    .server({ jsonrpc: '2.0', id: 'nobody', result: {} });

const http = () =>
  conversation({ header: { server: { label: 'shop', url: 'http://127.0.0.1:3000/mcp' } } })
    .http(1, 'POST /mcp', {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    })
    .client({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { call: 1 })
    .http(2, 'GET /mcp', { accept: 'text/event-stream' })
    .http(2, '200 OK', { 'content-type': 'text/event-stream' })
    .http(1, '200 OK', { 'content-type': 'application/json' })
    .server(
      { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'früh' } },
      { call: 2, sse: { id: '7' } },
    )
    .server('{"jsonrpc":"2.0",\n"id":1,"result":{"tools":[]}}', { call: 1 })
    .event({ event: 'http-closed', call: 1, by: 'server', complete: true, bytes: 40 })
    .server(
      { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'later' } },
      { call: 2, sse: { event: 'message' } },
    )
    .event({
      event: 'http-closed',
      call: 2,
      by: 'client',
      complete: false,
      bytes: 40,
      events: 2,
      answers: 0,
    });

describe('exporting and importing again', () => {
  verifies('export.round-trip');

  it.each(['jsonl', 'inspector', 'mcp-cassette', 'har'])(
    '%s keeps messages, order and pairing',
    async (id) => {
      const recording = talk().recording();
      const { bytes, left } = exported(id, recording);
      expect(left).toEqual({});
      expect(meaningOf(await again(bytes))).toEqual(meaningOf(recording));
    },
  );

  it('har keeps exchanges, heads, bodies, and when events came', async () => {
    const recording = http().recording();
    const { bytes } = exported('har', recording);
    const read = await again(bytes);
    expect(meaningOf(read)).toEqual(meaningOf(recording));
    const heads = ({ items }: Recording) =>
      items.flatMap((item) =>
        item.type === 'http' ? [[item.call, item.from, item.start, item.headers, item.at]] : [],
      );
    expect(heads(read)).toEqual(heads(recording));
    const frames = ({ items }: Recording) =>
      items.flatMap((item) =>
        item.type === 'frame'
          ? [
              [
                item.frame.call,
                item.frame.sse && item.frame.at,
                item.frame.sse,
                item.frame.bytes.toString(),
              ],
            ]
          : [],
      );
    expect(frames(read)).toEqual(frames(recording));
  });

  const id = fc.constantFrom('1', '2', '"a"', '1.0');
  const said = fc.oneof(
    fc
      .tuple(id, fc.constantFrom('tools/list', 'tools/call', 'prompts/list'))
      .map(([n, method]) => ({
        from: 'client' as const,
        text: `{"jsonrpc":"2.0","id":${n},"method":"${method}"}`,
      })),
    fc.tuple(id, fc.constantFrom('roots/list', 'sampling/createMessage')).map(([n, method]) => ({
      from: 'server' as const,
      text: `{"id":${n},"method":"${method}","jsonrpc":"2.0"}`,
    })),
    fc
      .tuple(id, fc.constantFrom('client' as const, 'server' as const))
      .map(([n, from]) => ({ from, text: `{"jsonrpc":"2.0","id":${n},"result":{"x":1.50}}` })),
    fc.constant({
      from: 'server' as const,
      text: '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}',
    }),
  );

  it.each(['inspector', 'mcp-cassette', 'har'])('%s keeps any conversation', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 30 }), async (all) => {
        const recording = all
          .reduce(
            (talk: Conversation, { from, text }) =>
              from === 'client' ? talk.client(text) : talk.server(text),
            conversation(),
          )
          .recording();
        expect(meaningOf(await again(exported(format, recording).bytes))).toEqual(
          meaningOf(recording),
        );
      }),
      { numRuns: 100 },
    );
  });
});

/** What crossed stdio, to the byte and the microsecond. */
function linesOf({ items }: Recording) {
  return items.flatMap((item) =>
    item.type === 'frame'
      ? [[item.frame.from, item.frame.at, item.frame.bytes.toString('latin1'), item.frame.eol]]
      : [],
  );
}

describe('stdio in a HAR', () => {
  verifies('export.har-stdio');

  const entriesOf = (recording: Recording) =>
    JSON.parse(exported('har', recording).text).log.entries;

  it('is one entry an exchange, and says everywhere that it is not HTTP', () => {
    const [first, second, ...rest] = entriesOf(
      conversation({ header: { server: { label: 'my shop' } } })
        .client('{"jsonrpc":"2.0","id":1.0,"method":"tools/call"}')
        .server({ jsonrpc: '2.0', method: 'notifications/message' })
        .server('{"jsonrpc":"2.0","id":1,"result":{"x":1.50}}')
        .recording(),
    );
    expect(first).toMatchObject({
      startedDateTime: '2026-11-30T10:10:00.001000Z',
      time: 2,
      request: {
        method: 'REQUEST',
        url: 'stdio://my%20shop/tools/call',
        httpVersion: 'stdio',
        postData: { text: '{"jsonrpc":"2.0","id":1.0,"method":"tools/call"}' },
      },
      response: {
        status: 0,
        statusText: 'result',
        httpVersion: 'stdio',
        content: { text: '{"jsonrpc":"2.0","id":1,"result":{"x":1.50}}' },
      },
      comment: 'not HTTP: request of the client on stdio and its answer',
      _transport: 'stdio',
      _from: 'client',
      _seq: 0,
      _answerSeq: 2,
    });
    expect(second).toMatchObject({
      request: { method: 'NOTIFICATION', url: 'stdio://my%20shop/notifications/message' },
      response: { status: 0, statusText: '', content: { size: 0 } },
      comment: 'not HTTP: notification of the server on stdio',
      _from: 'server',
    });
    expect(rest).toEqual([]);
  });

  it('has the members that the format asks for', () => {
    for (const entry of entriesOf(talk().server('a banner').recording())) {
      expect(Object.keys(entry)).toEqual(
        expect.arrayContaining([
          'startedDateTime',
          'time',
          'request',
          'response',
          'cache',
          'timings',
        ]),
      );
      const parts = ['httpVersion', 'cookies', 'headers', 'headersSize', 'bodySize'];
      expect(Object.keys(entry.request)).toEqual(
        expect.arrayContaining(['method', 'url', 'queryString', ...parts]),
      );
      expect(Object.keys(entry.response)).toEqual(
        expect.arrayContaining(['status', 'statusText', 'content', 'redirectURL', ...parts]),
      );
      expect(URL.canParse(entry.request.url)).toBe(true);
    }
  });

  it('holds what is no message, line ends, half characters in a method', async () => {
    const recording = conversation({ header: { server: { label: 'é/ü?' } } })
      .server('')
      .server(Buffer.from([0xff, 0x00, 0x7b]), { eol: '\r\n' })
      .client('[{"jsonrpc":"2.0","id":1,"method":"ping"},5]')
      .client('{"jsonrpc":"2.0","id":2,"method":"a\\ud800/b"}')
      .server('{"jsonrpc":"2.0","id":2,"result":{', { eol: '' })
      .recording();
    const read = await again(exported('har', recording).bytes);
    expect(linesOf(read)).toEqual(linesOf(recording));
    expect(read.header).toMatchObject({ server: { label: 'é/ü?' }, source: { format: 'har' } });
    expect(read.items.some(({ type }) => type === 'note' || type === 'http')).toBe(false);
  });

  it('gives an answer an entry of its own when too much came before it', async () => {
    const recording = conversation()
      .client({ jsonrpc: '2.0', id: 1, method: 'ping' })
      .server(`{"jsonrpc":"2.0","method":"x/y","params":["${'x'.repeat(33 * 1024 * 1024)}"]}`)
      .server({ jsonrpc: '2.0', id: 1, result: {} })
      .recording();
    const { bytes, text } = exported('har', recording);
    const { entries } = JSON.parse(text).log;
    expect(entries.map(({ comment }: { comment: string }) => comment)).toEqual([
      'not HTTP: request of the client on stdio without an answer',
      'not HTTP: notification of the server on stdio',
      'not HTTP: result of the server on stdio',
    ]);
    expect(linesOf(await again(bytes)).map(([from, at]) => [from, at])).toEqual(
      linesOf(recording).map(([from, at]) => [from, at]),
    );
    expect(meaningOf(await again(bytes)).outcomes).toEqual(['ping answered']);
  });

  const said = fc.record({
    from: fc.constantFrom('client' as const, 'server' as const),
    eol: fc.constantFrom('\n' as const, '\r\n' as const, '' as const),
    /** Several lines come at one time, when they were read together. */
    wait: fc.constantFrom(0, 0, 0.001, 7.123),
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => Buffer.from(text)),
      fc
        .tuple(fc.constantFrom('1', '1.0', '"1"', 'null'), fc.boolean())
        .map(([id, asks]) =>
          Buffer.from(`{"jsonrpc":"2.0","id":${id},${asks ? '"method":"ping"' : '"result":{}'}}`),
        ),
    ),
  });

  it('comes back to the byte, in order, with its times, whatever was said', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 30 }), async (all) => {
        const talk = conversation();
        let at = 0;
        for (const { from, eol, wait, bytes } of all) {
          at += wait;
          if (from === 'client') talk.client(bytes, { eol, at });
          else talk.server(bytes, { eol, at });
        }
        const recording = talk.recording();
        const { bytes, left } = exported('har', recording);
        const read = await again(bytes);
        expect(left).toEqual({});
        expect(linesOf(read)).toEqual(linesOf(recording));
        expect(meaningOf(read)).toEqual(meaningOf(recording));
      }),
      { numRuns: 150 },
    );
  });
});

describe('what a form has no place for', () => {
  verifies('export.leftovers');

  it('is counted', () => {
    const recording = talk().server('a banner').stderr('oops').recording();
    expect(exported('jsonl', recording).left).toEqual({ stray: 1 });
    expect(exported('inspector', recording).left).toEqual({ stray: 1, 'line of stderr': 1 });
    expect(exported('mcp-cassette', recording).left).toEqual({ 'line of stderr': 1 });
    expect(exported('har', recording).left).toEqual({ 'line of stderr': 1 });
    expect(exported('har', conversation().server('{}', { call: 7 }).recording()).left).toEqual({
      'frame of an unknown HTTP exchange': 1,
    });
  });

  it('members of a batch become messages, an invalid one keeps the batch out', () => {
    const batch = conversation().client(
      '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]',
    );
    expect(exported('jsonl', batch.recording()).text.trim().split('\n')).toHaveLength(2);
    expect(
      exported(
        'jsonl',
        conversation().client('[{"jsonrpc":"2.0","id":1,"method":"ping"},5]').recording(),
      ).left,
    ).toEqual({ stray: 1 });
  });

  it('a body that a log lacked stays absent', async () => {
    const recording = conversation({
      header: { server: { label: 'x', url: 'http://127.0.0.1/mcp' } },
    })
      .http(1, 'POST /mcp', {})
      .client({ jsonrpc: '2.0', id: 1, method: 'ping' }, { call: 1 })
      .http(1, '200 OK', { 'content-type': 'text/event-stream' })
      .event({ event: 'not-captured', call: 1 })
      .recording();
    expect(meaningOf(await again(exported('har', recording).bytes)).outcomes).toEqual([
      'ping not-captured',
    ]);
  });
});

describe('the table', () => {
  verifies('export.csv');

  it('has one line an entry, quoted where needed, and no formula', () => {
    const { text } = exported(
      'csv',
      conversation()
        .client({ jsonrpc: '2.0', id: 'a,b', method: 'tools/call', params: { x: 'say "hi"' } })
        .server('=HYPERLINK("http://x")')
        .stderr('two\rlines')
        .recording(),
    );
    const [head, call, stray, stderr] = text.split('\r\n');
    expect(head).toBe('seq,at,type,from,method,id,call,bytes,text');
    expect(call).toMatch(
      /^0,2026-11-30T10:10:00\.001000Z,request,client,tools\/call,"""a,b""",,\d+,"\{""jsonrpc""/,
    );
    expect(stray).toContain(`,"'=HYPERLINK(""http://x"")"`);
    expect(stderr).toContain('"two\rlines"');
  });
});

describe('a cassette', () => {
  it('names the era of its session in the first line', () => {
    const era = (recording: Recording) =>
      JSON.parse(exported('mcp-cassette', recording).text.split('\n')[0] ?? '').era;
    expect(era(talk().recording())).toBe('legacy');
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    const modern = conversation()
      .client({ jsonrpc: '2.0', id: 0, method: 'server/discover', params: { _meta: meta } })
      .client({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } });
    expect(era(modern.recording())).toBe('modern');
    expect(
      era(conversation().client({ jsonrpc: '2.0', id: 1, method: 'ping' }).recording()),
    ).toBeUndefined();
  });
});
