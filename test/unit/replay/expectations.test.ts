import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/compare/change.ts';
import { acceptanceOf } from '../../../src/replay/expect/apply.ts';
import { readExpectations } from '../../../src/replay/expect/load.ts';
import { verifies } from '../../support/verifies.ts';
import { json } from '../compare/support.ts';

const read = (text: string) => readExpectations({ file: 'expect.yaml', text });
const change = (more: Partial<Change> = {}): Change => ({
  rule: 'answer.value',
  tier: 'minor',
  subject: 'tools/call cari anak',
  pointer: '/result/content/0/text',
  inner: '/data/3/umur',
  before: json('7'),
  after: json('8'),
  ...more,
});

/** Is the change accepted by this entry? */
const accepts = async (entry: string, of: Change = change()) =>
  acceptanceOf(of, (await read(`accept:\n  - ${entry}\n`)).accept) !== undefined;

describe('an acceptance', () => {
  verifies('replay:expectations');

  it.each([
    ['{ rule: answer.value }', true],
    ['{ rule: answer.* }', true],
    ['{ rule: [answer.order, answer.value] }', true],
    ['{ rule: answer.order }', false],
    ['{ rule: tool.* }', false],
    ['{ method: tools/call }', true],
    ['{ method: resources/read }', false],
    ['{ tool: cari anak }', true],
    ['{ tool: cari }', false],
    ['{ at: /result/content/0/text }', true],
    ['{ at: /result/content }', true],
    ['{ at: "/result/content/*/text" }', true],
    ['{ at: "" }', true],
    ['{ at: /result/conten }', false],
    ['{ at: /result/content, json: "/data/*/umur" }', true],
    ['{ json: "" }', true],
    ['{ json: /data/4 }', false],
    ['{ tool: cari anak, rule: answer.order }', false],
  ])('selects by what it names: %s', async (entry, fits) => {
    expect(await accepts(entry)).toBe(fits);
  });

  it.each([
    ['range: [1, 8]', '8', true],
    ['range: [8, null]', '1e3', true],
    ['range: [null, 7]', '8', false],
    ['range: [1, 10]', '"9"', true],
    ['range: [1, 10]', '"nine"', false],
    ['range: [1, 10]', '""', false],
    ['range: [0, 1]', 'true', false],
    ['equals: 8', '8.0', true],
    ['equals: { a: [1, 2] }', '{"a":[1,2]}', true],
    ['equals: 8', '9', false],
    ['matches: "^[0-9]+ anak$"', '"12 anak"', true],
    ['matches: "^[0-9]+ anak$"', '"tidak ada anak"', false],
    ['matches: "\\"a\\":1"', '{"a":1}', true],
    ['absent: true', '8', false],
  ])('looks at the new value: %s of %s', async (condition, value, fits) => {
    const entry = `{ tool: cari anak, ${condition} }`;
    expect(await accepts(entry, change({ after: json(value) }))).toBe(fits);
  });

  it('takes a value that is gone for absent, and for nothing else', async () => {
    const { after: _after, ...gone } = change({ rule: 'answer.member-gone' });
    expect(await accepts('{ tool: cari anak, absent: true }', gone)).toBe(true);
    expect(await accepts('{ tool: cari anak, matches: "" }', gone)).toBe(false);
    expect(await accepts('{ tool: cari anak }', gone)).toBe(true);
  });

  it('of a tool is one of its definition too', async () => {
    const found = change({ rule: 'tool.text', subject: 'tool cari anak' });
    expect(await accepts('{ tool: cari anak }', found)).toBe(true);
    expect(await accepts('{ tool: cari anak }', change({ subject: 'prompt cari anak' }))).toBe(
      false,
    );
  });
});

describe('an expectation file', () => {
  verifies('replay:expectations');

  it('is read with all that it may hold; nothing at all is nothing accepted', async () => {
    const all = await read(
      'fail-on: breaking\nexecute: true\ntimeout: 2 s\nignore: [/result/a]\nno-fold: [time, all]\n',
    );
    expect(all).toEqual({
      accept: [],
      ignore: ['/result/a'],
      noFold: ['time', 'all'],
      failOn: 'breaking',
      execute: true,
      timeoutMs: 2000,
    });
    expect((await read('')).accept).toEqual([]);
  });

  it.each([
    ['accept: 1', '1:9: accept is the number 1; expected a list'],
    ['accept: [{ reason: why }]', '1:10: an acceptance needs one of rule, method, tool, at, json'],
    ['accept: [{ rule: answer.valu }]', '1:18: there is no rule "answer.valu"'],
    ['accept: [{ rule: nothing.* }]', 'there is no rule "nothing.*"'],
    ['accept: [{ at: result }]', '"result" is no JSON pointer'],
    ['accept: [{ tool: x, equals: 1, absent: true }]', 'not several'],
    ['accept: [{ tool: x, range: [2, 1] }]', 'the smaller first'],
    ['accept: [{ tool: x, range: [1, 2, 3] }]', 'a list of two numbers'],
    ['accept: [{ tool: x, range: [a, 2] }]', 'a bound of a range is a number'],
    ['accept: [{ tool: x, matches: "(" }]', 'matches'],
    ['accept: [{ tool: x, absent: false }]', 'absent: false says nothing'],
    ['accept: [{ tool: x, toll: y }]', 'an acceptance has no "toll"'],
    ['fail-on: mino', 'did you mean minor?'],
    ['no-fold: [moon]', 'no-fold is "moon"'],
    ['expect: []', 'an expectation file has no "expect"'],
  ])('that is wrong says where: %s', async (text, words) => {
    const error = await read(text).then(
      () => undefined,
      (found: Error & { hint?: string }) => `${found.message} ${found.hint ?? ''}`,
    );
    expect(error).toContain(words);
    expect(error).toContain('expect.yaml:');
  });
});
