import { describe, expect, it } from 'vitest';
import { compact } from '../../../../src/interop/import/compact.ts';
import { DocumentSplitter } from '../../../../src/interop/import/document.ts';
import { inspectedArray, inspectedStrings } from '../../../../src/interop/import/inspect.ts';
import { TimeOrder } from '../../../../src/interop/import/order.ts';
import { quotedIn } from '../../../../src/interop/import/quotes.ts';
import { isoTime, later, localTime, unixTime } from '../../../../src/interop/import/stamp.ts';

describe('taking values out of a JSON document', () => {
  const take = (text: string, ...path: string[]) => {
    const splitter = new DocumentSplitter([{ name: 'it', path }]);
    const found = [...splitter.push(Buffer.from(text)), ...splitter.end()];
    return {
      values: found.map(({ bytes }) => bytes.toString()),
      problem: splitter.problem?.detail,
    };
  };

  it('finds the items of an array, and nothing else', () => {
    const text =
      '{"a":[1,[2]],"log":{"x":{"entries":[0]},"entries":[ {"b":"]}\\""} , "s", 3.0,true]},"z":[]}';
    expect(take(text, 'log', 'entries', '*')).toEqual({
      values: ['{"b":"]}\\""}', '"s"', '3.0', 'true'],
      problem: undefined,
    });
  });

  it('finds whole documents that follow each other', () => {
    expect(take('{"a":1}\n\n[2] 3 "x"').values).toEqual(['{"a":1}', '[2]', '3', '"x"']);
  });

  it('knows a key however it is spelled, and the last of its values', () => {
    expect(take('{"\\u0061":1,"a":2}', 'a').values).toEqual(['1', '2']);
  });

  it('says where a document stops being one', () => {
    expect(take('[1,', '*')).toEqual({
      values: ['1'],
      problem: 'the document ends before its last bracket',
    });
    expect(take('[1 2]', '*').problem).toBe('a comma is missing');
    expect(take('{"a" 1}', 'a').problem).toBe('a colon is missing');
    expect(take('{a:1}', 'a').problem).toBe('a key is missing');
    expect(take('\u0001', '*').problem).toBe('a value is missing');
  });
});

describe('small parts of the importers', () => {
  it('take white space between tokens away, and nothing else', () => {
    const text = '{\n  "a": [ 1.0, "b  \\" c\\n" ]\r\n}';
    expect(compact(Buffer.from(text)).toString()).toBe('{"a":[1.0,"b  \\" c\\n"]}');
    expect(compact(Buffer.from('{ "a": 1 }')).toString()).toBe('{ "a": 1 }');
  });

  it('read the strings of an inspected array', () => {
    const text = "{ args: [ '-y', \"it's\", `a]`, 'b\\'c', [length]: 4 ], paths: [ '/usr' ] }";
    expect(inspectedStrings(inspectedArray(text, 'args') ?? '')).toEqual([
      '-y',
      "it's",
      'a]',
      "b'c",
    ]);
    expect(inspectedArray(text, 'nosuch')).toBeUndefined();
  });

  it('put what waits in the order of its time', () => {
    const order = new TimeOrder();
    const note = (text: string) => [{ kind: 'note', text }] as const;
    for (const [at, text] of [
      [5, 'e'],
      [1, 'a'],
      [3, 'c'],
      [1, 'b'],
      [4, 'd'],
    ] as const)
      order.put(at, note(text));
    const texts = (found: readonly object[]) => found.map((each) => Object(each).text).join('');
    expect(texts(order.before(3))).toBe('abc');
    expect(texts(order.rest())).toBe('de');
  });

  it('find messages in a sentence, and take no other object for one', () => {
    const found = (text: string) => quotedIn(text).map(({ from, message }) => [from, message.kind]);
    expect(found('Received a response: {"jsonrpc":"2.0","id":1,"result":{}} and more')).toEqual([
      ['server', 'result'],
    ]);
    expect(
      found('{"error":"x"} {"result":1} {"method":"GET"} {"command":"uv","method":null}'),
    ).toEqual([]);
    expect(
      found('sent {"method":"tools/call","params":{"a":{"b":"}"}}} {"jsonrpc":"2.0","id":2,'),
    ).toEqual([['client', 'notification']]);
  });

  it('read times, and refuse those that cannot be', () => {
    expect(isoTime('2026-05-12T23:00:00.123+02:00')).toBe(
      Date.UTC(2026, 4, 12, 21, 0, 0, 123) * 1000,
    );
    expect(localTime('2025-08-03 19:18:56,856')).toBe(Date.UTC(2025, 7, 3, 19, 18, 56, 856) * 1000);
    expect([
      isoTime('9999-01-01T00:00:00Z'),
      isoTime('soon'),
      localTime('2025-13-01 00:00:00'),
    ]).toEqual([undefined, undefined, undefined]);
    expect([unixTime(1.5), unixTime(Number.NaN), unixTime(1e300)]).toEqual([
      1_500_000,
      undefined,
      undefined,
    ]);
    expect([later(5, -1), later(5, 1), later(5, undefined), later(5, 1e300)]).toEqual([
      5, 1005, 5, 5,
    ]);
  });
});
