import type { Mask } from './mask-text.ts';
import { maskCredentials } from './mask-values.ts';
import { replaceMembers } from './members.ts';
import { isDoubtfulName, isSecretName, looksRandom } from './names.ts';

/**
 * Values of JSON members whose names say that they are secrets, wherever JSON stands in a text: the
 * argument of `--config`, a command line for a shell. What is no JSON stays.
 */
export function maskJson(text: string, mask: Mask): string {
  return replaceMembers(text, (name) => {
    const isSecret = isSecretName(name);
    if (!isSecret && !isDoubtfulName(name)) return undefined;
    return (value) => (isSecret || looksRandom(value) ? maskCredentials(value, mask) : undefined);
  });
}
