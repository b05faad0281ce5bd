import { aroundPlaceholders, isPlaceholder } from './placeholders.ts';

/** A run of base64, plain or for URLs; linear, because it begins only where such a run does. */
const RUN = /(?<![\w+/-])[\w+/-]{16,65536}={0,2}(?![\w+/=-])/g;

/**
 * `name:password` as HTTP's Basic scheme writes it (RFC 7617), small letters first: `Type:id`, `04:User1`
 * and `offset:100` are ids and cursors, which many servers write in the same way.
 */
const CREDENTIALS = /^[a-z][\w.@+-]{0,63}:(?=.*[a-z])(?=.*[^a-z])(?![/\d])[\x21-\x7e]{8,}$/i;
const ID = /^(?:[A-Z]|[^:]*:[\da-f]{8}-[\da-f]{4}-)/;

/** Replaces each base64 in a text that holds a name and a password, wherever it stands. */
export function replaceCredentials(text: string, by: (value: string) => string): string {
  return text.replaceAll(RUN, (found) => (holdsCredentials(found) ? by(found) : found));
}

function holdsCredentials(encoded: string): boolean {
  if (encoded.length > 344) return false;
  const plain = Buffer.from(encoded, 'base64').toString('latin1');
  return CREDENTIALS.test(plain) && !ID.test(plain);
}

/** Replaces each base64 that is a text in which something is found. */
export function replaceBase64(
  text: string,
  isFoundIn: (plain: string) => boolean,
  by: (value: string) => string,
): string {
  return text.replaceAll(RUN, (found) => {
    const plain = Buffer.from(found, 'base64').toString('utf8');
    return PRINTED.test(plain) && isFoundIn(plain) ? by(found) : found;
  });
}

/** Does a base64 begin as a text does? Pictures and sounds do not. */
export function beginsAsText(encoded: string): boolean {
  return PRINTED.test(Buffer.from(encoded.slice(0, 64), 'base64').toString('latin1'));
}

/** Text that somebody wrote; anything else decodes to controls and replacement characters. */
const PRINTED = /^[\t\n\r\x20-\x7e\u00a0-\ud7ff]{10,}$/;

/** A word that may hold escapes: no space, no quote, nothing of a placeholder. */
const WORD = /[^\s"'<>«»]{6,4096}/g;
/** What divides the parts of a URL's query, each of which is escaped alone. */
const DIVIDED = /([&=?#;,])/;

/**
 * Looks behind the escapes of URLs (`%40`) and of JSON (`\u0040`, `\/`) in a text that nobody could parse.
 * What is around a find is escaped again; a word in which nothing is found keeps its bytes.
 */
export function throughEscapes(text: string, redact: (plain: string) => string): string {
  if (!/%[\da-f]{2}|\\[u/]/i.test(text)) return text;
  return text.replaceAll(WORD, (word) => {
    if (!word.includes('%') && !word.includes('\\')) return word;
    const unquoted = looked(word, fromJson, intoJson, redact);
    if (unquoted !== word || !word.includes('%')) return unquoted;
    return word
      .split(DIVIDED)
      .map((part) => looked(part, fromUrl, encodeURIComponent, redact))
      .join('');
  });
}

function looked(
  word: string,
  decode: (word: string) => string,
  encode: (text: string) => string,
  redact: (plain: string) => string,
): string {
  const plain = decode(word);
  if (plain === word) return word;
  const redacted = redact(plain);
  if (redacted === plain) return word;
  return aroundPlaceholders(redacted)
    .map((piece) => (isPlaceholder(piece) ? piece : encode(piece)))
    .join('');
}

function fromUrl(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

function fromJson(word: string): string {
  return word
    .replaceAll(/\\u00([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\\/', '/');
}

function intoJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
