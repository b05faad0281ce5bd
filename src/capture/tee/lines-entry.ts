import { BYTE } from '../../wire/scanner.ts';
import {
  add,
  block,
  type Code,
  copy,
  div,
  go,
  goIf,
  int,
  intAt,
  loop,
  ne,
  not,
  putByte,
  rem,
} from '../../wire/wasm.ts';
import { it, move, type Name, onlyIf, put } from './lines-locals.ts';
import { PLACE } from './lines-places.ts';

/** Writes the entry of the line behind what there is. */
export function entry(length: Code): readonly Code[] {
  return [
    ...append(add(int(PLACE.start), int(4)), intAt(int(PLACE.start))),
    ...appendNumber(intAt(int(PLACE.seq))),
    ...append(add(int(PLACE.middle), int(4)), intAt(int(PLACE.middle))),
    ...hint('methodAt', 'methodLength', PLACE.method),
    ...hint('idAt', 'idLength', PLACE.id),
    ...append(add(int(PLACE.message), int(4)), intAt(int(PLACE.message))),
    ...append(it('line'), length),
    putByte(it('out'), int(BYTE.closeObject)),
    putByte(add(it('out'), int(1)), int(0x0a)),
    move('out', 2),
  ];
}

function hint(from: Name, length: Name, name: number): readonly Code[] {
  return [
    onlyIf(
      ne(it(length), int(0)),
      ...append(int(name + 4), intAt(int(name))),
      ...append(it(from), it(length)),
    ),
  ];
}

function append(from: Code, length: Code): readonly Code[] {
  return [copy(it('out'), from, length), put('out', add(it('out'), length))];
}

function appendNumber(value: Code): readonly Code[] {
  return [
    move('out', 1),
    put('rest', div(value, int(10))),
    block(
      'counted',
      loop(
        'digits',
        goIf('counted', not(it('rest'))),
        move('out', 1),
        put('rest', div(it('rest'), int(10))),
        go('digits'),
      ),
    ),
    put('to', it('out')),
    put('rest', value),
    loop(
      'digits',
      move('to', -1),
      putByte(it('to'), add(int(0x30), rem(it('rest'), int(10)))),
      put('rest', div(it('rest'), int(10))),
      goIf('digits', ne(it('rest'), int(0))),
    ),
  ];
}
