import { pieceOf, spanOf } from './pieces.ts';
import type { Random } from './random.ts';

/** What inputs are changed with. */
export interface Material {
  readonly random: Random;
  /** Other inputs, to take parts of. */
  readonly others: readonly Buffer[];
  readonly words: readonly Buffer[];
  /** In bytes. */
  readonly longest: number;
}

/** The input with one to eight changes of a few bytes, of a word, of a value of its JSON, or of a line. */
export function mutated(input: Buffer, material: Material): Buffer {
  const { random, longest } = material;
  let bytes = input;
  const most = random.below(2) === 0 ? 1 : 1 + random.mostlySmall(8);
  for (let turns = most; turns > 0; turns -= 1) {
    const change = random.of(CHANGES) ?? insertWord;
    bytes = change(bytes, material).subarray(0, longest);
  }
  return bytes;
}

type Change = (bytes: Buffer, material: Material) => Buffer;

const NUMBERS = ['0', '-1', '1', '2', '255', '65536', '1e400', '-0', '9007199254740993', '0.1'];
const BYTES = Buffer.from(
  '{}[]",:\\ \n\r\t\0"\x7f\x80\xc3\xe2\xed\xef\xff/<>&;=-_.#@$%\'`|',
  'latin1',
);

function changeByte(bytes: Buffer, { random }: Material): Buffer {
  if (bytes.length === 0) return Buffer.from([random.below(256)]);
  const copy = Buffer.from(bytes);
  const at = random.below(copy.length);
  const old = copy[at] ?? 0;
  const ways = [old ^ (1 << random.below(8)), random.below(256), BYTES[random.below(BYTES.length)]];
  copy[at] = random.of(ways) ?? old + 1;
  return copy;
}

function insertByte(bytes: Buffer, { random }: Material): Buffer {
  const byte = random.below(3) === 0 ? random.below(256) : (BYTES[random.below(BYTES.length)] ?? 0);
  return spliced(bytes, random.below(bytes.length + 1), 0, Buffer.from([byte]));
}

function removeSome(bytes: Buffer, { random }: Material): Buffer {
  const at = random.below(bytes.length);
  return spliced(bytes, at, 1 + random.mostlySmall(bytes.length - at), EMPTY);
}

function repeatSome(bytes: Buffer, { random, longest }: Material): Buffer {
  const at = random.below(bytes.length);
  const part = bytes.subarray(at, at + 1 + random.mostlySmall(Math.min(256, bytes.length - at)));
  const most = Math.floor((longest - bytes.length) / Math.max(1, part.length));
  const times = random.below(20) === 0 ? random.below(most) : random.mostlySmall(Math.min(9, most));
  return spliced(bytes, at, 0, Buffer.concat(Array.from({ length: times }, () => part)));
}

function moveSome(bytes: Buffer, { random }: Material): Buffer {
  const at = random.below(bytes.length);
  const length = 1 + random.mostlySmall(bytes.length - at);
  const part = bytes.subarray(at, at + length);
  const rest = spliced(bytes, at, length, EMPTY);
  return spliced(rest, random.below(rest.length + 1), 0, part);
}

function insertWord(bytes: Buffer, { random, words }: Material): Buffer {
  const word = random.of(words) ?? EMPTY;
  const at = random.below(bytes.length + 1);
  return spliced(bytes, at, random.below(3) === 0 ? word.length : 0, word);
}

function takeFromOther(bytes: Buffer, { random, others }: Material): Buffer {
  const other = random.of(others) ?? EMPTY;
  const from = random.below(other.length);
  const part = other.subarray(from, from + 1 + random.mostlySmall(other.length - from));
  const at = random.below(bytes.length + 1);
  return spliced(bytes, at, random.below(2) * random.mostlySmall(bytes.length - at), part);
}

function changeNumber(bytes: Buffer, { random }: Material): Buffer {
  const span = spanOf(bytes, random.below(bytes.length), 'number');
  const put = random.of(NUMBERS) ?? '0';
  return span ? spliced(bytes, span.start, span.end - span.start, Buffer.from(put)) : bytes;
}

/** Puts a value, word or line of this or another input in the place of one. */
function changePiece(bytes: Buffer, { random, others, words }: Material): Buffer {
  const old = pieceOf(bytes, random);
  if (!old) return bytes;
  const source = random.below(2) === 0 ? bytes : (random.of(others) ?? bytes);
  const found = pieceOf(source, random);
  const word = random.of(words) ?? EMPTY;
  const part = found && random.below(4) > 0 ? source.subarray(found.start, found.end) : word;
  const isString = bytes[old.start] === 0x22;
  const put =
    part === word && isString
      ? Buffer.from(JSON.stringify(word.toString('latin1')), 'latin1')
      : part;
  return spliced(bytes, old.start, old.end - old.start, put);
}

/** Puts a word in the place of a string, most of which are keys, methods and kinds. */
function changeString(bytes: Buffer, { random, words }: Material): Buffer {
  const span = spanOf(bytes, random.below(bytes.length), 'string');
  const word = (random.of(words) ?? EMPTY).toString('latin1');
  const put = Buffer.from(JSON.stringify(word), 'latin1');
  return span ? spliced(bytes, span.start, span.end - span.start, put) : bytes;
}

/** A member more for an object, or an item for a list. */
function insertMember(bytes: Buffer, { random, words, others }: Material): Buffer {
  const span = spanOf(bytes, random.below(bytes.length), 'bracket');
  if (!span) return bytes;
  const source = random.of(others) ?? bytes;
  const value = pieceOf(source, random);
  const key = JSON.stringify((random.of(words) ?? EMPTY).toString('latin1'));
  const text = value ? source.toString('latin1', value.start, value.end) : '{}';
  const isObject = bytes[span.start] === 0x7b;
  const isEmpty = span.end - span.start === 2;
  const put = `${isObject ? `${key}:` : ''}${text}${isEmpty ? '' : ','}`;
  return spliced(bytes, span.start + 1, 0, Buffer.from(put, 'latin1'));
}

function repeatPiece(bytes: Buffer, { random }: Material): Buffer {
  const piece = pieceOf(bytes, random);
  if (!piece) return bytes;
  const between = random.of([',', '\n', '', ':']) ?? '';
  const part = bytes.subarray(piece.start, piece.end);
  return spliced(bytes, piece.end, 0, Buffer.concat([Buffer.from(between), part]));
}

/** JSON inside a string, a list or a map, as programs wrap what they pass on. */
function wrapPiece(bytes: Buffer, { random }: Material): Buffer {
  const piece = pieceOf(bytes, random);
  if (!piece) return bytes;
  const text = bytes.toString('latin1', piece.start, piece.end);
  const ways = [
    JSON.stringify(text),
    `[${text}]`,
    `{"a":${text}}`,
    `[${text},${text}]`,
    `"${text}"`,
  ];
  return spliced(
    bytes,
    piece.start,
    piece.end - piece.start,
    Buffer.from(random.of(ways) ?? '', 'latin1'),
  );
}

function removePiece(bytes: Buffer, { random }: Material): Buffer {
  const piece = pieceOf(bytes, random);
  return piece ? spliced(bytes, piece.start, piece.end - piece.start, EMPTY) : bytes;
}

const CHANGES: readonly Change[] = [
  changeByte,
  insertByte,
  removeSome,
  repeatSome,
  moveSome,
  insertWord,
  insertWord,
  takeFromOther,
  changeNumber,
  changePiece,
  changePiece,
  changePiece,
  changeString,
  changeString,
  insertMember,
  insertMember,
  repeatPiece,
  wrapPiece,
  removePiece,
];

const EMPTY = Buffer.alloc(0);

function spliced(bytes: Buffer, at: number, removed: number, put: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + removed)]);
}
