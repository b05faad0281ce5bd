import { maskUrl } from '../../recording/mask-command.ts';
import { UPSTREAM_MARK } from './marks.ts';

/**
 * A server's URL as it may be printed: without password, without secrets in the query, and without
 * parts of the path that are long and random, since some services put a user's key there.
 */
export function maskAddress(url: string): string {
  return url.split(UPSTREAM_MARK).map(maskOne).join(UPSTREAM_MARK);
}

function maskOne(url: string): string {
  const [, origin = '', path = '', rest = ''] =
    /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(.*)$/is.exec(maskUrl(url)) ?? [];
  const parts = path.split('/').map((part) => (isRandom(part) ? '…' : part));
  return origin + parts.join('/') + rest;
}

function isRandom(part: string): boolean {
  return part.length >= 16 && /\d/.test(part) && /[A-Za-z]/.test(part);
}
