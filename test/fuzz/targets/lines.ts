import { StderrSplitter } from '../../../src/capture/stderr.ts';
import { LineSplitter } from '../../../src/wire/lines.ts';
import { chunksOf, type FuzzTarget, holds, same } from '../target.ts';

/** The lines of a stream are the same however it is cut, and give back its bytes. */
export const target: FuzzTarget = {
  promise: 'lines are the same in any chunks, and give back every byte',
  longest: 24_000,
  seeds: [
    Buffer.concat([Buffer.from('Error: no\n\r'), Buffer.alloc(20_000, 'é')]),
    '{"a":1}\n{"b":2}\r\nc',
    '\r\r\n\n',
    Buffer.from('é\u2028\u0085\n'),
  ],
  run: (bytes) => {
    const splitter = new LineSplitter();
    const lines = chunksOf(bytes).flatMap((chunk) => splitter.push(chunk));
    const last = splitter.end();
    const all = last ? [...lines, last] : lines;
    const parts = all.flatMap((line) => [line.bytes, Buffer.from(line.eol)]);
    same(Buffer.concat(parts), bytes, 'the lines put together');
    const plainly = bytes.toString('latin1').split('\n');
    holds(lines.length === plainly.length - 1, 'a line for each line feed');
    for (const [index, { bytes: found, eol }] of all.entries()) {
      const wanted = plainly[index] ?? '';
      const ends = index < lines.length ? (wanted.endsWith('\r') ? '\r\n' : '\n') : '';
      same(eol, ends, 'the end of a line');
      same(found, ends === '\r\n' ? wanted.slice(0, -1) : wanted, 'a line');
    }
    const errors = new StderrSplitter();
    const told = [...chunksOf(bytes).flatMap((chunk) => errors.push(chunk)), ...errors.end()];
    const pieces = told.flatMap((piece) => [piece.bytes, Buffer.from(piece.eol)]);
    same(Buffer.concat(pieces), bytes, 'the pieces of standard error put together');
    holds(errors.lastWords.length <= 5, 'the last words are few');
  },
};
