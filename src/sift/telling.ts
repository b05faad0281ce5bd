/**
 * The first letters of all texts that look like failures to `check/evidence/failure-text.ts`, in lower case.
 * More may begin so; those are judged by the rule itself.
 */
const BEGINNINGS =
  'a ,an ,acces,authen,author,bad ,can,coul,connec,err,excep,fail,fatal,forbid,gagal,http,inter,kesal,not ,pani,permis,reque,terja,the f,trace,una,unex,unh,unk';
/** The same of members of an object by which the rule knows a failure, without `_` and `-`. */
export const TELLING_KEYS: readonly string[] =
  'code,detail,err,excep,fail,haserr,http,iserr,issuc,message,ok,stat,succ'.split(',');

type Prefixes = readonly (readonly Uint8Array[] | undefined)[];

/** By their first letter. */
function prefixes(words: string): Prefixes {
  const found: Uint8Array[][] = [];
  for (const word of words.split(',')) {
    const [first = 0, ...rest] = Buffer.from(word);
    const known = found[first] ?? [];
    known.push(Uint8Array.from(rest));
    found[first] = known;
  }
  return found;
}

const TEXTS = prefixes(BEGINNINGS);

/**
 * May a text, as it is spelled between its quotes, be the beginning of a failure, or an object that tells of
 * one? A no is certain.
 */
export function isTellingText(bytes: Uint8Array, start: number, end: number): boolean {
  const first = firstWord(bytes, start, end);
  if (first < 0) return true;
  if (first >= end) return false;
  const letter = (bytes[first] ?? 0) | 0x20;
  if (isDigit(letter)) return letter === 0x34 || letter === 0x35;
  for (const rest of TEXTS[letter] ?? []) if (continues(bytes, first + 1, rest)) return true;
  return endsAsError(bytes, first, end);
}

/** Past marks, blanks and short escapes; -1 where a bracket, or an escape that may be a letter, stands there. */
function firstWord(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x7b) return -1;
    if (byte === 0x5c) {
      at += 1;
      if (bytes[at] === 0x75) return -1;
    } else if (isWord(byte) && byte !== 0x5f && byte !== 0x2e) return at;
  }
  return end;
}

function continues(bytes: Uint8Array, start: number, rest: Uint8Array): boolean {
  for (let nth = 0; nth < rest.length; nth += 1) {
    const byte = bytes[start + nth] ?? 0;
    // An escape may be any letter.
    if (byte === 0x5c) return true;
    if ((byte | 0x20) !== rest[nth]) return false;
  }
  return true;
}

const ERROR = Buffer.from('error');
const EXCEPTION = Buffer.from('exception');

/** `ValueError:`, `some.Exception(`: the first word is the name of an error. */
function endsAsError(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && isWord(bytes[at] ?? 0)) at += 1;
  if (bytes[at] === 0x5c && bytes[at + 1] === 0x75) return true;
  const length = at - start;
  return (
    (length > ERROR.length && continues(bytes, at - ERROR.length, ERROR)) ||
    (length > EXCEPTION.length && continues(bytes, at - EXCEPTION.length, EXCEPTION))
  );
}

/** Letters, digits, `_` and `.`. */
function isWord(byte: number): boolean {
  const lower = byte | 0x20;
  return (
    (lower >= 0x61 && lower <= 0x7a) ||
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x5f ||
    byte === 0x2e
  );
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
