import { describe, expect, it } from 'vitest';
import {
  age,
  bytes,
  count,
  duration,
  grouped,
  moment,
} from '../../../../src/view/terminal/format.ts';

describe('numbers for people', () => {
  it.each([
    [0, '0 ms'],
    [412, '0.4 ms'],
    [31_000, '31 ms'],
    [999_400, '999 ms'],
    [999_600, '1 s'],
    [1_234_000, '1.2 s'],
    [59_940_000, '59.9 s'],
    [59_960_000, '1 min'],
    [125_000_000, '2 min 5 s'],
    [3_840_000_000, '1 h 4 min'],
    [-5_000, '-5 ms'],
  ])('%i µs are %s', (micros, text) => {
    expect(duration(micros)).toBe(text);
  });

  it.each([
    [1, '1 byte'],
    [655, '655 bytes'],
    [12_400, '12.4 kB'],
    [100_000, '100 kB'],
    [1_200, '1.20 kB'],
    [9_996, '10.0 kB'],
    [23_000, '23.0 kB'],
    [99_960, '100 kB'],
    [999_900, '1.00 MB'],
    [2_250_000, '2.25 MB'],
    [3_000_000_000, '3.00 GB'],
  ])('%i bytes are %s, in three digits', (size, text) => {
    expect(bytes(size)).toBe(text);
  });

  it('count, group and date', () => {
    expect(count(1, 'exchange')).toBe('1 exchange');
    expect(count(1204, 'exchange')).toBe('1,204 exchanges');
    expect(grouped(1234567)).toBe('1,234,567');
    expect(moment(Date.UTC(2026, 10, 30, 10, 10) * 1000)).toBe('2026-11-30 10:10:00 UTC');
    expect(moment(Number.NaN)).toBe('at an unknown time');
    const now = Date.UTC(2026, 10, 30, 10) * 1000;
    expect([age('2026-11-30', now), age('2026-11-29', now), age('2026-08-22', now)]).toEqual([
      'today',
      '1 day old',
      '100 days old',
    ]);
  });
});
