import {
  add,
  all,
  and,
  bitmask,
  block,
  br,
  brIf,
  byteAt,
  bytesEqual,
  bytesLess,
  bytesOr,
  type Code,
  get,
  giveBack,
  int,
  isEqual,
  isLess,
  isNotLess,
  isOther,
  isZero,
  loop,
  moduleBytes,
  or,
  set,
  shiftLeft,
  subtract,
  trailingZeros,
  vectorAt,
} from './wasm.ts';

/**
 * `text(at, end)`: passes over what stands for itself inside a JSON string, and over whole escapes of two
 * characters, sixteen bytes at a time.
 *
 * @returns the offset of the first byte that is neither, or `end`; negative (bit 31) when a byte from 0x80 was passed.
 */
export interface TextModule {
  /** Its memory; what is looked at goes there from `base` on. */
  readonly bytes: Uint8Array;
  readonly base: number;
  readonly text: (at: number, end: number) => number;
}

const PAGE = 64 * 1024;
/** The memory starts with a table: 1 for a byte that may follow a backslash, `u` aside. */
const TABLE = 256;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/**
 * @param room for so many bytes
 * @returns undefined where there is no WebAssembly, or none with vectors
 */
export function textModule(room: number): TextModule | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil((TABLE + room) / PAGE) });
    const compiled = new WebAssembly.Module(moduleBytes(TEXT));
    const { exports } = new WebAssembly.Instance(compiled, { host: { memory } });
    const bytes = new Uint8Array(memory.buffer);
    for (const byte of Buffer.from('"\\/bfnrt')) bytes[byte] = 1;
    // What TEXT says it is.
    const text = exports['text'] as TextModule['text'];
    return { bytes, base: TABLE, text };
  } catch {
    return undefined;
  }
}

const [at, end, high, marks, here, bytes] = [0, 1, 2, 3, 4, 5].map(get) as [
  Code,
  Code,
  Code,
  Code,
  Code,
  Code,
]; // six numbers give six
const AT = 0;
const HIGH = 2;
const MARKS = 3;
const HERE = 4;
const BYTES = 5;

const offset = subtract(here, at);
/** A backslash at `place`, and one byte behind it that makes it whole; else on to `otherwise`. */
const wholeEscape = (place: Code, otherwise: string): readonly Code[] => [
  brIf(otherwise, isNotLess(add(place, int(1)), end)),
  brIf(otherwise, isZero(byteAt(byteAt(add(place, int(1)))))),
];
const sawAll = set(HIGH, or(high, bitmask(bytes)));
const told = (place: Code) => or(place, shiftLeft(isOther(high, int(0)), int(31)));

/** One block of sixteen bytes; `marks` are those that do not stand for themselves. */
const lookAtMarks: readonly Code[] = [
  loop(
    'marks',
    block(
      'plain',
      brIf('plain', isZero(marks)),
      set(HERE, add(at, trailingZeros(marks))),
      block(
        'stop',
        brIf('stop', isOther(byteAt(here), int(BACKSLASH))),
        ...wholeEscape(here, 'stop'),
        block(
          'inside',
          brIf('inside', isOther(offset, int(15))),
          // The second byte is in the next block.
          sawAll,
          set(AT, add(at, int(17))),
          br('blocks'),
        ),
        set(MARKS, and(marks, subtract(int(-1), shiftLeft(int(3), offset)))),
        br('marks'),
      ),
      set(HIGH, or(high, and(bitmask(bytes), subtract(shiftLeft(int(1), offset), int(1))))),
      giveBack(told(here)),
    ),
  ),
];

const TEXT = {
  name: 'text',
  parameters: 2,
  integers: 3,
  vectors: 1,
  body: [
    block(
      'rest',
      loop(
        'blocks',
        brIf('rest', isLess(subtract(end, at), int(16))),
        set(BYTES, vectorAt(at)),
        set(
          MARKS,
          bitmask(
            bytesOr(
              bytesOr(bytesEqual(bytes, all(QUOTE)), bytesEqual(bytes, all(BACKSLASH))),
              bytesLess(bytes, all(SPACE)),
            ),
          ),
        ),
        ...lookAtMarks,
        sawAll,
        set(AT, add(at, int(16))),
        br('blocks'),
      ),
    ),
    block(
      'done',
      loop(
        'bytes',
        brIf('done', isNotLess(at, end)),
        set(HERE, byteAt(at)),
        block(
          'plain',
          brIf('plain', isOther(here, int(BACKSLASH))),
          ...wholeEscape(at, 'done'),
          set(AT, add(at, int(2))),
          br('bytes'),
        ),
        brIf('done', isEqual(here, int(QUOTE))),
        brIf('done', isLess(here, int(SPACE))),
        set(HIGH, or(high, and(here, int(0x80)))),
        set(AT, add(at, int(1))),
        br('bytes'),
      ),
    ),
    told(at),
  ],
};
