import {
  add,
  and,
  atLeast,
  block,
  type Code,
  type Func,
  get,
  give,
  go,
  goIf,
  int,
  intAt,
  loop,
  mul,
  putInt,
  set,
  shl,
  shr,
  sub,
  when,
  xor,
} from '../../wire/wasm.ts';
import { ROWS } from '../text-hash.ts';
import { PLACE, RECORD } from './layout.ts';

/** What `hashOf` has of the bytes from `at` to `end` before its last step, into the record `out`. Gives 0. */
export const hash: Func = {
  name: 'hash',
  params: ['at', 'end', 'out'],
  i32: ['one', 'other', 'word', 'left'],
  body: [
    set('one', xor(intAt(int(PLACE.seed)), sub(get('end'), get('at')))),
    set('other', get('one')),
    block(
      'over',
      loop(
        'words',
        goIf('over', atLeast(get('at'), get('end'))),
        set('word', intAt(get('at'))),
        set('left', sub(get('end'), get('at'))),
        when(atLeast(get('left'), int(4)), [], [set('word', and(get('word'), firstBytes()))]),
        ...mixed('one', ROWS[0]),
        ...mixed('other', ROWS[1]),
        set('at', add(get('at'), int(4))),
        go('words'),
      ),
    ),
    putInt(get('out'), get('one'), RECORD.argsOne),
    putInt(get('out'), get('other'), RECORD.argsOther),
    give(int(0)),
  ],
};

/** As many as are left. */
function firstBytes(): Code {
  return sub(shl(int(1), shl(get('left'), int(3))), int(1));
}

function mixed(row: string, { factor, fold }: (typeof ROWS)[number]): Code[] {
  return [
    set(row, mul(xor(get(row), get('word')), int(factor))),
    set(row, xor(get(row), shr(get(row), int(fold)))),
  ];
}
