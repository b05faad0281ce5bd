import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import {
  call,
  failure,
  findingsBy,
  findingsOf,
  request,
  result,
  rulesOf,
  text,
} from './support.ts';

const working = () => conversation().initialized().client(call(2)).server(text(2, 'pong'));

describe('stray output', () => {
  verifies('check-stray-output');

  it('is one finding with the count and the first line number', () => {
    const talk = conversation()
      .server('Widget MCP server v1.2 listening')
      .initialized()
      .server('debug: called')
      .server('{"level":30,"msg":"called"}');
    expect(findingsOf(talk)).toEqual([
      'problem framing/stray-output: 3 lines that are no message on the server\'s stdout, lines 1, 3, 4: "Widget MCP server v1.2 listening"',
    ]);
    expect(findingsBy('framing/stray-output', talk)[0]).toMatchObject({
      side: 'server',
      places: [{ seq: 0 }, { seq: 4 }, { seq: 5 }],
    });
  });

  it('names log lines that are JSON', () => {
    expect(findingsOf(conversation().server('{"level":30,"id":"a"}').initialized())).toEqual([
      'problem framing/stray-output: 1 JSON value that is no message on the server\'s stdout, line 1: "{"level":30,"id":"a"}"',
    ]);
  });

  it('keeps control characters and line separators of the text out of the title', () => {
    const [title = ''] = findingsOf(
      conversation().server('a\u001b[31mb\u2028c\u0085d').initialized(),
    );
    expect(title).toContain('"a\\u001b[31mb\\u2028c\\u0085d"');
  });

  it('is silent when all is well', () => {
    expect(findingsOf(working())).toEqual([]);
  });
});

describe('npm echo and blank lines', () => {
  verifies('check-npm-echo', 'check-blank-lines');

  it('are told apart from other output, with the way out', () => {
    const talk = conversation()
      .server('')
      .server('> widget-server@0.3.0 start')
      .server('> node index.js')
      .server('')
      .server('\t')
      .initialized();
    expect(findingsOf(talk)).toEqual([
      'problem framing/npm-echo: npm script echo on the server\'s stdout, lines 2, 3: "> widget-server@0.3.0 start"',
      'note framing/blank-lines: 3 blank lines on stdout: lines 1, 4, 5',
    ]);
    const [echo] = findingsBy('framing/npm-echo', talk);
    expect(echo?.fix).toContain('npm run -s');
  });

  it('finds the echo of yarn, also with blank lines inside', () => {
    const talk = conversation()
      .server('yarn run v1.22.22')
      .server('')
      .server('$ node index.js')
      .initialized();
    expect(rulesOf(talk)).toEqual(['framing/npm-echo', 'framing/blank-lines']);
  });

  it('does not take a single quoted line for one', () => {
    expect(rulesOf(conversation().server('> hello').initialized())).toEqual([
      'framing/stray-output',
    ]);
  });

  it('counts blank lines of the client on its own account', () => {
    expect(findingsBy('framing/blank-lines', working().client(''))).toMatchObject([
      { side: 'client', title: "1 blank line on the server's stdin: line 4" },
    ]);
  });
});

describe('byte order mark and CRLF', () => {
  verifies('check-bom', 'check-crlf');
  const init = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    serverInfo: { name: 'x', version: '1' },
  };

  it('are one finding each, and the mark explains the open request', () => {
    const talk = conversation()
      .client(request(0, 'initialize'))
      .server(`\u{FEFF}${JSON.stringify(result(0, init))}`, { eol: '\r\n' })
      .client(call(1))
      .server(text(1, 'a'), { eol: '\r\n' })
      .client(call(2))
      .server(text(2, 'b'), { eol: '\r\n' });
    expect(findingsOf(talk)).toEqual([
      'problem framing/bom: BOM at byte 0 of stdout (EF BB BF): initialize (id 0) is unanswered because of it, and would pair once it is removed',
      'note framing/crlf: lines end in CRLF on stdout: 3 of 3 lines, first line 1',
    ]);
  });

  it('finds a mark of the client and says what it hides', () => {
    const talk = working().client(`\u{FEFF}${JSON.stringify(request(7, 'ping'))}`);
    expect(findingsOf(talk)).toEqual([
      "problem framing/bom: BOM at the start of line 4 of the server's stdin (EF BB BF): hides the request ping (id 7)",
    ]);
  });

  it('are silent without them', () => {
    expect(rulesOf(working())).toEqual([]);
  });
});

describe('LSP framing', () => {
  verifies('check-lsp-framing');

  it('is one diagnosis for the stream', () => {
    const one = JSON.stringify(result(0));
    const two = JSON.stringify(result(1));
    const talk = conversation()
      .client(request(0, 'initialize'))
      .server('Content-Length: 36', { eol: '\r\n' })
      .server('', { eol: '\r\n' })
      .client(request(1, 'tools/list'))
      .server(`${one}Content-Length: 36`, { eol: '\r\n' })
      .server('', { eol: '\r\n' })
      .client(call(2))
      .server(`${two}Content-Length: 64`, { eol: '\r\n' })
      .server('', { eol: '\r\n' })
      .server('{"jsonrpc":"2.0","id":2,"result":{"content":[]}}', { eol: '' });
    expect(findingsOf(talk)).toEqual([
      'problem framing/lsp-framing: LSP Content-Length framing on stdout (3 headers, the first "Content-Length: 36"); MCP stdio wants one JSON message per line; 3 requests without an answer',
    ]);
  });

  it('leaves other output to its own rule', () => {
    const talk = conversation()
      .server('hello')
      .server('Content-Length: 2', { eol: '\r\n' })
      .server('', { eol: '\r\n' })
      .initialized();
    expect(rulesOf(talk)).toEqual(['framing/stray-output', 'framing/lsp-framing']);
  });

  it('is not seen in a text that mentions the header', () => {
    expect(rulesOf(working().client(call(3)).server(text(3, 'Content-Length: 5')))).toEqual([]);
  });
});

describe('the last line of a stream', () => {
  verifies('check-cut-at-exit');
  const cut = '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"xxxx';

  it('that is cut names its bytes, the request it leaves open, and the exit', () => {
    const talk = conversation()
      .initialized()
      .client(call(2))
      .server(cut, { eol: '' })
      .event({ event: 'exit', code: 0, signal: null })
      .end({ closedBy: 'server' });
    expect(findingsOf(talk)).toEqual([
      `problem framing/cut-at-exit: the last message on stdout is cut after ${cut.length} bytes, without a line feed; connection closed before the answer to tools/call probe (id 2) was complete; the server exited with code 0`,
    ]);
  });

  it.each(['{"jsonrpc":"2.0","result":{"a":tr', '{"jsonrpc":"2.0","result":{"a":"\\u00'])(
    'finds the only open request when the cut came before the id: %s',
    (line) => {
      const talk = conversation().initialized().client(call(2)).server(line, { eol: '' });
      expect(findingsOf(talk)).toEqual([
        expect.stringContaining('the answer to tools/call probe (id 2) was complete'),
      ]);
    },
  );

  it('that is text, not half a message, is stray output', () => {
    const talk = conversation().initialized().server('[INFO] bye', { eol: '' });
    expect(rulesOf(talk)).toEqual(['framing/stray-output']);
  });

  it('that is whole but has no line feed leaves its request without an answer', () => {
    const talk = conversation().initialized().client(call(2)).server(text(2, 'a'), { eol: '' });
    const { length } = JSON.stringify(text(2, 'a'));
    expect(findingsOf(talk)).toEqual([
      `problem framing/cut-at-exit: the last message on stdout (${length} bytes) has no line feed; the line was never ended, so tools/call probe (id 2) stays without an answer`,
    ]);
    expect(talk.session().exchanges.at(-1)?.outcome).toEqual({ kind: 'unanswered' });
  });

  it('that nobody waits for is a warning, and so is the last one of a client', () => {
    const note = {
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'info', data: 'x' },
    };
    const told = conversation().initialized().server(note, { eol: '' });
    expect(findingsOf(told)).toEqual([
      expect.stringMatching(/^warning framing\/cut-at-exit: .* stdout .*never sees it$/),
    ]);
    const asked = conversation().initialized().client(call(2), { eol: '' }).server(text(2, 'a'));
    expect(findingsOf(asked)).toEqual([
      expect.stringMatching(/^warning framing\/cut-at-exit: .* stdin/),
    ]);
  });

  it('says nothing about imported logs, which hold no line ends', () => {
    const talk = conversation({ header: { exact: false, mode: 'import' } })
      .initialized()
      .client(call(2))
      .server(text(2, 'a'), { eol: '' });
    expect(rulesOf(talk)).toEqual([]);
  });
});

describe('message borders', () => {
  verifies('check-message-borders');

  it('finds several messages on one line and the requests they would answer', () => {
    const line = `${JSON.stringify(text(2, 'a } "'))}${JSON.stringify(text(3, 'b'))}`;
    const talk = conversation().initialized().client(call(2)).client(call(3)).server(line);
    expect(findingsOf(talk)).toEqual([
      `problem framing/messages-on-one-line: several messages on one line of stdout (1 line: line 2); the second begins at byte ${JSON.stringify(text(2, 'a } "')).length}; unanswered because of it: tools/call probe (id 2), tools/call probe (id 3)`,
    ]);
  });

  it('finds one message over several lines', () => {
    const talk = conversation().initialized().client(call(2));
    for (const line of JSON.stringify(text(2, 'a'), null, 2).split('\n')) talk.server(line);
    expect(findingsOf(talk)).toEqual([
      'problem framing/message-over-lines: 1 JSON value spread over 12 lines on stdout, from line 2; unanswered because of it: tools/call probe (id 2)',
    ]);
  });

  it('takes an object that a debugger printed for stray output', () => {
    const talk = conversation().initialized();
    for (const line of ['{', "  jsonrpc: '2.0',", '}']) talk.server(line);
    expect(rulesOf(talk)).toEqual(['framing/stray-output']);
  });

  it('is not misled by a bracket that never closes', () => {
    const talk = conversation().server('{ starting').server('{ still').initialized();
    expect(rulesOf(talk)).toEqual(['framing/stray-output']);
  });
});

describe('lines of the client that are not JSON', () => {
  verifies('check-client-not-json');
  const bad =
    '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"kill","arguments":{"session_id":$10}}}';

  it('are blamed on the client, with the first bad byte and the error that follows', () => {
    const talk = conversation()
      .initialized()
      .client(bad)
      .server(failure(null, -32700, 'Parse error'))
      .client(call(8))
      .server(text(8, 'ok'));
    expect(findingsOf(talk)).toEqual([
      'problem framing/client-not-json: client wrote a line that is not JSON: line 3, first bad byte at offset 96 (0-based, unexpected "$"); the server\'s error -32700 with id null follows it',
    ]);
    expect(findingsBy('framing/client-not-json', talk)[0]).toMatchObject({
      side: 'client',
      places: [{ seq: 3, offset: 96 }, { seq: 4 }],
    });
  });

  it('may also be JSON that is no message', () => {
    expect(findingsOf(conversation().initialized().client('{"hello":1}'))).toEqual([
      'problem framing/client-not-json: client wrote a line that is no JSON-RPC message: line 3, has neither method, result nor error',
    ]);
  });
});

describe('invalid UTF-8', () => {
  verifies('check-invalid-utf8');
  const withBytes = (...bytes: number[]) => {
    const [before = '', after = ''] = JSON.stringify(text(2, 'Messger~t')).split('~');
    const line = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
    return conversation().initialized().client(call(2)).server(line);
  };

  it('names the offset and the likely code page, and leaves the pair alone', () => {
    expect(findingsOf(withBytes(0xe4))).toEqual([
      'problem framing/invalid-utf8: invalid UTF-8 at byte offset 75 of line 2 of stdout (0xE4), looks like windows-1252 (ä)',
    ]);
  });

  it.each([
    [[0x93], 'looks like windows-1252 (“)'],
    [[0xe2, 0x82], 'a UTF-8 character cut short'],
    [[0xed, 0xa0, 0x80], 'an encoded surrogate half (CESU-8)'],
  ])('knows %j', (bytes, kind) => {
    expect(findingsOf(withBytes(...bytes))).toEqual([expect.stringContaining(kind)]);
  });

  it('does not guess at bytes that no code page explains', () => {
    const [found = ''] = findingsOf(withBytes(0x90));
    expect(found).toMatch(/\(0x90\)$/);
  });

  it('is silent for text in any script', () => {
    expect(rulesOf(working().client(call(3)).server(text(3, 'Zürich 读取 🎉')))).toEqual([]);
  });
});

describe('NaN and Infinity', () => {
  verifies('check-not-a-number');
  const line =
    '{"jsonrpc": "2.0", "id": 2, "result": {"content": [], "structuredContent": {"mean": NaN, "all": [1, -Infinity]}}}';

  it('are named with their paths, and explain the open request', () => {
    expect(findingsOf(conversation().initialized().client(call(2)).server(line))).toEqual([
      'problem framing/not-a-number: not JSON, but accepted by lenient parsers (Python): NaN at $.result.structuredContent.mean, -Infinity at $.result.structuredContent.all[1]; tools/call probe (id 2) is unanswered for strict peers',
    ]);
  });

  it('are not seen inside strings', () => {
    expect(rulesOf(working().client(call(3)).server(text(3, 'NaN Infinity')))).toEqual([]);
  });
});

describe('integers beyond 2^53', () => {
  verifies('check-big-integer');
  const answer = (id: string) =>
    `{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\\"id\\": ${id},\\"price\\":1.0,\\"n\\":1e2,\\"z\\":-0}"}],"structuredContent":{"id":${id},"price":1.0,"n":1e2,"z":-0}}}`;
  const callWith = (id: string) =>
    `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"stop","arguments":{"id":${id}}}}`;
  const talk = (given: string, used: string) =>
    conversation()
      .initialized()
      .client(call(2))
      .server(answer(given))
      .client(callWith(used))
      .server(text(3, 'ok'));

  it('are told with their path, and the rounded echo of one is a problem', () => {
    expect(findingsOf(talk('1915883588174806058', '1915883588174806000'))).toEqual([
      'problem framing/rounded-integer: arguments.id 1915883588174806000 was never seen in a result; the nearest is 1915883588174806058, which a double rounds to it',
      'warning framing/big-integer: integer beyond 2^53 at $.result.structuredContent.id: 1915883588174806058 becomes 1915883588174806000 in JavaScript',
    ]);
  });

  it('also when the result gives it in its text alone, and the argument is a string', () => {
    const echo = conversation()
      .initialized()
      .client(call(2))
      .server(text(2, 'ad 1915883588174806058 stopped'))
      .client(call(3, 'stop', { id: '1915883588174806000' }))
      .server(text(3, 'ok'));
    expect(rulesOf(echo)).toEqual(['framing/rounded-integer']);
  });

  it('do not matter when the digits survive', () => {
    expect(rulesOf(talk('9007199254740991', '9007199254740991'))).toEqual([]);
    expect(rulesOf(talk('1000000000000000000', '1000000000000000000'))).toEqual([]);
    expect(rulesOf(talk('1915883588174806058', '1915883588174806058'))).not.toContain(
      'framing/rounded-integer',
    );
  });

  it('do not matter as limits in a schema', () => {
    const schema =
      '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","description":"d","inputSchema":{"type":"object","properties":{"n":{"type":"integer","maximum":18446744073709551615}}}}]}}';
    const list = conversation().initialized().client(request(1, 'tools/list')).server(schema);
    expect(rulesOf(list)).toEqual([]);
  });
});

describe('duplicate keys', () => {
  verifies('check-duplicate-keys');

  it('are one finding for the side that writes them', () => {
    const twice = '{"jsonrpc":"2.0","id":2,"result":{"content":[],"a":1,"a":2,"b":1,"b":1}}';
    expect(findingsOf(conversation().initialized().client(call(2)).server(twice))).toEqual([
      'warning framing/duplicate-keys: duplicate key $.result.a in a message of the server; peers disagree about which value counts; 2 repeated keys in all',
    ]);
  });

  it('are not the same key in two objects', () => {
    const fine = '{"jsonrpc":"2.0","id":3,"result":{"content":[],"a":{"x":1},"b":{"x":1}}}';
    expect(rulesOf(working().client(call(3)).server(fine))).toEqual([]);
  });
});

describe('messages that other text hides', () => {
  verifies('check-wrapped');
  const lost = 'unanswered because of it: tools/call probe (id 3)';

  it.each(['\u001b[?25h', 'INFO: ', '> ', 'stdout | '])('behind %j', (prefix) => {
    const talk = working()
      .client(call(3))
      .server(prefix + JSON.stringify(text(3, 'a')));
    expect(findingsOf(talk)).toEqual([
      expect.stringMatching(
        /^problem framing\/wrapped-message: 1 message on stdout with other text/,
      ),
    ]);
    expect(findingsOf(talk)[0]).toContain(lost);
  });

  it('or before it', () => {
    const talk = working()
      .client(call(3))
      .server(`${JSON.stringify(text(3, 'a'))}\u001b[0m`);
    expect(rulesOf(talk)).toEqual(['framing/wrapped-message']);
  });

  it('but not what a log line quotes, or holds without being one', () => {
    for (const line of ['sent "{"jsonrpc":"2.0","id":3,"result":{}}"', 'config {"a":1}'])
      expect(rulesOf(working().server(line))).toEqual(['framing/stray-output']);
  });

  it('in UTF-16 are one finding for the stream, and explain what is open', () => {
    const lines = Buffer.from(`${JSON.stringify(text(3, 'a'))}\n`, 'utf16le');
    const talk = conversation()
      .client(call(3))
      .server(lines.subarray(0, -2))
      .server(lines.subarray(-1));
    expect(findingsOf(talk)).toEqual(
      [
        'warning lifecycle/before-initialize: tools/call probe (id 3) came before any opening of the session',
        'problem framing/utf-16: 2 lines on stdout in UTF-16, lines 1, 2; 1 request without an answer',
      ].reverse(),
    );
  });
});

describe('messages without "jsonrpc": "2.0"', () => {
  verifies('check-jsonrpc-version');

  const pong = (id: number) => JSON.stringify({ ...text(id, 'pong'), jsonrpc: '1.0' });

  it('are one problem for each sender, kind and flaw, with a count', () => {
    const talk = conversation()
      .initialized()
      .client(call(2))
      .server(pong(2))
      .client(call(3))
      .server(pong(3))
      .client('{"method":"notifications/x"}');
    expect(findingsOf(talk)).toEqual([
      'problem framing/jsonrpc-version: the server sent 2 results with "jsonrpc": "1.0": it must be "2.0", and clients on the SDKs refuse them',
      'problem framing/jsonrpc-version: the client sent 1 notification without "jsonrpc": it must be "2.0", and servers on the SDKs refuse it',
    ]);
    expect(findingsBy('framing/jsonrpc-version', talk)).toMatchObject([
      { side: 'server', places: [{ pointer: '/jsonrpc' }, { pointer: '/jsonrpc' }] },
      { side: 'client', places: [{ pointer: '' }] },
    ]);
  });

  it('are those with the number 2.0, or null, too', () => {
    for (const version of ['2.0', 'null', '"2"', '["2.0"]']) {
      const answer = `{"jsonrpc":${version},"id":2,"result":{"content":[]}}`;
      const talk = conversation().initialized().client(call(2)).server(answer);
      expect(rulesOf(talk)).toContain('framing/jsonrpc-version');
    }
  });

  it('are not those that spell it otherwise', () => {
    const answer = '{"id":2,"result":{"content":[]},"jsonrpc":"2\\u002e0"}';
    expect(rulesOf(conversation().initialized().client(call(2)).server(answer))).toEqual([]);
  });
});
