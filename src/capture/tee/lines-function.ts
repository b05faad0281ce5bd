import { BYTE, MAX_DEPTH } from '../../wire/scanner.ts';
import {
  add,
  and,
  block,
  br,
  brIf,
  brTable,
  byteAt,
  type Code,
  call,
  int,
  intAt,
  isEqual,
  isLess,
  isNotLess,
  isOther,
  loop,
  or,
  sequence,
  setByte,
  setInt,
  shiftLeft,
  subtract,
  type WasmFunction,
} from '../../wire/wasm.ts';
import { type ACTION, FIRST_ACTION, STATE } from './grammar.ts';
import { entry } from './lines-entry.ts';
import { isTop, it, move, NAMES, type Name, onTo, put, when } from './lines-locals.ts';
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
export function linesFunction(): WasmFunction {
  return {
    name: 'lines',
    parameters: 4,
    integers: NAMES.length - 4,
    vectors: 0,
    body: [
      put('line', it('at')),
      block(
        'leave',
        loop(
          'line',
          brIf('leave', isNotLess(it('at'), it('end'))),
          brIf('leave', isOther(byteAt(it('at')), int(BYTE.openObject))),
          ...['depth', 'after', 'inValue', 'answers', 'member', 'state'].map((name) =>
            put(name as Name, int(0)),
          ),
          put('idLength', int(0)),
          put('methodLength', int(0)),
          loop('bytes', ...step()),
          br('leave'),
        ),
      ),
      it('line'),
    ],
  };
}

/** One byte, or one run of text. */
function step(): readonly Code[] {
  return [
    brIf('leave', isNotLess(it('at'), it('end'))),
    put(
      'next',
      byteAt(add(int(PLACE.table), or(shiftLeft(it('state'), int(8)), byteAt(it('at'))))),
    ),
    block(
      'action',
      brIf('action', isNotLess(it('next'), int(FIRST_ACTION))),
      put('state', it('next')),
      move('at', 1),
      br('bytes'),
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
  ['escapeKey', () => [brIf('leave', isTop()), ...onTo(STATE.keyEscape)]],
  ['closeKey', closeKey],
  ['colon', colon],
  ['comma', () => [when(isTop(), ...endMember()), ...onTo(STATE.key)]],
  ['text', text],
  ['endValue', () => [put('state', it('after')), move('at', 1), br('bytes')]],
  ['endNumber', () => [put('state', it('after')), br('bytes')]],
  ['high', high],
  ['bad', () => [br('leave')]],
];

function actions(): Code {
  const names = ACTIONS.map(([name]) => name);
  const choice = brTable(subtract(it('next'), int(FIRST_ACTION)), ...names);
  // Each block ends where its action begins.
  return ACTIONS.reduce(
    (inside, [name, code]) => sequence([block(name, inside), ...code()]),
    choice,
  );
}

function open(kind: 0 | 1, state: number, after: number): readonly Code[] {
  return [
    brIf('leave', isNotLess(it('depth'), int(Math.min(DEPTH, MAX_DEPTH)))),
    setByte(add(int(PLACE.stack), it('depth')), int(kind)),
    move('depth', 1),
    put('after', int(after)),
    ...onTo(state),
  ];
}

function close(): readonly Code[] {
  const outer = byteAt(add(int(PLACE.stack - 1), it('depth')));
  return [
    when(isTop(), ...endMember()),
    move('depth', -1),
    put('after', int(STATE.done)),
    when(
      it('depth'),
      put('after', int(STATE.afterInArray)),
      when(outer, put('after', int(STATE.afterInObject))),
    ),
    put('state', it('after')),
    move('at', 1),
    br('bytes'),
  ];
}

/** A string opens, or goes on. */
function text(): readonly Code[] {
  return [
    put('state', int(STATE.text)),
    put('at', and(call(TEXT_INDEX, add(it('at'), int(1)), it('end')), int(0x7fff_ffff))),
    br('bytes'),
  ];
}

function high(): readonly Code[] {
  return [when(isEqual(it('state'), int(STATE.text)), ...text()), move('at', 1), br('bytes')];
}

/** The line is over: its entry, when there is room for it. */
function line(): readonly Code[] {
  const length = subtract(it('at'), it('line'));
  return [
    brIf('leave', isOther(it('state'), int(STATE.done))),
    brIf('leave', isEqual(byteAt(subtract(it('at'), int(1))), int(0x0d))),
    // An answer with a method, or the other way round, gets no hints.
    brIf('leave', and(it('answers'), isOther(it('methodLength'), int(0)))),
    put('out', intAt(int(PLACE.out))),
    brIf('leave', isLess(intAt(int(PLACE.outEnd)), add(it('out'), add(length, it('limit'))))),
    ...entry(length),
    setInt(int(PLACE.out), it('out')),
    setInt(int(PLACE.seq), add(intAt(int(PLACE.seq)), int(1))),
    move('at', 1),
    put('line', it('at')),
    br('line'),
  ];
}
