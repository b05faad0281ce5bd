import type { Micros } from '../model/frame.ts';
import { randomBytes } from './random.ts';

/**
 * A UUID of version 7 (RFC 9562 section 5.7): 48 bits of Unix time in milliseconds, then 74 random
 * bits between the version and variant fields. `random` is 10 bytes.
 */
export function createSessionId(at: Micros, random: Buffer = randomBytes(10)): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.floor(at / 1000), 0, 6);
  random.copy(bytes, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  const cuts = [0, 8, 12, 16, 20, 32];
  return cuts
    .slice(1)
    .map((end, index) => hex.slice(cuts[index], end))
    .join('-');
}

/** The part of a session id that goes into file names. Its start is time, so the end is taken. */
export function shortSessionId(session: string): string {
  return session.slice(-8);
}
