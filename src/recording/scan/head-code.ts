import {
  add,
  anyTrue,
  byteAt,
  bytesAt,
  bytesEq,
  bytesMin,
  bytesOr,
  type Code,
  call,
  eq,
  type Func,
  get,
  give,
  go,
  int,
  loop,
  more,
  ne,
  not,
  set,
  setGlobal,
  sub,
  topBits,
  when,
  zeros,
} from '../../wire/wasm.ts';
import { refused } from './expect-code.ts';
import { functionIndex, globalIndex, PLACE } from './layout.ts';
import { plus } from './local-code.ts';

/**
 * Passes over a message that is an object: `end` becomes the place where the end of the entry and a line feed have
 * to stand. What is between is not looked at, but for control characters: those of a torn line, and of zeros
 * that a crash left.
 */
export function headCode(): Code[] {
  return [
    when(eq(byteAt(get('at')), int(0x7b)), [
      set('lf', call(functionIndex('control'), get('at'))),
      set('end', sub(get('lf'), int(1))),
      when(not(more(get('end'), get('at'))), refused()),
      when(ne(byteAt(sub(get('end'), int(1))), int(0x7d)), refused()),
      setGlobal(globalIndex('seen'), int(0)),
    ]),
  ];
}

/** The next control character; zero bytes behind the data are some. */
export const control: Func = {
  name: 'control',
  params: ['at'],
  i32: ['found'],
  v128: ['controls'],
  body: [
    set('controls', bytesAt(int(PLACE.controls))),
    loop(
      'far',
      when(not(anyTrue(bytesOr(bytesOr(among(0), among(16)), bytesOr(among(32), among(48))))), [
        set('at', plus('at', 64)),
        go('far'),
      ]),
    ),
    loop(
      'near',
      set('found', topBits(among(0))),
      when(not(get('found')), [set('at', plus('at', 16)), go('near')]),
      give(add(get('at'), zeros(get('found')))),
    ),
  ],
};

function among(offset: number): Code {
  return bytesEq(bytesMin(bytesAt(get('at'), offset), get('controls')), bytesAt(get('at'), offset));
}
