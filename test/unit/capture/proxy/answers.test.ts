import { describe, expect, it } from 'vitest';
import { AnswerReader } from '../../../../src/capture/proxy/answer-reader.ts';
import fc from '../../../support/fast-check.ts';
import { verifies } from '../../../support/verifies.ts';

describe('answers of an upstream', () => {
  verifies('proxy:answers');

  it.each([
    ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', ['200 OK', 'ok', 'end']],
    ['no body', 'HTTP/1.1 204 No Content\r\n\r\n', ['204 No Content', 'end']],
    ['an empty reason', 'HTTP/1.1 200\r\ncontent-length:0\r\n\r\n', ['200 ', 'end']],
    [
      'chunks, an extension and trailers',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2;a=b\r\nok\r\nA\r\n0123456789\r\n0\r\nT: 1\r\nU:\t2 \r\n\r\n',
      ['200 OK', 'ok0123456789', 'end T=1 U=2'],
    ],
    [
      'a hint before',
      'HTTP/1.1 103 Early\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
      ['before 103', '200 OK', 'end'],
    ],
    ['no length', 'HTTP/1.1 200 OK\r\n\r\nto the end', ['200 OK', 'to the end', 'closed', 'end']],
    ['an old version', 'HTTP/1.0 200 OK\r\n\r\nx', ['200 OK', 'x', 'closed', 'end']],
  ])('with %s are read, however they are cut', (_, answer, expected) => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: answer.length })), (cuts) => {
        expect(read('POST', answer, cuts)).toEqual(expected);
      }),
      { examples: [[Array.from(answer, (_, at) => at)]] },
    );
  });

  it('to HEAD have no body, whatever their length says', () => {
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n';
    expect(read('HEAD', answer, [])).toEqual(['200 OK', 'end']);
  });

  it.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 2\r\n\r\nok'],
    ['a list of lengths', 'Content-Length: 2, 2\r\n\r\nok'],
    ['a length with a sign', 'Content-Length: +2\r\n\r\nok'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a folded header', 'A: 1\r\n  2\r\nContent-Length: 0\r\n\r\n'],
    ['a space before the colon', 'Content-Length : 2\r\n\r\nok'],
    ['a line without a colon', 'Content-Length\r\n\r\n'],
    ['a chunk without a size', 'Transfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n'],
    ['a size that is too large', `Transfer-Encoding: chunked\r\n\r\n${'F'.repeat(17)}\r\n`],
    [
      'a chunk that is longer than it says',
      'Transfer-Encoding: chunked\r\n\r\n1\r\nxx\r\n0\r\n\r\n',
    ],
    ['a line feed alone after a size', 'Transfer-Encoding: chunked\r\n\r\n1\nx\r\n0\r\n\r\n'],
    ['a head without end', `A: ${'x'.repeat(300_000)}`],
    ['trailers without end', `Transfer-Encoding: chunked\r\n\r\n0\r\n${'A: 1\r\n'.repeat(60_000)}`],
    ['bytes after its end', 'Content-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n\r\n'],
  ])('with %s are refused', (_, rest) => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 100 }), { maxLength: 5 }), (cuts) => {
        expect(() => read('POST', `HTTP/1.1 200 OK\r\n${rest}`, cuts)).toThrow(/^it|its|one of/);
      }),
      { numRuns: 20 },
    );
  });

  it('never end anything but themselves, whatever bytes they are', () => {
    const pieces = fc.constantFrom(
      'HTTP/1.1 200 OK',
      '\r\n',
      '\n',
      'Content-Length: 1',
      ':',
      '0',
      'x',
      'Transfer-Encoding: chunked',
      '1',
      ' ',
      '\r',
      '\0',
      'HTTP/1.1 100 C',
    );
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 30 }),
        fc.array(fc.nat({ max: 200 })),
        (parts, cuts) => {
          const text = parts.join('');
          const whole = outcome(() => read('POST', text, []).join('|'));
          expect(outcome(() => read('POST', text, cuts).join('|'))).toBe(whole);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

/** What a reader tells of an answer that comes in these pieces, and then closes. */
function read(method: string, answer: string, cuts: readonly number[]): string[] {
  const told: string[] = [];
  const reader = new AnswerReader();
  let isOver = false;
  reader.expect(method, {
    informed: ({ status }) => told.push(`before ${status}`),
    head: ({ status, message }) => told.push(`${status} ${message}`),
    data: (bytes) => addTo(told, bytes.toString('latin1')),
    ended: (trailers) => {
      isOver = true;
      const pairs = trailers.flatMap((name, at) =>
        at % 2 === 0 ? [`${name}=${trailers[at + 1]}`] : [],
      );
      told.push(['end', ...pairs].join(' '));
    },
  });
  const bytes = Buffer.from(answer, 'latin1');
  const ends = [...new Set([...cuts, bytes.length])]
    .filter((cut) => cut <= bytes.length)
    .sort((a, b) => a - b);
  let from = 0;
  for (const to of ends) {
    reader.push(bytes.subarray(from, to));
    from = to;
  }
  if (!isOver) told.push('closed');
  reader.connectionEnded();
  return told.map((each) => (each.startsWith(PART) ? each.slice(1) : each));
}

const PART = '+';

/** Pieces of one body are one; which there are is up to the cuts. */
function addTo(told: string[], part: string): void {
  const last = told.at(-1);
  if (last?.startsWith(PART)) told[told.length - 1] = last + part;
  else told.push(PART + part);
}

function outcome(act: () => string): string {
  try {
    return act();
  } catch {
    return 'refused';
  }
}
