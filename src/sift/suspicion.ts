import { isSaid } from '../check/evidence/contradiction.ts';
import { failureInObject, failureSign } from '../check/evidence/failure-text.ts';
import type { CallScan } from './call-scan.ts';
import { isTellingText } from './telling.ts';

/**
 * Might a result that is called a success be a failure (`content/soft-error`)? Answers for the rule where it
 * is sure of a no; a yes leaves it to the rule.
 */
export function mayBeFailure(bytes: Buffer, scan: CallScan): boolean {
  return inText(bytes, scan) || inStructured(bytes, scan);
}

/**
 * Might a text of a result be JSON that says something else than its structured content
 * (`content/structured-differs`)? As above: a no is certain.
 */
export function mayContradict(bytes: Buffer, scan: CallScan): boolean {
  if (!scan.mayHoldJson || scan.structuredEnd === scan.structuredStart) return false;
  // The scan found a valid string there; of several only one that says the same settles it.
  const text = JSON.parse(bytes.toString('utf8', scan.textStart, scan.textEnd)) as string;
  const structured = bytes.toString('utf8', scan.structuredStart, scan.structuredEnd);
  return !isSaid(text, structured);
}

function inText(bytes: Buffer, { textStart, textEnd }: CallScan): boolean {
  if (textEnd - textStart <= 2) return false;
  if (!isTellingText(bytes, textStart + 1, textEnd - 1)) return false;
  const spelled = bytes.toString('utf8', textStart, textEnd);
  if (OBJECT.test(spelled) && !KEYS.test(spelled)) return false;
  // The scan found a valid string there.
  return failureSign(JSON.parse(spelled) as string) !== undefined;
}

const OBJECT = /^"(?:\\[nrt]|\s)*\{/;

/** Keys by which the rule knows a failure, in a text that is JSON itself; an escape may be any letter. */
const KEYS =
  /"[_-]*(?:e[_-]*(?:r[_-]*r|x)|f[_-]*a|i[_-]*s|h[_-]*(?:a|t)|s[_-]*(?:u|t)|o[_-]*k|c[_-]*o|d[_-]*e|m[_-]*e|[^\x20-\x7e])|\\u/i;

function inStructured(bytes: Buffer, scan: CallScan): boolean {
  if (!scan.isStructuredTelling) return false;
  const text = bytes.toString('utf8', scan.structuredStart, scan.structuredEnd);
  // The scan found a valid object there.
  const value = JSON.parse(text) as { readonly [key: string]: unknown };
  return failureInObject(value) !== undefined;
}
