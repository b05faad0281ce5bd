import {
  add,
  and,
  atLeast,
  block,
  byteAt,
  bytesAnd,
  bytesAt,
  bytesEq,
  bytesOr,
  call,
  eq,
  type Func,
  get,
  give,
  go,
  goIf,
  int,
  intAt,
  loop,
  more,
  ne,
  not,
  or,
  set,
  setGlobal,
  shl,
  shr,
  splat,
  sub,
  topBits,
  when,
  zeros,
} from '../../wire/wasm.ts';
import { tell } from './expect-code.ts';
import { functionIndex, globalIndex, PLACE, RECORD } from './layout.ts';
import { plus } from './local-code.ts';

const probeByte = (offset: 'first' | 'last') =>
  offset === 'first'
    ? byteAt(int(PLACE.probe))
    : byteAt(add(int(PLACE.probe - 1), intAt(int(PLACE.probeLength))));

/** `"base64"`, in two numbers of 32 bits: the key of what is no text, in which no probe can be seen. */
const BASE64 = [0x7361_6222, 0x2234_3665] as const;

/**
 * Tells of the lines from `at` on that hold the probe, an escape of one of its characters, or the key
 * under which a line holds bytes that are no text; otherwise as
 * `scan`. `at` is the start of a line. Sixteen places are tried at once, by their first and last byte.
 */
export const find: Func = {
  name: 'find',
  params: ['at', 'end', 'limit', 'out', 'outEnd'],
  i32: ['here', 'found', 'behind', 'start', 'lf', 'place'],
  v128: ['bytes', 'first', 'last', 'firstCase', 'lastCase', 'backslash', 'u', 'quote', 'b', 'next'],
  body: [
    set('behind', sub(intAt(int(PLACE.probeLength)), int(1))),
    set('first', splat(probeByte('first'))),
    set('last', splat(probeByte('last'))),
    set('firstCase', splat(byteAt(int(PLACE.firstCase)))),
    set('lastCase', splat(byteAt(int(PLACE.lastCase)))),
    set('backslash', splat(int(0x5c))),
    set('u', splat(int(0x75))),
    set('quote', splat(int(0x22))),
    set('b', splat(int(0x62))),
    set('here', get('at')),
    block(
      'over',
      loop(
        'more',
        goIf('over', atLeast(get('here'), get('end'))),
        set('bytes', bytesAt(get('here'))),
        set('next', bytesAt(get('here'), 1)),
        set(
          'found',
          topBits(
            bytesOr(
              bytesAnd(
                bytesEq(bytesOr(get('bytes'), get('firstCase')), get('first')),
                bytesEq(
                  bytesOr(bytesAt(add(get('here'), get('behind'))), get('lastCase')),
                  get('last'),
                ),
              ),
              bytesOr(
                bytesAnd(bytesEq(get('bytes'), get('backslash')), bytesEq(get('next'), get('u'))),
                bytesAnd(bytesEq(get('bytes'), get('quote')), bytesEq(get('next'), get('b'))),
              ),
            ),
          ),
        ),
        loop(
          'each',
          when(not(get('found')), [set('here', plus('here', 16)), go('more')]),
          set('place', add(get('here'), zeros(get('found')))),
          set('found', and(get('found'), sub(get('found'), int(1)))),
          when(not(call(functionIndex('hit'), get('place'))), [go('each')]),
          // The line around it.
          set('start', get('place')),
          block(
            'started',
            loop(
              'back',
              goIf('started', not(more(get('start'), get('at')))),
              goIf('started', eq(byteAt(sub(get('start'), int(1))), int(0x0a))),
              set('start', sub(get('start'), int(1))),
              go('back'),
            ),
          ),
          goIf('over', atLeast(get('start'), get('limit'))),
          setGlobal(globalIndex('next'), get('start')),
          when(atLeast(get('out'), get('outEnd')), [give(get('out'))]),
          set('lf', call(functionIndex('lineFeed'), get('place'), get('end'))),
          when(atLeast(get('lf'), get('end')), [give(get('out'))]),
          tell('start', get('start')),
          tell('end', get('lf')),
          tell('flags', int(0)),
          set('out', plus('out', RECORD.size)),
          set('at', plus('lf', 1)),
          set('here', get('at')),
          go('more'),
        ),
      ),
    ),
    // The line that is not whole, if it is wanted.
    set('start', get('end')),
    block(
      'last',
      loop(
        'before',
        goIf('last', not(more(get('start'), get('at')))),
        goIf('last', eq(byteAt(sub(get('start'), int(1))), int(0x0a))),
        set('start', sub(get('start'), int(1))),
        go('before'),
      ),
    ),
    setGlobal(globalIndex('next'), get('start')),
    give(get('out')),
  ],
};

/** Does the probe stand here, an escape of one of its characters, or the key? */
export const hit: Func = {
  name: 'hit',
  params: ['at'],
  i32: ['index', 'length', 'unit', 'digit'],
  body: [
    set('length', intAt(int(PLACE.probeLength))),
    block(
      'other',
      loop(
        'same',
        when(atLeast(get('index'), get('length')), [give(int(1))]),
        goIf(
          'other',
          ne(
            byteAt(byteAt(add(get('at'), get('index'))), PLACE.fold),
            byteAt(get('index'), PLACE.probe),
          ),
        ),
        set('index', plus('index', 1)),
        go('same'),
      ),
    ),
    when(and(eq(intAt(get('at')), int(BASE64[0])), eq(intAt(get('at'), 4), int(BASE64[1]))), [
      give(int(1)),
    ]),
    when(ne(byteAt(get('at')), int(0x5c)), [give(int(0))]),
    when(ne(byteAt(get('at'), 1), int(0x75)), [give(int(0))]),
    ...[2, 3, 4, 5].flatMap((place) => [
      set('digit', byteAt(byteAt(get('at'), place), PLACE.hex)),
      when(not(get('digit')), [give(int(0))]),
      set('unit', or(shl(get('unit'), int(4)), sub(get('digit'), int(1)))),
    ]),
    give(
      and(shr(byteAt(shr(get('unit'), int(3)), PLACE.letters), and(get('unit'), int(7))), int(1)),
    ),
  ],
};
