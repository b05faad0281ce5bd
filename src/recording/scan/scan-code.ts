import {
  add,
  and,
  atLeast,
  block,
  byteAt,
  bytesAt,
  bytesEq,
  call,
  type Func,
  get,
  give,
  go,
  goIf,
  int,
  intAt,
  long,
  longAt,
  longMul,
  longShr,
  longXor,
  loop,
  ne,
  not,
  or,
  putByte,
  putInt,
  set,
  setGlobal,
  shl,
  splat,
  sub,
  toInt,
  toLong,
  topBits,
  when,
  zeros,
} from '../../wire/wasm.ts';
import { tell } from './expect-code.ts';
import { functionIndex, globalIndex, PLACE, RECORD, SLOT, SLOTS } from './layout.ts';
import { plus } from './local-code.ts';

/**
 * Goes through the lines from `at` to `end`, those that start before `limit`, and writes a record of each
 * from `out` on. Gives the place behind the last record; `next` is the first line that has none: no room,
 * not whole, or not wanted.
 */
export const scan: Func = {
  name: 'scan',
  params: ['at', 'end', 'limit', 'out', 'outEnd'],
  i32: ['lf'],
  body: [
    loop(
      'lines',
      setGlobal(globalIndex('next'), get('at')),
      when(or(atLeast(get('at'), get('limit')), atLeast(get('out'), get('outEnd'))), [
        give(get('out')),
      ]),
      set('lf', call(functionIndex('line'), get('at'), get('out'))),
      when(not(get('lf')), [
        set('lf', call(functionIndex('lineFeed'), get('at'), get('end'))),
        when(atLeast(get('lf'), get('end')), [give(get('out'))]),
        tell('flags', int(0)),
      ]),
      tell('start', get('at')),
      tell('end', get('lf')),
      set('out', plus('out', RECORD.size)),
      set('at', plus('lf', 1)),
      go('lines'),
    ),
  ],
};

/** The next line feed; `end` or later: there is none. */
export const lineFeed: Func = {
  name: 'lineFeed',
  params: ['at', 'end'],
  i32: ['found'],
  body: [
    loop(
      'more',
      when(atLeast(get('at'), get('end')), [give(get('end'))]),
      set('found', topBits(bytesEq(bytesAt(get('at')), splat(int(0x0a))))),
      when(not(get('found')), [set('at', plus('at', 16)), go('more')]),
      give(add(get('at'), zeros(get('found')))),
    ),
  ],
};

/** The slot of a name: where it was put when it last came, or is put now, and `isNew` says so. */
export const slot: Func = {
  name: 'slot',
  params: ['start', 'end'],
  i32: ['length', 'place', 'at', 'index'],
  i64: ['hash'],
  body: [
    set('length', sub(get('end'), get('start'))),
    set('hash', longMul(longAt(sub(get('end'), int(8))), long(0x9e3779b97f4a7c15n))),
    set('hash', longXor(get('hash'), longMul(toLong(get('length')), long(0xff51afd7ed558ccdn)))),
    set('index', and(toInt(longShr(get('hash'), long(40n))), int(SLOTS - 1))),
    set('place', add(int(PLACE.slots), shl(get('index'), int(Math.log2(SLOT.size))))),
    setGlobal(globalIndex('isNew'), ne(intAt(get('place')), get('length'))),
    putInt(get('place'), get('length')),
    block(
      'same',
      loop(
        'bytes',
        goIf('same', atLeast(get('at'), get('length'))),
        when(
          ne(
            byteAt(add(get('place'), get('at')), SLOT.bytes),
            byteAt(add(get('start'), get('at'))),
          ),
          [
            setGlobal(globalIndex('isNew'), int(1)),
            putByte(add(get('place'), get('at')), byteAt(add(get('start'), get('at'))), SLOT.bytes),
          ],
        ),
        set('at', plus('at', 1)),
        go('bytes'),
      ),
    ),
    give(get('index')),
  ],
};
