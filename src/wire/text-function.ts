import { HEX_DIGIT, SHORT_ESCAPE } from './text-table.ts';
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
const LETTER_U = 0x75;

const at = get('at');
const end = get('end');
const high = get('high');
const marks = get('marks');
const here = get('here');
const bytes = get('bytes');

const offset = sub(here, at);
const kindAt = (place: Code, behind: number): Code => byteAt(byteAt(place, behind));
/** A backslash at `place`, and what makes it whole behind it; else on to `otherwise`. */
const wholeEscape = (place: Code, otherwise: string): readonly Code[] => [
  goIf(otherwise, atLeast(add(place, int(1)), end)),
  block(
    'whole',
    block(
      'short',
      goIf('short', ne(byteAt(place, 1), int(LETTER_U))),
      // The digits behind it stand for themselves to whoever goes on behind the letter.
      goIf(otherwise, less(sub(end, place), int(6))),
      goIf(
        otherwise,
        not(
          and(
            and(and(kindAt(place, 2), kindAt(place, 3)), kindAt(place, 4)),
            and(kindAt(place, 5), int(HEX_DIGIT)),
          ),
        ),
      ),
      go('whole'),
    ),
    goIf(otherwise, not(and(kindAt(place, 1), int(SHORT_ESCAPE)))),
  ),
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

/** Goes by a table at address 0: `TEXT_TABLE`. */
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
