import { describe, expect, it } from 'vitest';
import { escapeBytes, escapeJsonString, escapeText } from '../../../../src/view/terminal/escape.ts';
import fc from '../../../support/fast-check.ts';
import { verifies } from '../../../support/verifies.ts';

// Written out here, not taken from the product: what no terminal may ever get from a recording.
const FORBIDDEN =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}\p{Cs}]/u;

const unit = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        '\u202e',
        '\u200b',
        '\u200d',
        '\ufe0f',
        '\u0301',
        '👨',
        '👧',
        'a',
        '\ud83d',
        '\u{e0041}',
      ),
    )
    .map((parts) => parts.join('')),
);

describe('escaped text', () => {
  verifies('view:escape');

  it('keeps an emoji with its selector and joiner', () => {
    const family = '👧\ufe0f\u200d👧';
    expect(escapeText(family, 'json')).toBe(family);
  });

  it.each(['code', 'json', 'name'] as const)(
    'holds nothing invisible, whatever comes in (%s)',
    (how) => {
      fc.assert(
        fc.property(unit, (text) => {
          const shown = escapeText(text, how);
          expect(shown).not.toMatch(FORBIDDEN);
          // A joiner may stay between two emoji only, a selector behind one.
          expect(shown).not.toMatch(
            /(?<!\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})\u200d/u,
          );
          expect(shown).not.toMatch(/\u200d(?!\p{Extended_Pictographic})/u);
          expect(shown).not.toMatch(/(?<![\p{Emoji}\p{Extended_Pictographic}])\ufe0f/u);
        }),
        { numRuns: 500 },
      );
    },
  );

  it('of JSON strings is the same string for a JSON parser', () => {
    fc.assert(
      fc.property(unit, (text) => {
        expect(JSON.parse(escapeJsonString(text))).toBe(text);
      }),
    );
  });

  it.each([
    ['\u001b[31mred\u0007', '\\x1b[31mred\\x07'],
    ['a\u202egnp.exe', 'a\\u202egnp.exe'],
    ['tag \u{e0041}', 'tag \\u{e0041}'],
    ['one\r\ntwo\ttab', 'one\\r\\ntwo\\ttab'],
    ['\ud83d alone', '\\ud83d alone'],
    ['\u0085\u009b\u007f', '\\x85\\x9b\\x7f'],
    ['\ufeffBOM \u2028', '\\ufeffBOM \\u2028'],
    ['\u0301 on nothing', '\\u0301 on nothing'],
    ['читать 读取 🎉 é e\u0301', 'читать 读取 🎉 é e\u0301'],
    ['👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3', '👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3'],
    ['a\u200db', 'a\\u200db'],
  ])('shows %j as %j', (text, shown) => {
    expect(escapeText(text)).toBe(shown);
  });

  it('names what is invisible for people who look for what the model reads', () => {
    verifies('view:invisible-names');
    const text = 'a\u200b\u202e\u001b\u{e0041}\u{e0100}\ufe01\u2066\u3164';
    expect(escapeText(text, 'name')).toBe('a⟨ZWSP⟩⟨RLO⟩⟨ESC⟩⟨TAG:A⟩⟨VS17⟩⟨VS2⟩⟨LRI⟩⟨U+3164⟩');
  });

  it('stops a tower of marks from covering other lines', () => {
    const shown = escapeText(`a${'\u0301'.repeat(100)}`);
    expect(shown.match(/\u0301/g)?.length).toBe(8);
  });
});

describe('escaped bytes', () => {
  it('show text as text and every other byte by its value', () => {
    verifies('view:raw-bytes');
    const bytes = Buffer.from('Messger\xe4t \xff', 'latin1');
    expect(escapeBytes(bytes)).toBe('Messger\\xE4t \\xFF');
    expect(escapeBytes(Buffer.from('读取 \u001b'))).toBe('读取 \\x1b');
    expect(escapeBytes(Buffer.from([0xe8, 0xaf, 0xbb, 0xe8, 0xaf]))).toBe('读\\xE8\\xAF');
    expect(escapeBytes(Buffer.from([0xed, 0xa0, 0x80, 0xc0, 0x80, 0xf5]))).toBe(
      '\\xED\\xA0\\x80\\xC0\\x80\\xF5',
    );
  });

  it('never fail and never let a control character through', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(escapeBytes(Buffer.from(bytes))).not.toMatch(FORBIDDEN);
      }),
    );
  });
});
