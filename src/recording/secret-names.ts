/** Words that make a name (of an option, variable, header, URL parameter) the name of a secret. */
const SECRET = new Set(
  'token secret password passwd passphrase pwd pw apikey authtoken accesstoken credential credentials authorization bearer cookie pat jwt signature sig'.split(
    ' ',
  ),
);

/** `key` alone names many things; behind one of these words it is a secret. */
const KEY_OWNERS = new Set(
  'api access secret private auth app master account service encryption signing subscription license client x'.split(
    ' ',
  ),
);

/** Last words that make it the name of something about a secret: where it is, how many, which kind. */
const ABOUT = new Set(
  'file path dir folder name names id ids url uri endpoint type types kind ttl limit limits count budget size max min length header headers env var prefix timeout expiry format source store provider helper command cmd mode policy issuer audience scope scopes'.split(
    ' ',
  ),
);

/** First words of switches, which take no value: `--no-token`, `--use-password`. */
const SWITCHES = new Set(
  'no use enable disable with without require skip allow show print check verify ask prompt'.split(
    ' ',
  ),
);

/**
 * Does a value of this name belong to nobody else? `--api-key`, `GITHUB_TOKEN`, `x-api-key`,
 * `dbPassword` do; `--max-tokens`, `--tokenizer`, `--token-file`, `--keyboard` do not.
 */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (ABOUT.has(last) || SWITCHES.has(words[0] ?? '')) return false;
  return words.some((word, index) => SECRET.has(word) || isKey(word, words[index - 1]));
}

/** The same for a URL's query, where `key` and `code` alone are secrets too. */
export function isSecretParameter(name: string): boolean {
  return isSecretName(name) || /^(key|code|auth|sas)$/i.test(name);
}

/** `--auth`, `--key`: a secret, or a method, a file, a switch; the value has to decide. */
export function isDoubtfulName(name: string): boolean {
  return ['auth', 'key'].includes(wordsOf(name).at(-1) ?? '') && !isSwitch(name);
}

/** Long, without a path or extension, letters and digits mixed: no word that somebody typed. */
export function looksRandom(text: string): boolean {
  return /^[\w+=~-]{16,}$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text);
}

/** `--user`, `--auth`, `--proxy-user`: what follows may be `name:password`. */
export function isUserName(name: string): boolean {
  return ['user', 'auth', 'login'].includes(wordsOf(name).at(-1) ?? '') && !isSwitch(name);
}

function isSwitch(name: string): boolean {
  return SWITCHES.has(wordsOf(name)[0] ?? '');
}

function isKey(word: string, before: string | undefined): boolean {
  return word === 'key' && before !== undefined && KEY_OWNERS.has(before);
}

/** `--dbPassword`, `DB_PASSWORD`, `db.password` are the same two words. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
