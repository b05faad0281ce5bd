import type { Mask } from './mask-text.ts';
import { maskCredentials } from './mask-values.ts';
import { isDoubtfulName, isSecretName, looksRandom } from './names.ts';

/** `"name": "text"` and `"name": 123`, as JSON has them. No name of a secret is longer. */
const MEMBER = /"((?:[^"\\]|\\.){0,200})"(\s*:\s*)(?:"((?:[^"\\]|\\.)*)"|(-?\d[\d.eE+-]*))/gs;
/** The same inside a string that is quoted once more: `{\"name\":\"text\"}`. */
const ESCAPED_MEMBER = /\\"([\w.-]+)\\"(\s*:\s*)\\"((?:[^"\\]|\\(?!")|\\\\")*)\\"/gs;

/**
 * Values of JSON members whose names say that they are secrets, wherever JSON stands in a text: the
 * argument of `--config`, a command line for a shell. What is no JSON stays.
 */
export function maskJson(text: string, mask: Mask): string {
  if (!text.includes('"')) return text;
  return text
    .replaceAll(MEMBER, (whole, name, between, value, number) => {
      const secret = String(value ?? number);
      return isSecret(String(name), secret)
        ? `"${name}"${between}"${maskCredentials(secret, mask)}"`
        : whole;
    })
    .replaceAll(ESCAPED_MEMBER, (whole, name, between, value) =>
      isSecret(String(name), String(value))
        ? `\\"${name}\\"${between}\\"${maskCredentials(String(value), mask)}\\"`
        : whole,
    );
}

function isSecret(name: string, value: string): boolean {
  return isSecretName(name) || (isDoubtfulName(name) && looksRandom(value));
}
