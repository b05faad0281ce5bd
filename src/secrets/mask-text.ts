import { maxOf } from '../model/lists.ts';
import { KEY_SHAPES, MAY_HOLD_KEY } from './keys.ts';
import { maskSpaced } from './mask-spaced.ts';
import { maskCredentials, maskOptionValue } from './mask-values.ts';
import { isSecretName, isSecretParameter, isSecretSegment } from './names.ts';
import { betweenPlaceholders, isHarmless, PLACEHOLDER } from './placeholders.ts';
import { replaceBehind } from './replace-places.ts';

/**
 * Replaces a secret by `«masked:1»`: equal ones by equal placeholders, different ones by different
 * numbers. What is empty, masked already or only names a variable stays.
 */
export type Mask = (secret: string, place?: MaskPlace) => string;

/** A URL, the scheme `Bearer`, or whatever else gave a secret away. */
export type MaskPlace = 'url' | 'bearer' | 'other';

const MASKED = /«masked:(\d+)»/g;

/** Numbers go on after those that the texts hold already. Each secret is told once, with its placeholder. */
export function createMask(
  texts: readonly string[],
  onNew?: (secret: string, placeholder: string) => void,
): Mask {
  const used = texts.flatMap((text) => [...text.matchAll(MASKED)].map(([, n]) => Number(n)));
  const known = new Map<string, string>();
  let last = maxOf(used, 0);
  const placeholderOf = (secret: string) => {
    const before = known.get(secret);
    if (before !== undefined) return before;
    const placeholder = `«masked:${++last}»`;
    known.set(secret, placeholder);
    onNew?.(secret, placeholder);
    return placeholder;
  };
  return (secret) => (isHarmless(secret) ? secret : betweenPlaceholders(secret, placeholderOf));
}

/** Masks what its shape or place in the text gives away: URLs, `name=value`, headers, known keys. */
export function maskText(text: string, mask: Mask): string {
  const steps = [
    inUrls,
    maskHeaders,
    maskInline,
    maskAssignments,
    maskSpaced,
    maskOptions,
    maskSchemes,
    maskShapes,
  ];
  return steps.reduce((current, step) => step(current, mask), text);
}

function inUrls(text: string, mask: Mask): string {
  return maskUrls(text, (secret) => mask(secret, 'url'));
}

/** Userinfo, secret segments of the path, query and fragment of every URL in the text. */
export function maskUrls(text: string, mask: Mask): string {
  return text
    .replaceAll(
      /\b([a-z][a-z0-9+.-]{0,30}:\/\/)([^\s/?#@"']*(?:@[^\s/?#@"']*)*)@/gi,
      (_, scheme, user) => `${scheme}${maskUser(String(user), mask)}@`,
    )
    .replaceAll(
      /\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s/?#"']+)(\/[^\s?#"']+)/gi,
      (_, origin, path) => origin + maskPath(String(path), mask),
    )
    .replaceAll(/([?&#;])([\w.%[\]-]+)=([^&#\s"';]+)/g, (whole, mark, name, value) =>
      isSecretParameter(decoded(String(name))) ? `${mark}${name}=${mask(String(value))}` : whole,
    );
}

/** The segments of a path that look like a secret. */
export function maskPath(path: string, mask: Mask): string {
  return path.replaceAll(/(?<=\/)[\w+=~-]{16,}(?![\w+=~.%@:-])/g, (segment) =>
    isSecretSegment(segment) ? mask(segment) : segment,
  );
}

/** `user:password`; a user without a password is a secret when it is as long as a key. */
function maskUser(user: string, mask: Mask): string {
  const [, name = '', password] = USER.exec(user) ?? [];
  if (password) return `${name}:${mask(password)}`;
  const isKey = password === '' || name.length >= 20;
  return `${isKey ? mask(name) : name}${password === undefined ? '' : ':'}`;
}

/** The colons of a placeholder separate nothing. */
const USER = new RegExp(`^((?:${PLACEHOLDER}|[^:])*)(?::(.*))?$`, 's');

/** A line that is one header, `Authorization: Bearer x`, also in a log of HTTP, or an option that sets one. */
function maskHeaders(text: string, mask: Mask): string {
  return text.replaceAll(HEADER_LINE, (whole, before, option, name, space, value) =>
    isSecretName(String(name))
      ? `${before}${option ?? ''}${name}:${space}${maskCredentials(String(value), mask)}`
      : whole,
  );
}

const HEADER_LINE =
  /^([ \t]{0,100}(?:[<>*-][ \t]{1,10})?)(--?[\w-]+=)?([\w-]+):([ \t]*)(?!\/\/)(\S[^\r\n]*)$/gm;

/** Headers in the middle of a line, where only what can be nothing else goes: a cookie, credentials. */
function maskInline(text: string, mask: Mask): string {
  if (!/cookie:|authorization:/i.test(text)) return text;
  return text
    .replaceAll(
      /(?<![\w-])((?:set-)?cookie:[ \t]*)((?:[\w.~$%-]+=[^;\s"'\\«]+;?[ \t]*)+)/gi,
      (_, name, pairs) =>
        name +
        String(pairs).replaceAll(/=([^;\s]+)/g, (_whole, value) => `=${mask(String(value))}`),
    )
    .replaceAll(
      /(?<![\w-])((?:proxy-)?authorization:[ \t]*(?:[A-Za-z]{1,20}[ \t]+)?)([\w.~+/=-]{12,})/gi,
      (_, name, value) => name + mask(String(value)),
    );
}

/** `KEY=value` anywhere, quoted or not, when the name is one of a secret. */
function maskAssignments(text: string, mask: Mask): string {
  return replaceBehind(text, ASSIGNED, ASSIGNED_VALUE, (name, value) =>
    isSecretName(name) ? maskQuoted(value, mask) : undefined,
  );
}

const ASSIGNED = /(?<![\w?&#;.-])(-{0,2}[A-Za-z_][\w.-]*)=/g;
/** A quote that is not ended ends with its line. */
const ASSIGNED_VALUE = /"[^"]*"|'[^']*'|["'][^"'\r\n]+|[^\s"']+/y;

/** `--token value` inside one argument: a command line that is handed to a shell. */
function maskOptions(text: string, mask: Mask): string {
  return replaceBehind(text, OPTION, OPTION_VALUE, (name, quoted) => {
    const [, quote = '', value = quoted] = QUOTED.exec(quoted) ?? [];
    const masked = maskOptionValue(name, value, mask);
    return masked === undefined ? undefined : quote + masked + quote;
  });
}

const OPTION = /(?<!\S)(--?[A-Za-z][\w.-]*)(?:\s+|=)/g;
const OPTION_VALUE = /"[^"]*"|'[^']*'|[^\s"'=-][^\s"']*/y;
const QUOTED = /^(["'])(.*)\1$/s;

function maskQuoted(value: string, mask: Mask): string {
  const [, quote = '', inner = value] = QUOTED.exec(value) ?? [];
  return quote + maskCredentials(inner, mask) + quote;
}

/** `Bearer x` wherever it stands. */
function maskSchemes(text: string, mask: Mask): string {
  return text.replaceAll(
    /\b(Bearer\s+)([\w.~+/-]{8,}=*)/gi,
    (_, scheme, value) => scheme + mask(String(value), 'bearer'),
  );
}

function maskShapes(text: string, mask: Mask): string {
  if (!MAY_HOLD_KEY.test(text)) return text;
  return KEY_SHAPES.reduce(
    (current, { shape }) => current.replaceAll(shape, (secret) => mask(secret)),
    text,
  );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
