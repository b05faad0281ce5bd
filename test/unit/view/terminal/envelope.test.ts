import { describe, expect, it } from 'vitest';
import type { FateKind } from '../../../../src/model/reading.ts';
import { envelopeRows } from '../../../../src/view/terminal/envelope.ts';
import type { Row } from '../../../../src/view/terminal/place.ts';
import { verifies } from '../../../support/verifies.ts';

/** `text | kind`, a line each; brackets have no kind. */
function rows(drawn: string): Row[] {
  return drawn
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [text = '', kind] = line.split(' | ');
      // The tests below write kinds only.
      return { text, kinds: kind === undefined ? [] : [kind as FateKind], note: undefined };
    });
}

function textOf(kept: readonly Row[]): string[] {
  return kept.map(({ text }) => text);
}

describe('the envelope of a message', () => {
  verifies('view:filters');

  it('keeps the brackets around what it keeps, and no others', () => {
    const kept = envelopeRows(
      rows(`
{
  "jsonrpc": "2.0", "id": 3, | envelope
  "result": {
    "tools": [
      { "name": "a", | renamed
        "schema": {
          "type": "object" | renamed
        }
      },
      { "name": "b" } | renamed
    ],
    "_meta": {
      "trace": 1 | envelope
    }
  }
}`),
    );
    expect(textOf(kept)).toEqual([
      '{',
      '  "jsonrpc": "2.0", "id": 3,',
      '  "result": {',
      '    "_meta": {',
      '      "trace": 1',
      '    }',
      '  }',
      '}',
    ]);
  });

  it('leaves the end of an item out with its beginning', () => {
    const kept = envelopeRows(
      rows(`
{
  "content": [ { "type": "text", | reads
    "text": "a" | reads
  } ],
  "id": 1 | envelope
}`),
    );
    expect(textOf(kept)).toEqual(['{', '  "id": 1', '}']);
  });

  it('is nothing where nothing is envelope', () => {
    expect(envelopeRows(rows('{\n  "a": 1 | host\n}'))).toEqual([]);
  });
});
