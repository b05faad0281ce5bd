import { describe, expect, it } from 'vitest';
import { FOLD_RULES, foldRules } from '../../../src/compare/folds.ts';
import { type Comparing, diffValues, valuesEqual } from '../../../src/compare/values.ts';
import { verifies } from '../../support/verifies.ts';
import { json, readText } from './support.ts';

/** Each difference in one line: kind, place, rules. */
function differences(before: string, after: string, options: Comparing = {}): string[] {
  return diffValues(json(before), json(after), { readText, ...options }).map((each) =>
    [
      each.kind,
      each.pointer,
      ...(each.inner === undefined ? [] : [`text${each.inner}`]),
      ...(each.moved ? [JSON.stringify(each.moved)] : []),
      ...(each.rules ?? []),
    ].join(' '),
  );
}

describe('differences of two values', () => {
  it('are none for other member order, white space and escapes', () => {
    expect(differences('{"a":1,"b":"\\u00e9"}', '{ "b": "é", "a": 1 }')).toEqual([]);
  });

  it('name the pointer of what is new, gone, changed, or of another type', () => {
    expect(differences('{"a":1,"b":{"c/d":2},"e":[]}', '{"b":{"c/d":3},"e":{},"f":null}')).toEqual([
      'changed /b/c~1d',
      'type /e',
      'added /f',
      'removed /a',
    ]);
  });

  it('see every digit, and tell another spelling from another value', () => {
    verifies('compare-digits');
    expect(differences('{"id":1915883588174806058}', '{"id":1915883588174806000}')).toEqual([
      'changed /id',
    ]);
    expect(differences('[1.0,1e2,-0]', '[1,100,0]')).toEqual([
      'spelling /0',
      'spelling /1',
      'spelling /2',
    ]);
  });

  it('align items by name, uri or id, and call another order an order', () => {
    verifies('compare-arrays');
    const before = '[{"name":"a","n":1},{"name":"b","n":2},{"name":"c","n":3}]';
    const after = '[{"name":"c","n":3},{"name":"b","n":5},{"name":"d","n":4}]';
    expect(differences(before, after)).toEqual([
      'order  [[1,1]]',
      'removed /0',
      'changed /1/n',
      'added /2',
    ]);
  });

  it('align items without names by value, then by type', () => {
    verifies('compare-arrays');
    expect(differences('[1,1,2]', '[2,1,2]')).toEqual(['changed /0']);
    expect(differences('[1,2,3,4]', '[1,3,4]')).toEqual(['removed /1']);
    expect(differences('["x","y","z"]', '["z","x","y"]')).toEqual(['order  [[2,0]]']);
    const text = '{"type":"text","text":"t"}';
    const image = '{"type":"image","data":"i"}';
    expect(differences(`[${text},${image}]`, `[{"type":"image","data":"j"},${text}]`)).toEqual([
      'order  [[0,1]]',
      'changed /0/data',
    ]);
  });

  it('look into JSON that is text', () => {
    verifies('compare-text-json');
    const before = '{"text":"{\\n  \\"total\\": 2, \\"id\\": 1915883588174806058\\n}"}';
    expect(differences(before, '{"text":"{\\"id\\":1915883588174806000,\\"total\\":2}"}')).toEqual([
      'changed /text text/id',
    ]);
    expect(differences(before, '{"text":"{\\"id\\":1915883588174806058,\\"total\\":2}"}')).toEqual([
      'spelling /text',
    ]);
    expect(differences('{"text":"{no"}', '{"text":"{}"}')).toEqual(['changed /text']);
  });

  it('leave out volatile _meta and ignored pointers', () => {
    const before = '{"_meta":{"progressToken":1,"traceparent":"x"},"a":{"b":[{"c":1}]}}';
    expect(differences(before, '{"a":{"b":[{"c":2}]}}')).toEqual(['changed /a/b/0/c']);
    expect(differences(before, '{"a":{"b":[{"c":2}]}}', { ignore: ['/a/b/*/c'] })).toEqual([]);
    expect(differences(before, '{"_meta":{"x":1},"a":{}}', { ignore: ['/a'] })).toEqual([
      'added /_meta',
    ]);
  });

  it('do not recurse: 20,000 levels are compared', () => {
    const deep = (leaf: string) => '[{"a":'.repeat(10_000) + leaf + '}]'.repeat(10_000);
    expect(valuesEqual(json(deep('1')), json(deep('1')))).toBe(true);
    expect(valuesEqual(json(deep('1')), json(deep('2')))).toBe(false);
  });
});

describe('volatile values', () => {
  verifies('compare-folds');
  const folds = FOLD_RULES;

  it.each([
    ['time', '"at 2026-11-30T10:10:00.123Z"', '"at 2026-12-01T08:00:01Z"'],
    ['time', '"It is 10:31:07 PM"', '"It is 9:02:59 AM"'],
    ['uuid', '"01939e5a-0000-7000-8000-000000000000"', '"ffffffff-0000-4000-8000-00000000000a"'],
    ['path', '"/tmp/run-1/a.txt"', '"/tmp/run-77/a.txt"'],
    ['port', '"http://127.0.0.1:4100/x"', '"http://127.0.0.1:51234/x"'],
    ['duration', '"done in 12.5 ms"', '"done in 3 ms"'],
  ])('%s in a text is folded, and with another rest it is not', (rule, before, after) => {
    expect(differences(before, after, { folds })).toEqual([`folded  ${rule}`]);
    expect(differences(before, after)).toEqual(['changed ']);
    expect(differences(before, after, { folds: foldRules([rule]) })).toEqual(['changed ']);
    expect(differences(before, after.replace(/"$/, '!"'), { folds })).toEqual(['changed ']);
  });

  it.each([
    ['cursor', 'nextCursor', '"abc"', '"x=="'],
    ['progress-token', 'progressToken', '1', '2'],
    ['clock', 'createdAt', '1732961400', '1732961500123'],
    ['id', 'sessionId', '"01HF7YAT00AAAAAAAAAAAAAAAA"', '"01JF7YAT00BBBBBBBBBBBBBBBB"'],
    ['duration', 'durationMs', '12', '900'],
    ['port', 'pid', '812', '9000'],
  ])('%s in %s is folded, elsewhere it is not', (rule, key, before, after) => {
    const as = (name: string, value: string) => `{"${name}":${value}}`;
    expect(differences(as(key, before), as(key, after), { folds })).toEqual([
      `folded /${key} ${rule}`,
    ]);
    expect(differences(as('kelas', before), as('kelas', after), { folds })[0]).not.toContain(
      'folded',
    );
  });

  it('a date is not: it is what people ask for', () => {
    expect(differences('"2026-10-06"', '"2026-10-07"', { folds })).toEqual(['changed ']);
  });
});
