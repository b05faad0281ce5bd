import { crc32, deflateSync } from 'node:zlib';
import type { JsonValue } from '../../model/json.ts';

/** Every marker in a text. One is never the beginning of another, because of its end. */
export const MARKER: RegExp = /CNRY-[A-Za-z0-9-]+-x7/g;

/**
 * A text that occurs in one member only and tells which: `mark('tools', 3, 'title')` is
 * `CNRY-tools-3-title-x7`. Plain ASCII letters, digits and hyphens, so that no encoding changes it.
 */
export function mark(...path: readonly (string | number)[]): string {
  const steps = path.map((step) => shortly(String(step)).replaceAll(/[^A-Za-z0-9]+/g, '-'));
  return `CNRY-${steps.join('-')}-x7`;
}

/** A name without what only makes it long, for texts that hosts would cut otherwise. */
export function shortly(name: string): string {
  return name.replaceAll(/x{3,}/g, 'x');
}

/** Characters of one piece of `offsetText`: eight digits and what separates it from the next. */
const PIECE = 9;
const PIECES_A_LINE = 11;

/**
 * A text of `length` characters that says of each place how far from the start it is, so that what is
 * left of it after a cut can be told: `00000000 00000009 …`, lines of 100 characters.
 */
export function offsetText(length: number): string {
  const lines: string[] = [];
  for (let start = 0; start < length; start += PIECE * PIECES_A_LINE + 1) {
    const pieces = Array.from({ length: PIECES_A_LINE }, (_, index) => start + index * PIECE);
    lines.push(`${pieces.map((offset) => String(offset).padStart(8, '0')).join(' ')} \n`);
  }
  return lines.join('').slice(0, length);
}

/** Base64 of the marker's own bytes: a blob that shows whether a host decodes it. */
export function markedBlob(marker: string): string {
  return Buffer.from(`${marker}\n`).toString('base64');
}

/** Base64 of a PNG image of one pixel with the marker in a text chunk (PNG specification, 11.3.4.3). */
export function markedPng(marker: string): string {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const chunks = [
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`Comment\0${marker}`, 'latin1')),
    chunk('IDAT', deflateSync(Buffer.from([0, 200, 60, 20]))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, ...chunks]).toString('base64');
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}

/** Base64 of a WAV file with eight silent samples and the marker in its comment (RIFF, LIST INFO). */
export function markedWav(marker: string): string {
  const text = Buffer.from(marker.length % 2 === 0 ? `${marker}\0\0` : `${marker}\0`, 'latin1');
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(8000, 4);
  format.writeUInt32LE(8000, 8);
  format.writeUInt16LE(1, 12);
  format.writeUInt16LE(8, 14);
  const body = Buffer.concat([
    Buffer.from('WAVE', 'latin1'),
    riff('fmt ', format),
    riff('LIST', Buffer.concat([Buffer.from('INFO', 'latin1'), riff('ICMT', text)])),
    riff('data', Buffer.alloc(8, 128)),
  ]);
  return riff('RIFF', body).toString('base64');
}

function riff(id: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data]);
}

/** An object as the canary builds its messages from. */
export type JsonMembers = { readonly [key: string]: JsonValue };
