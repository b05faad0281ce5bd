import { BYTE } from '../../wire/scanner.ts';
import {
  add,
  block,
  br,
  brIf,
  type Code,
  copy,
  divide,
  int,
  intAt,
  isOther,
  isZero,
  loop,
  remainder,
  setByte,
} from '../../wire/wasm.ts';
import { it, move, type Name, put, when } from './lines-locals.ts';
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
    setByte(it('out'), int(BYTE.closeObject)),
    setByte(add(it('out'), int(1)), int(0x0a)),
    move('out', 2),
  ];
}

function hint(from: Name, length: Name, name: number): readonly Code[] {
  return [
    when(
      isOther(it(length), int(0)),
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
    put('rest', divide(value, int(10))),
    block(
      'counted',
      loop(
        'digits',
        brIf('counted', isZero(it('rest'))),
        move('out', 1),
        put('rest', divide(it('rest'), int(10))),
        br('digits'),
      ),
    ),
    put('to', it('out')),
    put('rest', value),
    loop(
      'digits',
      move('to', -1),
      setByte(it('to'), add(int(0x30), remainder(it('rest'), int(10)))),
      put('rest', divide(it('rest'), int(10))),
      brIf('digits', isOther(it('rest'), int(0))),
    ),
  ];
}
