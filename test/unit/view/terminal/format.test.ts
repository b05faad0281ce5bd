import { describe, expect, it } from 'vitest';
import {
  age,
  bytes,
  count,
  duration,
  grouped,
  moment,
  percent,
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
    [999_900, '1 MB'],
    [2_250_000, '2.25 MB'],
    [3_000_000_000, '3 GB'],
  ])('%i bytes are %s', (size, text) => {
    expect(bytes(size)).toBe(text);
  });

  it('never round a share to nothing or all', () => {
    expect(percent(412, 655)).toBe('63 %');
    expect(percent(1, 100_000)).toBe('<1 %');
    expect(percent(99_999, 100_000)).toBe('99 %');
    expect(percent(0, 0)).toBe('0 %');
    expect(percent(5, 5)).toBe('100 %');
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
