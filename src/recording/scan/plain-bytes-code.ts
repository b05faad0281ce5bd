import {
  add,
  all,
  atLeast,
  block,
  byteAt,
  bytesAt,
  bytesEq,
  bytesLess,
  bytesSub,
  eq,
  type Func,
  get,
  getGlobal,
  give,
  go,
  goIf,
  highZeros,
  int,
  long,
  longAdd,
  longMul,
  loop,
  not,
  putDouble,
  set,
  shl,
  sub,
  toDouble,
  toLong,
  topBits,
  when,
  zeros,
} from '../../wire/wasm.ts';
import { matches, tell } from './expect-code.ts';
import { FLAG, globalIndex, RECORD } from './layout.ts';
import { plus } from './local-code.ts';

/** So many digits in a row may be a number that no double holds. */
const LONG_RUN = 16;

/**
 * Are there, from `at` to `end`, neither sixteen digits in a row nor a character whose first byte is F3, as
 * that of all tag characters is? It may say no because of what comes within sixteen bytes behind the end.
 */
export const isClean: Func = {
  name: 'isClean',
  params: ['at', 'end'],
  i32: ['digits', 'first', 'before'],
  v128: ['bytes'],
  body: [
    loop(
      'more',
      when(atLeast(get('at'), get('end')), [give(int(1))]),
      set('bytes', bytesAt(get('at'))),
      when(topBits(bytesEq(get('bytes'), all(0xf3))), [give(int(0))]),
      set('digits', topBits(bytesLess(bytesSub(get('bytes'), all(0x30)), all(10)))),
      set('at', plus('at', 16)),
      when(not(get('digits')), [set('before', int(0)), go('more')]),
      // The bits above the sixteen are no digits.
      set('first', zeros(complement(get('digits')))),
      when(atLeast(add(get('before'), get('first')), int(LONG_RUN)), [give(int(0))]),
      set('before', highZeros(complement(shl(get('digits'), int(16))))),
      go('more'),
    ),
  ],
};

function complement(value: ReturnType<typeof get>) {
  return sub(int(-1), value);
}

/** Is this the name of the method, with the quote behind it? */
export const isToolsCall: Func = {
  name: 'isToolsCall',
  params: ['at'],
  body: [give(matches('tools/call"'))],
};

/** Tells the id of a message as if it were a hint. Gives the flag that says of which kind it is. */
export const tellId: Func = {
  name: 'tellId',
  params: ['out'],
  i32: ['at', 'end'],
  i64: ['value'],
  body: [
    set('at', getGlobal(globalIndex('idStart'))),
    set('end', getGlobal(globalIndex('idEnd'))),
    tell('idStart', get('at')),
    tell('idEnd', get('end')),
    when(eq(byteAt(get('at')), int(0x22)), [give(int(FLAG.textId))]),
    block(
      'over',
      loop(
        'digits',
        goIf('over', atLeast(get('at'), get('end'))),
        set(
          'value',
          longAdd(longMul(get('value'), long(10n)), toLong(sub(byteAt(get('at')), int(0x30)))),
        ),
        set('at', plus('at', 1)),
        go('digits'),
      ),
    ),
    putDouble(get('out'), toDouble(get('value')), RECORD.id),
    give(int(FLAG.numberId)),
  ],
};
