import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../../src/interop/wrap/config.ts';
import type { ConfigNode } from '../../../../src/interop/wrap/document.ts';
import { hostOf } from '../../../../src/interop/wrap/hosts.ts';
import { verifies } from '../../../support/verifies.ts';

const toml = (text: string) => plain(parseConfig(text, hostOf('codex'), 'config.toml').root);
const json = (text: string) => plain(parseConfig(text, hostOf('cursor'), 'mcp.json').root);

/** Tables as objects, strings as strings, everything else as its text in angle brackets. */
function plain(node: ConfigNode): unknown {
  if (node.kind === 'string') return node.value;
  if (node.kind === 'array') return node.items.map(plain);
  if (node.kind === 'other') return `<${node.text}>`;
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plain(value)]));
}

describe('TOML', () => {
  verifies('wrap.toml');

  it.each([
    [
      'keys',
      'a = "1"\n"b c" = "2"\n\'d.e\' = "3"\n-_9 = "4"',
      { a: '1', 'b c': '2', 'd.e': '3', '-_9': '4' },
    ],
    ['dotted keys', 'a . b."c" = "1"\na.d="2"', { a: { b: { c: '1' }, d: '2' } }],
    [
      'tables',
      '[a.b]\nx = "1"\n[a]\ny = "2"\n[ "c d" ]',
      { a: { b: { x: '1' }, y: '2' }, 'c d': {} },
    ],
    [
      'lists of tables',
      '[[a]]\nx="1"\n[[a]]\n[a.b]\ny="2"',
      { a: [{ x: '1' }, { b: { y: '2' } }] },
    ],
    ['inline tables', 'a = { b = "1", c.d = { } , }', { a: { b: '1', c: { d: {} } } }],
    ['arrays', 'a = [ "1", # ]\n [\'2\'] , \r\n {b="3"},\n]', { a: ['1', ['2'], { b: '3' }] }],
    ['escapes', 'a = "\\t\\"\\\\\\u00e9\\U0001F600\\x41\\e"', { a: '\t"\\é😀A\x1b' }],
    ['literal strings', "a = 'C:\\x\\'", { a: 'C:\\x\\' }],
    [
      'long strings',
      'a = """\r\nx\\\n   y""z"""""\nb = \'\'\'\n\'\'q\'\'\'\'',
      { a: 'xy""z""', b: "''q'" },
    ],
    [
      'other values',
      'a = -1_0.5e+3\nb = true # c\nc = 1979-05-27 07:32:00.5-01:00\nd = [inf, 0xfF, 07:32]',
      {
        a: '<-1_0.5e+3>',
        b: '<true>',
        c: '<1979-05-27 07:32:00.5-01:00>',
        d: ['<inf>', '<0xfF>', '<07:32>'],
      },
    ],
    ['a byte order mark and no last line end', '\ufeffa = "1"', { a: '1' }],
    [
      'names of Object.prototype',
      '__proto__.x = "1"\ntoString = "2"',
      expect.objectContaining({ toString: '2' }),
    ],
    ['nothing', '# only this\n\t\n', {}],
  ])('reads %s', (_, text, value) => {
    expect(toml(text)).toEqual(value);
  });

  it.each([
    ['a = "x', '1:5', 'a string that does not end'],
    ['a = "x\ny"', '1:5', 'a string that does not end on its line'],
    ['a = "\\q"', '1:6', 'an unknown escape inside a string'],
    ['a = "\\ud800"', '1:6', 'an escape that is no character'],
    ['a = "\x01"', '1:6', 'a control character inside a string'],
    ['ok = 1\na = \n', '2:5', 'a value is missing'],
    ['a = yes', '1:5', 'a value that TOML does not know'],
    ['a = 01', '1:5', 'a value that TOML does not know'],
    ['a "x"', '1:3', 'an = is missing'],
    ['= 1', '1:1', 'a key is missing'],
    ['"""a""" = 1', '1:1', 'a key of several lines'],
    ['[a', '1:3', 'a ] is missing'],
    ['[[a]', '1:4', 'a ] is missing'],
    ['a = [1 2]', '1:8', 'a ] or a comma is missing'],
    ['a = {b = 1 c = 2}', '1:12', 'a } or a comma is missing'],
    ['a = 1 b = 2', '1:7', 'something is left over on this line'],
    ['a = 1\r\na = 2', '2:1', 'a is defined twice'],
    ['[a]\n[a]', '2:2', 'a is defined twice'],
    ['[[a]]\n[a]', '2:2', 'a is defined twice'],
    ['[a]\n[[a]]', '2:3', 'a is defined twice'],
    ['a = {}\n[a.b]', '2:2', 'a is defined already'],
    ['[a.b]\n[a]\nb.c = 1', '3:1', 'b is defined already'],
    ['a.b = 1\n[a]', '2:2', 'a is defined twice'],
    [`a = ${'['.repeat(50_000)}`, '1:1005', 'the values are nested too deeply'],
  ])('refuses %j at %s', (text, place, detail) => {
    verifies('wrap.refuses-broken');
    expect(() => toml(text)).toThrow(`config.toml:${place}: ${detail}`);
  });
});

describe('JSON with comments', () => {
  it.each([
    ['', {}],
    ['// nothing\n', {}],
    ['\ufeff{"a": ["\\u0041", 1e3, null,],/* c */}', { a: ['A', '<1e3>', '<null>'] }],
  ])('reads %j', (text, value) => {
    expect(json(text)).toEqual(value);
  });

  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', '3:3', 'a comma is missing'],
    ['{"a": }', '1:7', 'a value is missing'],
    ['{a: 1}', '1:2', 'a word that JSON does not know'],
    ["{'a': 1}", '1:2', 'a word that JSON does not know'],
    ['{"a": [1, 2}', '1:12', 'a comma is missing'],
    ['{"a": 1', '1:8', 'a } or a comma is missing'],
    ['{"a": "x\ny"}', '1:7', 'a string that does not end on its line'],
    ['{"a" 1}', '1:6', 'a : is missing'],
    ['{} {}', '1:4', 'there is more after the end of the object'],
    ['[1]', '1:1', 'the file does not hold an object'],
    [`${'['.repeat(100_000)}`, '1:1', 'the values are nested too deeply'],
  ])('refuses it with line and column: %#', (text, place, detail) => {
    verifies('wrap.refuses-broken');
    expect(() => json(text)).toThrow(`mcp.json:${place}: ${detail}`);
  });
});
