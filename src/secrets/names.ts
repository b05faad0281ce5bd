/** Words that make a name (of an option, variable, header, URL parameter) the name of a secret. */
const SECRET = new Set(
  'token secret secrets password passwords passwd passphrase passcode passkey pwd pw apikey apikeys credential credentials cred creds authorization bearer cookie cookies pat jwt signature sig mnemonic'.split(
    ' ',
  ),
);

/** How a name ends that is written as one word: `DBPASSWORD`, `githubtoken`, `SECRETKEY`. */
const SECRET_END =
  /(?:password|passwd|passphrase|secret|token|credentials?|(?:api|access|secret|private|auth|account|master|signing|encryption)key)$/;

/** In front of `token` they make it a place in a list, a piece of text, or a measure. */
const NO_TOKENS = new Set(
  'progress page next prev previous continuation cursor max min eos bos pad unk sep cls stop'.split(
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
  if (last === 'pass' && !PASSES.has(words.at(-2) ?? '')) return true;
  return words.some((word, index) => isSecretWord(word, words[index - 1]));
}

function isSecretWord(word: string, before: string | undefined): boolean {
  if (word === 'token' && before !== undefined) return !NO_TOKENS.has(before);
  if (NO_TOKENS.has(word.replace(/token$/, ''))) return false;
  return SECRET.has(word) || SECRET_END.test(word) || isKey(word, before);
}

/** `--pass` is a password, `--two-pass` a way to work. */
const PASSES = new Set('first second last one two single multi low high band by render'.split(' '));

/**
 * The same for the name of an HTTP header. Headers are told from other names, so that words count
 * which mean too much elsewhere: `X-Auth`, `X-Access`, `X-Functions-Key`, `X-Session-Hash`.
 */
export function isSecretHeader(name: string): boolean {
  const lower = name.toLowerCase();
  if (NO_SECRETS.has(lower) || lower.startsWith('access-control-')) return false;
  const words = wordsOf(name);
  if (ABOUT_HEADERS.has(words.at(-1) ?? '')) return false;
  return isSecretName(name) || words.some((word) => IN_HEADERS.has(word));
}

const NO_SECRETS = new Set(
  'sec-websocket-key idempotency-key surrogate-key x-cache-key www-authenticate proxy-authenticate'.split(
    ' ',
  ),
);
const IN_HEADERS = new Set(
  'auth authentication authorization access key session token secret credential credentials cookie signature'.split(
    ' ',
  ),
);
const ABOUT_HEADERS = new Set(
  'type kind ttl limit remaining reset limits count size length timeout expiry expires mode policy format scope scopes issuer audience provider url uri endpoint required'.split(
    ' ',
  ),
);

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

/**
 * Does a segment of a URL's path look like a secret? Servers hand out addresses that only their owner
 * is to know. Words and numbers with hyphens between, `release-notes-2026`, are a name.
 */
export function isSecretSegment(segment: string): boolean {
  return looksRandom(segment) && !segment.split(/[-_+~=]+/).every((word) => IN_NAMES.test(word));
}

const IN_NAMES = /^([A-Z]?[a-z]*|[A-Z]+|[vV]?\d{1,8}|[a-z]+\d{1,2})$/;

/** The last word of a name, in lower case. */
export function lastWord(name: string): string {
  return wordsOf(name).at(-1) ?? '';
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
    .replaceAll(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
