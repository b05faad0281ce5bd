import { isNoKey } from './mask-passwords.ts';
import type { Mask } from './mask-text.ts';
import {
  isDoubtfulName,
  isSecretHeader,
  isSecretName,
  isUserName,
  lastWord,
  looksRandom,
} from './names.ts';

/**
 * The value of an option whose name says how to read it: `--token x`, `--auth name:password`,
 * `--header 'X-Auth: x'`. undefined: nothing in it is a secret.
 */
export function maskOptionValue(option: string, value: string, mask: Mask): string | undefined {
  if (/^(-H|--headers?)$/.test(option)) return maskHeaderField(value, mask);
  if (option === '-u') return maskUserPassword(value, mask);
  if (isSecretName(option)) return maskCredentials(value, mask);
  const last = lastWord(option);
  if (last === 'auth' && isDoubtfulName(option)) return maskAuth(value, mask);
  if (last === 'pin') return /^\d{4,}$/.test(value) ? mask(value) : maskRandom(value, mask);
  if (last === 'seed') return isPhrase(value) ? mask(value) : maskRandom(value, mask);
  if (isUserName(option)) return maskUserPassword(value, mask) ?? maskRandom(value, mask);
  return isDoubtfulName(option) ? maskRandom(value, mask) : undefined;
}

/** The scheme in front of credentials stays (RFC 9110 section 11.4). */
export function maskCredentials(value: string, mask: Mask): string {
  const [, scheme = '', rest = value] = SCHEME.exec(value) ?? [];
  return scheme + mask(rest);
}

const SCHEME = /^((?:Bearer|Basic|Token|ApiKey)\s+)(.+)$/is;

export function maskRandom(value: string, mask: Mask): string | undefined {
  return looksRandom(value) ? mask(value) : undefined;
}

/** `name:password`, as curl takes it; `1000:1000` is a user and a group, `C:\\x` and `https://…` places. */
export function maskUserPassword(text: string, mask: Mask): string | undefined {
  const [, name, password] = /^([^:«/]+):(?![\\/])(.+)$/s.exec(text) ?? [];
  if (name === undefined || password === undefined || /^\d+$/.test(password)) return undefined;
  return `${name}:${mask(password)}`;
}

/** `X-Auth: x`; what stands before the colon is known to be the name of a header. */
export function maskHeaderField(text: string, mask: Mask): string | undefined {
  const [, name, space, value] = /^([\w-]+):([ \t]*)(.+)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined || !isSecretHeader(name)) return undefined;
  return `${name}:${space}${maskCredentials(value, mask)}`;
}

/** A user with a password, credentials, or a key; a method, a place, or a switch before one. */
function maskAuth(value: string, mask: Mask): string | undefined {
  if (SCHEME.test(value)) return maskCredentials(value, mask);
  const user = maskUserPassword(value, mask);
  if (user !== undefined) return user;
  return isNoKey(value) || METHODS.has(value.toLowerCase()) ? maskRandom(value, mask) : mask(value);
}

/** What follows `--auth` where it asks for the way of it. */
const METHODS = new Set(
  'anonymous api-key api_key apikey bearer browser client-credentials client_credentials cookie device device-code device_code digest external github google interactive kerberos keychain keyring managed-identity microsoft negotiate oauth2 password service-account service_account session sigv4 scram-sha-256'.split(
    ' ',
  ),
);

/** The words of a wallet, or as many characters; `42`, `demo` and `./seeds.sql` seed something else. */
function isPhrase(value: string): boolean {
  return /^\w+(\s+\w+){5,}$/.test(value) || /^(0x)?[0-9a-f]{32,}$/i.test(value);
}
