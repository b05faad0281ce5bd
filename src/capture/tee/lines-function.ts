import { BYTE, MAX_DEPTH } from '../../wire/scanner.ts';
import {
  add,
  and,
  atLeast,
  block,
  byteAt,
  type Code,
  call,
  eq,
  type Func,
  go,
  goIf,
  goToNumber,
  int,
  intAt,
  less,
  loop,
  ne,
  or,
  putByte,
  putInt,
  sequence,
  shl,
  sub,
} from '../../wire/wasm.ts';
import { type ACTION, FIRST_ACTION, STATE } from './grammar.ts';
import { entry } from './lines-entry.ts';
import { isTop, it, move, NAMES, type Name, onlyIf, onTo, put } from './lines-locals.ts';
import { closeKey, colon, endMember } from './lines-members.ts';
import { PLACE } from './lines-places.ts';

/** Deepest nesting that the function follows; deeper lines are left to the caller. */
const DEPTH = 1024;

/** The function `text` is the first in the module. */
const TEXT_INDEX = 0;

/**
 * `lines(at, end, limit, longest)`: encodes the messages that stand in whole lines from `at` on, as `encodeEntry`
 * does, one behind the other, with hints no longer than `longest`. It takes the lines that nearly all are: an
 * object, with `\n` behind it, nothing unusual in its top-level keys; in UTF-8, which its caller has found out.
 *
 * @returns where the first line starts that it leaves to the caller; `end` when there is none.
 */
export function linesFunction(): Func {
  return {
    name: 'lines',
    params: NAMES.slice(0, 4),
    i32: NAMES.slice(4),
    body: [
      put('line', it('at')),
      block(
        'leave',
        loop(
          'line',
          goIf('leave', atLeast(it('at'), it('end'))),
          goIf('leave', ne(byteAt(it('at')), int(BYTE.openObject))),
          ...['depth', 'after', 'inValue', 'answers', 'member', 'state'].map((name) =>
            put(name as Name, int(0)),
          ),
          put('idLength', int(0)),
          put('methodLength', int(0)),
          loop('bytes', ...step()),
          go('leave'),
        ),
      ),
    ],
    result: it('line'),
  };
}

/** One byte, or one run of text. */
function step(): readonly Code[] {
  return [
    goIf('leave', atLeast(it('at'), it('end'))),
    put('next', byteAt(add(int(PLACE.table), or(shl(it('state'), int(8)), byteAt(it('at')))))),
    block(
      'action',
      goIf('action', atLeast(it('next'), int(FIRST_ACTION))),
      put('state', it('next')),
      move('at', 1),
      go('bytes'),
    ),
    actions(),
  ];
}

/** In the order of their numbers; each goes on with the next byte by itself. */
const ACTIONS: readonly (readonly [name: keyof typeof ACTION, code: () => readonly Code[]])[] = [
  ['line', line],
  ['openObject', () => open(1, STATE.firstKey, STATE.afterInObject)],
  ['openArray', () => open(0, STATE.firstItem, STATE.afterInArray)],
  ['close', close],
  ['openKey', () => [put('from', add(it('at'), int(1))), ...onTo(STATE.keyText)]],
  ['escapeKey', () => [goIf('leave', isTop()), ...onTo(STATE.keyEscape)]],
  ['closeKey', closeKey],
  ['colon', colon],
  ['comma', () => [onlyIf(isTop(), ...endMember()), ...onTo(STATE.key)]],
  ['text', text],
  ['endValue', () => [put('state', it('after')), move('at', 1), go('bytes')]],
  ['endNumber', () => [put('state', it('after')), go('bytes')]],
  ['high', high],
  ['bad', () => [go('leave')]],
];

function actions(): Code {
  const names = ACTIONS.map(([name]) => name);
  const choice = goToNumber(sub(it('next'), int(FIRST_ACTION)), ...names);
  // Each block ends where its action begins.
  return ACTIONS.reduce(
    (inside, [name, code]) => sequence([block(name, inside), ...code()]),
    choice,
  );
}

function open(kind: 0 | 1, state: number, after: number): readonly Code[] {
  return [
    goIf('leave', atLeast(it('depth'), int(Math.min(DEPTH, MAX_DEPTH)))),
    putByte(add(int(PLACE.stack), it('depth')), int(kind)),
    move('depth', 1),
    put('after', int(after)),
    ...onTo(state),
  ];
}

function close(): readonly Code[] {
  const outer = byteAt(add(int(PLACE.stack - 1), it('depth')));
  return [
    onlyIf(isTop(), ...endMember()),
    move('depth', -1),
    put('after', int(STATE.done)),
    onlyIf(
      it('depth'),
      put('after', int(STATE.afterInArray)),
      onlyIf(outer, put('after', int(STATE.afterInObject))),
    ),
    put('state', it('after')),
    move('at', 1),
    go('bytes'),
  ];
}

/** A string opens, or goes on. */
function text(): readonly Code[] {
  return [
    put('state', int(STATE.text)),
    put('at', and(call(TEXT_INDEX, add(it('at'), int(1)), it('end')), int(0x7fff_ffff))),
    go('bytes'),
  ];
}

function high(): readonly Code[] {
  return [onlyIf(eq(it('state'), int(STATE.text)), ...text()), move('at', 1), go('bytes')];
}

/** The line is over: its entry, when there is room for it. */
function line(): readonly Code[] {
  const length = sub(it('at'), it('line'));
  return [
    goIf('leave', ne(it('state'), int(STATE.done))),
    goIf('leave', eq(byteAt(sub(it('at'), int(1))), int(0x0d))),
    // An answer with a method, or the other way round, gets no hints.
    goIf('leave', and(it('answers'), ne(it('methodLength'), int(0)))),
    put('out', intAt(int(PLACE.out))),
    goIf('leave', less(intAt(int(PLACE.outEnd)), add(it('out'), add(length, it('limit'))))),
    ...entry(length),
    putInt(int(PLACE.out), it('out')),
    putInt(int(PLACE.seq), add(intAt(int(PLACE.seq)), int(1))),
    move('at', 1),
    put('line', it('at')),
    go('line'),
  ];
}
