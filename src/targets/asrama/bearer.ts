import { createHash, timingSafeEqual } from 'node:crypto';

/** Says whether an `Authorization` header carries `Bearer <token>`, in a time that tells nothing. */
export function carriesToken(authorization: string | undefined, token: string): boolean {
  const given = /^bearer +(.+)$/i.exec(authorization ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

/** Equal lengths, which `timingSafeEqual` asks for. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
