import {
  add,
  all,
  and,
  atLeast,
  block,
  byteAt,
  bytesAt,
  bytesEq,
  bytesLess,
  bytesOr,
  type Code,
  eq,
  type Func,
  get,
  give,
  go,
  goIf,
  int,
  less,
  loop,
  ne,
  not,
  or,
  set,
  shl,
  sub,
  topBits,
  zeros,
} from './wasm.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

const at = get('at');
const end = get('end');
const high = get('high');
const marks = get('marks');
const here = get('here');
const bytes = get('bytes');

const offset = sub(here, at);
/** A backslash at `place`, and one byte behind it that makes it whole; else on to `otherwise`. */
const wholeEscape = (place: Code, otherwise: string): readonly Code[] => [
  goIf(otherwise, atLeast(add(place, int(1)), end)),
  goIf(otherwise, not(byteAt(byteAt(add(place, int(1)))))),
];
const sawAll = set('high', or(high, topBits(bytes)));
const told = (place: Code) => or(place, shl(ne(high, int(0)), int(31)));

/** One block of sixteen bytes; `marks` are those that do not stand for themselves. */
const lookAtMarks = (): readonly Code[] => [
  loop(
    'marks',
    block(
      'plain',
      goIf('plain', not(marks)),
      set('here', add(at, zeros(marks))),
      block(
        'stop',
        goIf('stop', ne(byteAt(here), int(BACKSLASH))),
        ...wholeEscape(here, 'stop'),
        block(
          'inside',
          goIf('inside', ne(offset, int(15))),
          // The second byte is in the next block.
          sawAll,
          set('at', add(at, int(17))),
          go('blocks'),
        ),
        set('marks', and(marks, sub(int(-1), shl(int(3), offset)))),
        go('marks'),
      ),
      set('high', or(high, and(topBits(bytes), sub(shl(int(1), offset), int(1))))),
      give(told(here)),
    ),
  ),
];

/** Goes by a table at address 0: 1 for a byte that may follow a backslash, `u` aside. */
export function textFunction(): Func {
  return {
    name: 'text',
    params: ['at', 'end'],
    i32: ['high', 'marks', 'here'],
    v128: ['bytes'],
    body: [
      block(
        'rest',
        loop(
          'blocks',
          goIf('rest', less(sub(end, at), int(16))),
          set('bytes', bytesAt(at)),
          set(
            'marks',
            topBits(
              bytesOr(
                bytesOr(bytesEq(bytes, all(QUOTE)), bytesEq(bytes, all(BACKSLASH))),
                bytesLess(bytes, all(SPACE)),
              ),
            ),
          ),
          ...lookAtMarks(),
          sawAll,
          set('at', add(at, int(16))),
          go('blocks'),
        ),
      ),
      block(
        'done',
        loop(
          'bytes',
          goIf('done', atLeast(at, end)),
          set('here', byteAt(at)),
          block(
            'plain',
            goIf('plain', ne(here, int(BACKSLASH))),
            ...wholeEscape(at, 'done'),
            set('at', add(at, int(2))),
            go('bytes'),
          ),
          goIf('done', eq(here, int(QUOTE))),
          goIf('done', less(here, int(SPACE))),
          set('high', or(high, and(here, int(0x80)))),
          set('at', add(at, int(1))),
          go('bytes'),
        ),
      ),
    ],
    result: told(at),
  };
}
