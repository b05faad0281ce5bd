import type { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Send } from './effects.ts';

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;

/** The bytes without line ends: a body of HTTP may be laid out over several lines; inside a string no line can end. */
export function oneLine(bytes: Buffer): Buffer {
  if (!bytes.includes(LF)) return bytes;
  return Buffer.from(bytes.map((byte) => (byte === LF || byte === CR ? SPACE : byte)));
}

/** Resolves when the bytes are with the system, or lost. */
export function written(output: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => output.write(bytes, () => resolve()));
}

/** So many bytes at a time. */
export async function trickle(
  output: Writable,
  bytes: Buffer,
  { bytes: size, every }: NonNullable<Send<undefined>['slow']>,
): Promise<void> {
  for (let at = 0; at < bytes.length; at += size) {
    if (at > 0) await pause(every);
    await written(output, bytes.subarray(at, at + size));
  }
}
