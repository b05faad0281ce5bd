/** A run of base64, plain or for URLs; linear, because it begins only where such a run does. */
const RUN = /(?<![\w+/=-])[\w+/-]{16,344}={0,2}(?![\w+/=-])/g;

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
  const plain = Buffer.from(encoded, 'base64').toString('latin1');
  return CREDENTIALS.test(plain) && !ID.test(plain);
}
