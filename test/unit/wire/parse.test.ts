import { describe, expect, it } from 'vitest';
import type { Eol, Frame } from '../../../src/model/frame.ts';
import { at } from '../../../src/model/json.ts';
import type { FrameContent } from '../../../src/model/message.ts';
import { LineSplitter } from '../../../src/wire/lines.ts';
import { parseFrame } from '../../../src/wire/parse.ts';
import { verifies } from '../../support/verifies.ts';

const RESULT = '{"jsonrpc":"2.0","id":1,"result":{}}';

describe('messages', () => {
  verifies('wire:messages');

  it.each([
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', 'request'],
    ['{"jsonrpc":"2.0","id":"","method":""}', 'request'],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', 'request'],
    ['{"jsonrpc":"2.0","method":"notifications/initialized"}', 'notification'],
    [RESULT, 'result'],
    ['{"jsonrpc":"2.0","id":1,"result":null}', 'result'],
    ['{"jsonrpc":"2.0","id":null,"result":{}}', 'result'],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}', 'failure'],
    ['{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}', 'failure'],
    ['{"jsonrpc":"2.0","error":{"code":-32700,"message":"no"}}', 'failure'],
    ['{"jsonrpc":"2.0","id":1,"error":"no"}', 'failure'],
  ])('%s is a %s', (text, kind) => {
    expect(content(text).kind).toBe(kind);
  });

  it('carries method, params, result and error as they were sent', () => {
    const request = '{"id":1,"method":"tools/call","params":{"name":"probe"}}';
    expect(content(request)).toMatchObject({
      method: 'tools/call',
      params: { start: 39, end: 55 },
    });
    expect(content('{"method":"ping"}')).toMatchObject({ params: undefined });
    expect(content('{"id":1,"result":[1.0]}')).toMatchObject({
      result: { items: [{ text: '1.0' }] },
    });
    expect(content('{"error":{"code":-1}}')).toMatchObject({ id: undefined, error: { start: 9 } });
  });

  it('tells a missing id from null', () => {
    verifies('wire:typed-ids');
    expect(content('{"id":null,"error":{}}')).toMatchObject({ id: { kind: 'null' } });
    expect(content('{"error":{}}')).toMatchObject({ id: undefined });
  });

  it.each([
    ['"init-1"', 's:init-1'],
    ['0', 'n:0'],
    ['""', 's:'],
    ['"1"', 's:1'],
    ['1', 'n:1'],
    ['1.0', 'n:1'],
  ])('has id %s with key %s', (id, key) => {
    verifies('wire:typed-ids');
    expect(content(`{"id":${id},"method":"ping"}`)).toMatchObject({ id: { key, text: id } });
    expect(content(`{"id":${id},"result":{}}`)).toMatchObject({ id: { key, text: id } });
  });

  it.each([
    '{"id":1,"result":{}}',
    '{"jsonrpc":"1.0","id":1,"result":{}}',
    '{"jsonrpc":2.0,"id":1,"result":{}}',
  ])('are understood whatever jsonrpc says: %s', (text) => {
    expect(content(text).kind).toBe('result');
  });

  it.each([
    ['{"id":1,"result":{},"error":null}', 'result'],
    ['{"id":1,"result":null,"error":{"code":1,"message":""}}', 'failure'],
    ['{"id":1,"method":null,"result":{}}', 'result'],
    ['{"id":1,"method":"ping","result":null,"error":null}', 'request'],
    ['{"id":1,"result":null,"error":null}', 'result'],
  ])('take null for absent beside a member that has a value: %s', (text, kind) => {
    expect(content(text).kind).toBe(kind);
  });

  it('follow the last one of duplicate keys', () => {
    const parsed = parseFrame(frame('{"id":1,"id":2,"result":{},"method":"a","method":null}'));
    expect(parsed.content).toMatchObject({ kind: 'result', id: { key: 'n:2' } });
    expect(parsed.defects).toMatchObject([{ pointer: '/id' }, { pointer: '/method' }]);
  });
});

describe('values that are no message', () => {
  verifies('wire:stray-reasons');

  it.each([
    ['"hello"', 'is a string, not an object', 0],
    [' 42', 'is a number, not an object', 1],
    ['true', 'is true, not an object', 0],
    ['null', 'is null, not an object', 0],
    ['{}', 'has neither method, result nor error', undefined],
    ['{"jsonrpc":"2.0","id":null}', 'has neither method, result nor error', undefined],
    ['{"id":1,"error":null}', 'has neither method, result nor error', undefined],
    ['{"level":"info","msg":"ready"}', 'has neither method, result nor error', undefined],
    ['{"result":{}}', 'has a result but no id', undefined],
    ['{"id":1,"method":"a","result":{}}', 'has method and result at once', undefined],
    ['{"id":1,"method":"a","error":{}}', 'has method and error at once', undefined],
    ['{"id":1,"result":{},"error":{}}', 'has result and error at once', undefined],
    ['{"method":"a","result":1,"error":1}', 'has method, result and error at once', undefined],
    ['{"id":{},"method":"a"}', 'id is an object', 6],
    ['{"id":[1],"result":{}}', 'id is an array', 6],
    ['{"id":true,"error":{}}', 'id is true', 6],
    ['{"id":1,"method":7}', 'method is a number, not a string', 17],
    ['{"method":["a"]}', 'method is an array, not a string', 10],
  ])('%s %s', (text, detail, offset) => {
    expect(content(text)).toEqual(strayOf('not-rpc', detail, offset));
  });
});

describe('batches', () => {
  verifies('wire:messages');

  it('keep every member in its place, message or not', () => {
    const text = `[{"id":2,"method":"ping"},{"method":"n"},7,[${RESULT}],${RESULT}]`;
    expect(content(text)).toMatchObject({
      kind: 'batch',
      members: [
        { kind: 'request', id: { key: 'n:2' } },
        { kind: 'notification' },
        { kind: 'stray', why: 'not-rpc', detail: 'is a number, not an object', offset: 41 },
        { kind: 'stray', why: 'not-rpc', detail: 'is an array, not an object', offset: 43 },
        { kind: 'result' },
      ],
    });
  });

  it('without members are stray', () => {
    expect(content(' [ ] ')).toEqual(strayOf('empty-batch', 'an array without members', 1));
  });

  it('report defects of all members with pointers from the array on', () => {
    expect(parseFrame(frame('[{"a":1},{"a":1,"a":2}]')).defects).toMatchObject([
      { pointer: '/1/a' },
    ]);
  });
});

describe('strays', () => {
  verifies('wire:stray-reasons');

  it.each([
    ['', 'empty line'],
    [' \t ', 'white space only'],
    ['\r', 'white space only'],
    ['\v\f', 'white space only'],
  ])('%j is blank', (text, detail) => {
    expect(content(text)).toEqual(strayOf('blank', detail, undefined));
    expect(content(text, '')).toEqual(strayOf('blank', detail, undefined));
  });

  it.each([
    ['Server started on port 3000', 0, 'unexpected "S"'],
    ['> weather@1.0.0 start', 0, 'unexpected ">"'],
    ['Content-Length: 52', 0, 'unexpected "C"'],
    [`${RESULT}${RESULT}`, RESULT.length, 'unexpected "{"'],
    [RESULT.slice(0, 20), 20, 'unexpected end'],
    ['\0', 0, 'unexpected byte 0x00'],
  ])('%j is not JSON from byte %i on', (text, offset, detail) => {
    verifies('wire:json-where');
    expect(content(text)).toEqual(strayOf('not-json', detail, offset));
  });

  it('an unquoted argument of the client is found where it stands', () => {
    verifies('wire:json-where');
    const call = '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"kill",';
    expect(content(`${call}"arguments":{"session_id":$10}}}`)).toEqual(
      strayOf('not-json', 'unexpected "$"', 96),
    );
  });

  it('a line that the stream ended in is cut, also when it is whole: clients wait for its end', () => {
    verifies('wire:last-line');
    expect(content(RESULT.slice(0, 20), '')).toEqual(strayOf('cut', 'unexpected end', 20));
    expect(content('Goodbye', '')).toEqual(strayOf('cut', 'unexpected "G"', 0));
    const detail = 'whole, but the line has no end';
    expect(content(RESULT, '')).toMatchObject({
      ...strayOf('cut', detail, RESULT.length),
      almost: { kind: 'result', id: { key: 'n:1' } },
    });
    expect(content(`[${RESULT}]`, '')).toEqual(strayOf('cut', detail, RESULT.length + 2));
    expect(content('{"a":1}', '')).toMatchObject({ why: 'not-rpc' });
    expect(content('[]', '')).toMatchObject({ why: 'empty-batch' });
  });

  it('what a client wrote last, a body of HTTP and an event need no line feed', () => {
    verifies('wire:last-line');
    const last = frame(RESULT, '');
    for (const more of [{ from: 'client' as const }, { call: 1 }, { sse: {} }])
      expect(parseFrame({ ...last, ...more }).content.kind).toBe('result');
  });
});

describe('what a tolerant peer would see', () => {
  verifies('wire:almost');

  it('behind a byte order mark', () => {
    expect(content(`\ufeff${RESULT}`)).toMatchObject({
      kind: 'stray',
      why: 'bom',
      offset: 0,
      detail: 'starts with a byte order mark',
      almost: { kind: 'result', id: { key: 'n:1' }, node: { start: 3 } },
    });
  });

  it.each([
    ['', 'unexpected end'],
    ['Hello', 'unexpected "H"'],
    ['[]', 'is an array, not an object'],
    ['{}', 'has neither method, result nor error'],
  ])('nothing, when %j comes behind the mark', (rest, problem) => {
    const detail = `starts with a byte order mark; after it: ${problem}`;
    expect(content(`\ufeff${rest}`)).toEqual(strayOf('bom', detail, 0));
  });

  it('a mark in the middle of a stream is no mark', () => {
    expect(content(`${RESULT.slice(0, -1)}\ufeff}`)).toMatchObject({ why: 'not-json', offset: 35 });
  });

  it.each(['NaN', 'Infinity'])('with %s for a number', (word) => {
    const text = `{"jsonrpc": "2.0", "id": 2, "result": {"mean": ${word}, "min": -Infinity}}`;
    const found = content(text);
    expect(found).toMatchObject({ why: 'not-json', offset: 47, detail: `unexpected "${word[0]}"` });
    const almost = found.kind === 'stray' ? found.almost : undefined;
    expect(almost).toMatchObject({ kind: 'result', id: { key: 'n:2' } });
    expect(at(almost?.node, 'result', 'mean')).toMatchObject({ kind: 'number', text: word });
  });

  it('with -Infinity alone, with a mark and NaN at once, and at the end of the stream', () => {
    expect(content('{"id":1,"result":-Infinity}')).toMatchObject({ almost: { kind: 'result' } });
    expect(content('\ufeff{"id":1,"result":NaN}')).toMatchObject({
      why: 'bom',
      detail: 'starts with a byte order mark; after it: unexpected "N"',
      almost: { kind: 'result' },
    });
    expect(content('{"id":1,"result":NaN}', '')).toMatchObject({
      why: 'cut',
      almost: { kind: 'result' },
    });
  });

  it.each(['{"a":NaN}', '[NaN]', 'NaN', 'Invalid', 'No', '{"id":1,"result":NaN,}'])(
    'nothing in %s',
    (text) => {
      expect(content(text)).toMatchObject({ why: 'not-json', almost: undefined });
    },
  );
});

describe('bytes', () => {
  it('of a Windows code page in a string leave the message understood', () => {
    verifies('wire:invalid-utf8');
    const head = '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"';
    const bytes = Buffer.concat([
      Buffer.from(head),
      Buffer.from([0x4d, 0x65, 0x73, 0x73, 0x67, 0x65, 0x72, 0xe4, 0x74]),
      Buffer.from('"}]}}'),
    ]);
    const { content, defects, frame: kept } = parseFrame(frame(bytes));
    expect(content).toMatchObject({ kind: 'result', id: { key: 'n:2' } });
    expect(defects).toEqual([{ kind: 'invalid-utf8', offset: 75, byte: 0xe4 }]);
    expect(kept.bytes).toBe(bytes);
  });

  it('of integers beyond 2^53 and unusual spellings are all there', () => {
    verifies('wire:json-as-sent');
    const text = '{"id":2,"result":{"id":1915883588174806058,"price":1.0,"n":1e2,"z":-0}}';
    const found = content(text);
    const result = found.kind === 'result' ? found.result : undefined;
    expect(result?.kind === 'object' && result.members.map((each) => each.value)).toMatchObject([
      { text: '1915883588174806058' },
      { text: '1.0' },
      { text: '1e2' },
      { text: '-0' },
    ]);
  });

  it('of line separators in strings and of bare CRs between tokens make one frame', () => {
    verifies('wire:lf-only');
    const stream = `{"id":1,\r"result":\r{"text":"a\u2028b\u2029c\u0085d"}}\r\n${RESULT}\n`;
    const lines = new LineSplitter().push(Buffer.from(stream));
    const parsed = lines.map((line) => parseFrame({ seq: 0, at: 0, from: 'server', ...line }));
    expect(parsed.map((each) => each.content.kind)).toEqual(['result', 'result']);
    const [first] = parsed;
    expect(first?.content.kind === 'result' && at(first.content.result, 'text')).toMatchObject({
      value: 'a\u2028b\u2029c\u0085d',
    });
  });
});

function frame(bytes: string | Buffer, eol: Eol = '\n'): Frame {
  const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  return { bytes: buffer, eol, seq: 0, at: 0, from: 'server' };
}

function content(text: string, eol: Eol = '\n'): FrameContent {
  return parseFrame(frame(text, eol)).content;
}

function strayOf(why: string, detail: string, offset: number | undefined) {
  return { kind: 'stray', why, offset, detail, almost: undefined };
}
