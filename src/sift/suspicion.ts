import { isSaid } from '../check/evidence/contradiction.ts';
import { failureInObject, failureSign } from '../check/evidence/failure-text.ts';
import type { ScannedLine } from '../recording/scan/scanned-line.ts';
import type { Span } from '../recording/text-hash.ts';
import { isTellingText } from './telling.ts';

/**
 * Might a result that is called a success be a failure (`content/soft-error`)? Answers for the rule where it
 * is sure of a no; a yes leaves it to the rule.
 */
export function mayBeFailure(line: ScannedLine): boolean {
  return inText(line.text) || (line.mayTell && inStructured(line.structured));
}

/**
 * Might a text of a result be JSON that says something else than its structured content
 * (`content/structured-differs`)? As above: a no is certain.
 */
export function mayContradict({ mayHoldJson, structured, text }: ScannedLine): boolean {
  if (!mayHoldJson || structured.end === structured.start) return false;
  // The scan found a valid string there; of several only one that says the same settles it.
  return !isSaid(JSON.parse(spelled(text)) as string, spelled(structured));
}

function inText(text: Span): boolean {
  const { bytes, start, end } = text;
  if (end - start <= 2) return false;
  if (!isTellingText(bytes, start + 1, end - 1)) return false;
  const found = spelled(text);
  if (OBJECT.test(found) && !KEYS.test(found)) return false;
  // The scan found a valid string there.
  return failureSign(JSON.parse(found) as string) !== undefined;
}

const OBJECT = /^"(?:\\[nrt]|\s)*\{/;

/** Keys by which the rule knows a failure, in a text that is JSON itself; an escape may be any letter. */
const KEYS =
  /"[_-]*(?:e[_-]*(?:r[_-]*r|x)|f[_-]*a|i[_-]*s|h[_-]*(?:a|t)|s[_-]*(?:u|t)|o[_-]*k|c[_-]*o|d[_-]*e|m[_-]*e|[^\x20-\x7e])|\\u/i;

function inStructured(structured: Span): boolean {
  // The scan found a valid object there.
  const value = JSON.parse(spelled(structured)) as { readonly [key: string]: unknown };
  return failureInObject(value) !== undefined;
}

function spelled({ bytes, start, end }: Span): string {
  return bytes.toString('utf8', start, end);
}
