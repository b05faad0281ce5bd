import { describe, expect, it } from 'vitest';
import { numberText } from '../../../src/reading/stages/numbers.ts';
import fc from '../../support/fast-check.ts';
import { verifies } from '../../support/verifies.ts';

describe('a number after a host has read it', () => {
  // As the canary's number and its neighbours arrived on 2026-11-30, when a server sent these instead.
  it.each([
    ['javascript', '1915883588174806000', '1', '100', '0'],
    ['python', '1915883588174806058', '1.0', '100.0', '0'],
    ['rust', '1915883588174806058', '1.0', '1e+2', '0'],
  ] as const)('is spelled as it was measured: %s', (way, ...expected) => {
    verifies('reading/spelling', 'reading/measured');
    const sent = ['1915883588174806058', '1.0', '1e2', '-0'];
    expect(sent.map((each) => numberText(each, way))).toEqual(expected);
  });

  it('is as it was sent when nobody knows', () => {
    verifies('reading/spelling');
    for (const sent of ['1.50', '1E+2', '-0', '1e999'])
      expect(numberText(sent, undefined)).toBe(sent);
  });

  it('is a float of Python in its own form', () => {
    verifies('reading/spelling');
    const floats = ['1e16', '1e15', '0.0001', '0.00001', '1.5e-7', '-0.0', '1e999', '12.30', '2e3'];
    expect(floats.map((each) => numberText(each, 'python'))).toEqual([
      '1e+16',
      '1000000000000000.0',
      '0.0001',
      '1e-05',
      '1.5e-07',
      '-0.0',
      'Infinity',
      '12.3',
      '2000.0',
    ]);
    expect(['1E2', '1e-2', '2.50', '-0.0'].map((each) => numberText(each, 'rust'))).toEqual([
      '1e+2',
      '1e-2',
      '2.50',
      '-0.0',
    ]);
  });

  it('keeps its value where it is spelled as a double', () => {
    verifies('reading/spelling');
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = JSON.stringify(value);
        for (const way of ['javascript', 'python', 'rust'] as const)
          expect(Number(numberText(text, way))).toBe(Number(text));
      }),
    );
  });
});
