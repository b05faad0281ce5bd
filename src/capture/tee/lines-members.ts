import { BYTE } from '../../wire/scanner.ts';
import {
  add,
  and,
  block,
  byteAt,
  type Code,
  eq,
  go,
  goIf,
  int,
  intAt,
  less,
  loop,
  ne,
  not,
  shortAt,
  sub,
} from '../../wire/wasm.ts';
import { STATE } from './grammar.ts';
import { isTop, it, move, onlyIf, onTo, put } from './lines-locals.ts';

const ID = 1;
const METHOD = 2;
const ANSWER = 3;

/** Which of the members that matter this key is, by its spelling. */
export function closeKey(): readonly Code[] {
  const key = it('from');
  const hasLength = (length: number) => eq(sub(it('at'), key), int(length));
  const four = (letters: string) => eq(intAt(key), int(Buffer.from(letters).readInt32LE()));
  const two = (at: number, letters: string) =>
    eq(shortAt(add(key, int(at))), int(Buffer.from(letters).readUInt16LE()));
  return [
    onlyIf(
      isTop(),
      put('member', int(0)),
      onlyIf(and(hasLength(2), two(0, 'id')), put('member', int(ID))),
      onlyIf(
        hasLength(6),
        onlyIf(and(four('meth'), two(4, 'od')), put('member', int(METHOD))),
        onlyIf(and(four('resu'), two(4, 'lt')), put('member', int(ANSWER))),
      ),
      onlyIf(and(hasLength(5), and(four('erro'), two(3, 'or'))), put('member', int(ANSWER))),
    ),
    ...onTo(STATE.colon),
  ];
}

export function colon(): readonly Code[] {
  return [
    onlyIf(
      and(isTop(), ne(it('member'), int(0))),
      block('hint', goIf('hint', ne(it('member'), int(ANSWER))), put('answers', int(1))),
      onlyIf(
        ne(it('member'), int(ANSWER)),
        put('from', add(it('at'), int(1))),
        put('inValue', int(1)),
      ),
    ),
    ...onTo(STATE.value),
  ];
}

/** Of repeated keys the last one counts. What cannot be a hint is the caller's. */
export function endMember(): readonly Code[] {
  const isSpace = (place: Code) => less(byteAt(place), int(0x21));
  return [
    onlyIf(
      it('inValue'),
      put('inValue', int(0)),
      put('to', it('at')),
      block(
        'first',
        loop('spaces', goIf('first', not(isSpace(it('from')))), move('from', 1), go('spaces')),
      ),
      block(
        'last',
        loop(
          'spaces',
          goIf('last', not(isSpace(sub(it('to'), int(1))))),
          move('to', -1),
          go('spaces'),
        ),
      ),
      put('to', sub(it('to'), it('from'))),
      goIf('leave', less(it('longest'), it('to'))),
      put('next', byteAt(it('from'))),
      block(
        'method',
        goIf('method', ne(it('member'), int(ID))),
        // A string, a number or null.
        block(
          'good',
          ...['"', '-', 'n'].map((start) => goIf('good', eq(it('next'), int(start.charCodeAt(0))))),
          goIf('good', less(sub(it('next'), int(0x30)), int(10))),
          go('leave'),
        ),
        put('idAt', it('from')),
        put('idLength', it('to')),
      ),
      onlyIf(
        eq(it('member'), int(METHOD)),
        goIf('leave', ne(it('next'), int(BYTE.quote))),
        put('methodAt', it('from')),
        put('methodLength', it('to')),
      ),
    ),
  ];
}
