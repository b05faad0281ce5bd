import type { JsonNode } from '../model/json.ts';
import type { RpcId } from '../model/message.ts';

/**
 * The id that a JSON value makes, or undefined when it can be none (object, array, true, false, and
 * the words NaN and Infinity of lenient texts).
 *
 * `key` is equal exactly for ids that pair: numbers by their exact decimal value, however spelled
 * (1, 1.0 and 1e0; -0 is 0; 12345678901234567890 is not its neighbour), strings by their characters.
 *
 * @param bytes the frame that the node's offsets point into; gives `text` as spelled. Without it a
 *   string's `text` is its plainest spelling.
 */
export function rpcId(node: JsonNode, bytes?: Buffer): RpcId | undefined {
  if (node.kind === 'number') return numberId(node.text);
  if (node.kind === 'string') {
    const text = bytes?.toString('utf8', node.start, node.end) ?? JSON.stringify(node.value);
    return { kind: 'string', key: `s:${node.value}`, text };
  }
  return node.kind === 'literal' && node.value === null ? { kind: 'null' } : undefined;
}

function numberId(text: string): RpcId | undefined {
  const [, sign = '', whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return { kind: 'number', key: `n:${canonical(sign, whole, fraction, exponent)}`, text };
}

/** `-12e5` for any spelling of that value: digits without zeros at either end, times a power of ten. */
function canonical(sign: string, whole: string, fraction: string, exponent: string): string {
  const digits = whole + fraction;
  const first = firstNonZero(digits);
  if (first === digits.length) return '0';
  const end = lastNonZero(digits) + 1;
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - end);
  return `${sign}${digits.slice(first, end)}${power === 0n ? '' : `e${power}`}`;
}

/** Loops instead of patterns: a pattern for the zeros at the end takes quadratic time on long ones. */
function firstNonZero(digits: string): number {
  let at = 0;
  while (digits[at] === '0') at += 1;
  return at;
}

function lastNonZero(digits: string): number {
  let at = digits.length - 1;
  while (digits[at] === '0') at -= 1;
  return at;
}
