import { describe, expect, it } from 'vitest';
import { LineSplitter } from '../../../src/wire/lines.ts';
import { verifies } from '../../support/verifies.ts';

describe('LineSplitter', () => {
  it('cuts at line feeds and keeps the two line ends apart', () => {
    verifies('wire:lf-only');
    expect(split('a\nb\r\n\n\r\nc')).toEqual([
      ['a', '\n'],
      ['b', '\r\n'],
      ['', '\n'],
      ['', '\r\n'],
      ['c', ''],
    ]);
  });

  it.each([
    ['a bare CR', 'a\rb'],
    ['two CRs', 'a\r\r'],
    ['U+0085', 'a\u0085b'],
    ['U+2028', 'a\u2028b'],
    ['U+2029', 'a\u2029b'],
    ['vertical tab and form feed', 'a\vb\fc'],
    ['a byte order mark', '\ufeffa'],
    ['white space at both ends', ' \t a \t '],
    ['NUL', 'a\0b'],
  ])('does not cut at or strip %s', (_name, text) => {
    verifies('wire:lf-only');
    expect(split(`${text}\n`)).toEqual([[text, '\n']].map(crStripped));
  });

  it('finds CRLF that is cut between two chunks', () => {
    expect(split('a\r', '\nb\n')).toEqual([
      ['a', '\r\n'],
      ['b', '\n'],
    ]);
  });

  it('keeps a CR at the end of the stream: no line feed came', () => {
    verifies('wire:last-line');
    expect(split('a\r')).toEqual([['a\r', '']]);
  });

  it('has no last line when the stream ends after a line feed, or is empty', () => {
    verifies('wire:last-line');
    expect(split('a\n')).toEqual([['a', '\n']]);
    expect(split()).toEqual([]);
    expect(split('')).toEqual([]);
  });

  it('joins a character that arrives byte by byte', () => {
    verifies('wire:any-chunks');
    const text = '读取 — 🎉 ok';
    const chunks = [...Buffer.from(`${text}\n`)].map((byte) => Buffer.from([byte]));
    expect(split(...chunks)).toEqual([[text, '\n']]);
  });

  it('hands out bytes that are no UTF-8 as they are', () => {
    const splitter = new LineSplitter();
    const bytes = Buffer.from([0x4d, 0xe4, 0x74, 0xff]);
    expect(splitter.push(Buffer.concat([bytes, Buffer.from('\n')]))).toEqual([
      { bytes, eol: '\n' },
    ]);
  });

  it('counts the bytes that wait for a line end', () => {
    const splitter = new LineSplitter();
    splitter.push(Buffer.from('a\nbcd'));
    splitter.push(Buffer.from('e\r'));
    expect(splitter.pendingBytes).toBe(5);
    splitter.push(Buffer.from('\nf'));
    expect(splitter.pendingBytes).toBe(1);
    splitter.end();
    expect(splitter.pendingBytes).toBe(0);
    expect(splitter.end()).toBeUndefined();
  });

  it('does not change a chunk, and returns lines in place where it can', () => {
    const chunk = Buffer.from('abc\ndef');
    const splitter = new LineSplitter();
    const [line] = splitter.push(chunk);
    expect(line?.bytes.buffer).toBe(chunk.buffer);
    expect(chunk.toString()).toBe('abc\ndef');
  });
});

describe('a line of megabytes', () => {
  verifies('wire:linear-time');

  it('that comes byte by byte is joined in linear time', () => {
    const splitter = new LineSplitter();
    const byte = Buffer.from('a');
    // Joined again for every byte, this would copy 4.5 TB.
    for (let index = 0; index < 3_000_000; index += 1) splitter.push(byte);
    const [line] = splitter.push(Buffer.from('\n'));
    expect(line?.bytes.length).toBe(3_000_000);
  });

  it('that comes in pipe-sized chunks is joined in linear time', () => {
    const splitter = new LineSplitter();
    const chunk = Buffer.alloc(4096, 'a');
    // Joined again for every chunk, this would copy 270 GB.
    for (let index = 0; index < 16_384; index += 1) splitter.push(chunk);
    expect(splitter.pendingBytes).toBe(64 * 1024 * 1024);
    expect(splitter.end()?.bytes.length).toBe(64 * 1024 * 1024);
  });
});

function split(...chunks: (string | Buffer)[]): [string, string][] {
  const splitter = new LineSplitter();
  const lines = chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk)));
  const last = splitter.end();
  return [...lines, ...(last ? [last] : [])].map((line) => [line.bytes.toString(), line.eol]);
}

/** A CR just before the line feed belongs to the line end. */
function crStripped([text = '', eol = '']: string[]): [string, string] {
  return text.endsWith('\r') ? [text.slice(0, -1), '\r\n'] : [text, eol];
}
