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
  or,
  set,
  shiftLeft,
  subtract,
  trailingZeros,
  vectorAt,
  type WasmFunction,
} from './wasm.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

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
const lookAtMarks = (): readonly Code[] => [
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

/** Goes by a table at address 0: 1 for a byte that may follow a backslash, `u` aside. */
export function textFunction(): WasmFunction {
  return {
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
          ...lookAtMarks(),
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
}
