import type { Spelling } from '../../model/profile.ts';

/**
 * A number as a host writes it that has read it from JSON before. In: the number as it was sent. Out: as
 * it was sent when the host's way is not given.
 */
export function numberText(text: string, way: Spelling['numbers']): string {
  switch (way) {
    case undefined:
      return text;
    case 'javascript':
      // What is no double any more is written as null.
      return JSON.stringify(Number(text));
    case 'python':
      return isInteger(text) ? withoutMinusZero(text) : pythonFloat(Number(text));
    case 'rust':
      return withoutMinusZero(text.replace(/[eE]\+?(?=\d)/, 'e+').replace(/E(?=-)/, 'e'));
  }
}

function isInteger(text: string): boolean {
  return /^-?\d+$/.test(text);
}

function withoutMinusZero(text: string): string {
  return text === '-0' ? '0' : text;
}

/** Digits as JavaScript finds them, in Python's form: `100.0`, `1e-05`, `1e+16`, `Infinity`. */
function pythonFloat(value: number): string {
  if (!Number.isFinite(value)) return value < 0 ? '-Infinity' : 'Infinity';
  if (Object.is(value, -0)) return '-0.0';
  const [digits = '', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const sign = exponent < 0 ? '-' : '+';
    return `${digits}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  return value.toFixed(Math.max(1, fractionDigits(digits) - exponent));
}

function fractionDigits(digits: string): number {
  const point = digits.indexOf('.');
  return point < 0 ? 0 : digits.length - point - 1;
}
