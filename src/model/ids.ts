import type { JsonNode } from './json.ts';
import type { RpcId } from './message.ts';

/**
 * A JSON value as an id: of a request or an answer, of what `notifications/cancelled` names, or a
 * progress token. Undefined when the value cannot be one (an object, an array, true, false).
 */
export function rpcId(node: JsonNode | undefined): RpcId | undefined {
  if (node?.kind === 'string')
    return { kind: 'string', key: `s:${node.value}`, text: JSON.stringify(node.value) };
  if (node?.kind === 'number')
    return { kind: 'number', key: `n:${canonicalNumber(node.text)}`, text: node.text };
  return node?.kind === 'literal' && node.value === null ? { kind: 'null' } : undefined;
}

/**
 * One spelling for each number, whatever its length: 1, 1.0 and 10e-1 become `1`; -0 becomes `0`;
 * 12345678901234567890 keeps all its digits, which a double would not.
 */
function canonicalNumber(text: string): string {
  if (/^(0|-?[1-9]\d{0,14})$/.test(text)) return text;
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  // NaN and Infinity, which only lenient readers accept, stay as spelled.
  if (!parts) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  // Nobody counts this far; a bigint of that many digits would only cost time.
  if (exponent.length > 20) return text;
  const significant = stripZeros(whole + fraction);
  if (significant.digits === '') return '0';
  const scale = BigInt(exponent) - BigInt(fraction.length) + BigInt(significant.trailing);
  return sign + withScale(significant.digits, scale);
}

function stripZeros(digits: string): { digits: string; trailing: number } {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  let start = 0;
  while (start < end && digits[start] === '0') start += 1;
  return { digits: digits.slice(start, end), trailing: digits.length - end };
}

/** Integers of up to 15 digits are written out, so that they equal the short cut above. */
function withScale(digits: string, scale: bigint): string {
  const zeros = scale >= 0n && BigInt(digits.length) + scale <= 15n ? Number(scale) : undefined;
  return zeros === undefined ? `${digits}e${scale}` : digits + '0'.repeat(zeros);
}
