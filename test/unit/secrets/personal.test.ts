import { describe, expect, it } from 'vitest';
import { PERSONAL_SHAPES, personalValues } from '../../../src/secrets/personal.ts';
import fc from '../../support/fast-check.ts';
import { verifies } from '../../support/verifies.ts';

/** Every value of every shape in a text, as `name: value`. */
function found(text: string): string[] {
  return PERSONAL_SHAPES.flatMap((shape) =>
    personalValues(text, shape).map(({ value }) => `${shape.name}: ${value}`),
  );
}

describe('personal values', () => {
  verifies('secrets:personal');

  it.each([
    ['write to siti.aminah+kos@example.co.id, please', ['email: siti.aminah+kos@example.co.id']],
    ['call 0812-3456-7890 now', ['phone: 0812-3456-7890']],
    ['+62 812 3456 7890', ['phone: +62 812 3456 7890']],
    ['{"nik":"3171234101120003"}', ['nik: 3171234101120003']],
    ['born as a woman: 3171235204150003.', ['nik: 3171235204150003']],
    ['paid by 4111 1111 1111 1111', ['card: 4111 1111 1111 1111']],
    ['to DE89 3704 0044 0532 0130 00 SOON', ['iban: DE89 3704 0044 0532 0130 00']],
    ['GB82WEST12345698765432', ['iban: GB82WEST12345698765432']],
    ['/home/siti/server.js', ['home: siti']],
    ['C:\\Users\\Siti A\\x', ['home: Siti']],
  ])('finds %s', (text, values) => {
    expect(found(text)).toEqual(values);
  });

  it.each([
    ['a time', '2026-11-30T10:10:00.123456Z'],
    ['a date in digits', '20261130'],
    ['a version', '0.12.3456789'],
    ['a large number', '12345678901234567890'],
    ['sixteen digits without a date', '3171239988120004'],
    ['a card number with a wrong digit', '4111 1111 1111 1112'],
    ['an account number with a wrong digit', 'DE88370400440532013000'],
    ['a decorator', '@app.tool()'],
    ['a package', 'mcp@1.2.3'],
    ['an identifier', '019acd3e-2f1b-7a40-8c5d-0123456789ab'],
    ['a home of nobody', '/home/node/app and /Users/Shared'],
    ['a page of users', 'https://example.org/users/4'],
    ['zeros', '000000000000'],
  ])('leaves %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });

  it('takes time in proportion to the text, whatever it holds', () => {
    const piece = fc.constantFrom('0', '8', ' ', '-', '@', 'a', '.', 'AB12', '+');
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
        const text = pieces.join('').repeat(20_000);
        const from = performance.now();
        found(text);
        expect(performance.now() - from).toBeLessThan(2000);
      }),
      { numRuns: 30 },
    );
  });
});
