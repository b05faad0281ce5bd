import { createHash } from 'node:crypto';
import type { JsonValue } from '../model/json.ts';

const LONGEST = 160;

/** A value as JSON in one line; of a long one both ends, its length, and a sum by which it is told apart. */
export function shortly(value: JsonValue): string {
  const text = JSON.stringify(value);
  if (text.length <= LONGEST) return text;
  const sum = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return `${text.slice(0, 90)} … ${text.slice(-40)} (${text.length} characters, ${sum})`;
}
