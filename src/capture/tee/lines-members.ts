import { BYTE } from '../../wire/scanner.ts';
import {
  add,
  and,
  block,
  br,
  brIf,
  byteAt,
  type Code,
  int,
  intAt,
  isEqual,
  isLess,
  isOther,
  isZero,
  loop,
  pairAt,
  subtract,
} from '../../wire/wasm.ts';
import { STATE } from './grammar.ts';
import { isTop, it, move, onTo, put, when } from './lines-locals.ts';

const ID = 1;
const METHOD = 2;
const ANSWER = 3;

/** Which of the members that matter this key is, by its spelling. */
export function closeKey(): readonly Code[] {
  const key = it('from');
  const hasLength = (length: number) => isEqual(subtract(it('at'), key), int(length));
  const four = (letters: string) => isEqual(intAt(key), int(Buffer.from(letters).readInt32LE()));
  const two = (at: number, letters: string) =>
    isEqual(pairAt(add(key, int(at))), int(Buffer.from(letters).readUInt16LE()));
  return [
    when(
      isTop(),
      put('member', int(0)),
      when(and(hasLength(2), two(0, 'id')), put('member', int(ID))),
      when(
        hasLength(6),
        when(and(four('meth'), two(4, 'od')), put('member', int(METHOD))),
        when(and(four('resu'), two(4, 'lt')), put('member', int(ANSWER))),
      ),
      when(and(hasLength(5), and(four('erro'), two(3, 'or'))), put('member', int(ANSWER))),
    ),
    ...onTo(STATE.colon),
  ];
}

export function colon(): readonly Code[] {
  return [
    when(
      and(isTop(), isOther(it('member'), int(0))),
      block('hint', brIf('hint', isOther(it('member'), int(ANSWER))), put('answers', int(1))),
      when(
        isOther(it('member'), int(ANSWER)),
        put('from', add(it('at'), int(1))),
        put('inValue', int(1)),
      ),
    ),
    ...onTo(STATE.value),
  ];
}

/** Of repeated keys the last one counts. What cannot be a hint is the caller's. */
export function endMember(): readonly Code[] {
  const isSpace = (place: Code) => isLess(byteAt(place), int(0x21));
  return [
    when(
      it('inValue'),
      put('inValue', int(0)),
      put('to', it('at')),
      block(
        'first',
        loop('spaces', brIf('first', isZero(isSpace(it('from')))), move('from', 1), br('spaces')),
      ),
      block(
        'last',
        loop(
          'spaces',
          brIf('last', isZero(isSpace(subtract(it('to'), int(1))))),
          move('to', -1),
          br('spaces'),
        ),
      ),
      put('to', subtract(it('to'), it('from'))),
      brIf('leave', isLess(it('longest'), it('to'))),
      put('next', byteAt(it('from'))),
      block(
        'method',
        brIf('method', isOther(it('member'), int(ID))),
        // A string, a number or null.
        block(
          'good',
          ...['"', '-', 'n'].map((start) =>
            brIf('good', isEqual(it('next'), int(start.charCodeAt(0)))),
          ),
          brIf('good', isLess(subtract(it('next'), int(0x30)), int(10))),
          br('leave'),
        ),
        put('idAt', it('from')),
        put('idLength', it('to')),
      ),
      when(
        isEqual(it('member'), int(METHOD)),
        brIf('leave', isOther(it('next'), int(BYTE.quote))),
        put('methodAt', it('from')),
        put('methodLength', it('to')),
      ),
    ),
  ];
}
