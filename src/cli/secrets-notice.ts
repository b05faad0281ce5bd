import { type LikelySecrets, likelySecrets } from '../recording/likely-secrets.ts';
import { statOf } from '../recording/stat.ts';
import { shortName } from './source.ts';
import { tell } from './tell.ts';

/** A longer recording is not looked through unasked. In bytes. */
const LONGEST = 16 * 1024 * 1024;

/** How many values of a recording are likely secrets; undefined: it is too long to look, or cannot be read. */
export async function secretsIn(path: string): Promise<LikelySecrets | undefined> {
  const size = statOf(path)?.size;
  if (size === undefined || size > LONGEST) return undefined;
  return likelySecrets(path).catch(() => undefined);
}

/** Says at the end of a capture that its recording should not be handed on as it is. Was there a reason? */
export async function tellOfSecrets(path: string): Promise<boolean> {
  const found = await secretsIn(path);
  const total = [...(found?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  if (total === 0) return false;
  const kinds = [...(found?.keys() ?? [])].map((kind) => WORDS[kind] ?? kind);
  const what = total === 1 ? 'what is likely a secret' : `${total} values that are likely secrets`;
  tell(
    `the recording holds ${what} (${kinds.join(', ')})`,
    `see where: sadap redact ${shortName(path)} --scan; leave them out next time: --redact`,
  );
  return true;
}

/** What gives a value away, where that is not the name of a service. */
const WORDS: { readonly [kind: string]: string } = {
  'by-name': 'members named so',
  'by-place': 'values named so',
  url: 'passwords in URLs',
  base64: 'texts in base64',
};
