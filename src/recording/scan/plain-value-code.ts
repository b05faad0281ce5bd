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
  get,
  getGlobal,
  give,
  go,
  goIf,
  int,
  intAt,
  loop,
  more,
  ne,
  not,
  or,
  putInt,
  set,
  setGlobal,
  sub,
  when,
} from '../../wire/wasm.ts';
import { spaced } from './json-code.ts';
import { FLAG, functionIndex, globalIndex, PLACE } from './layout.ts';
import { is, plus } from './local-code.ts';
import { keyCode } from './plain-members-code.ts';
import { flag, refused } from './plain-words.ts';

/** Deeper values are for the parser, and objects of more keys. */
const DEEPEST = 60;
const MOST_KEYS = 32;
/** All integers of as many digits are exact in a double. */
const MOST_DIGITS = 15;
/** Of an open key: its place and its length. */
const KEY = { size: 8, start: 0, length: 4 } as const;

/**
 * A JSON value that holds nothing which any rule would look at twice: no key repeated or spelled with
 * escapes, none of the protocol (`io.…`), not too deep. Gives its end, or 0. `depth` is that of the value,
 * `top` the end of the keys that are open. What the keys of an object at depth 0 tell is flagged.
 */
export const plainValue: Func = {
  name: 'plainValue',
  params: ['at', 'depth', 'top'],
  i32: ['byte'],
  body: [
    set('byte', byteAt(get('at'))),
    when(is('byte', 0x22), [give(call(functionIndex('string'), plus('at', 1)))]),
    when(is('byte', 0x7b), [
      give(call(functionIndex('plainObject'), get('at'), get('depth'), get('top'))),
    ]),
    when(is('byte', 0x5b), arrayCode()),
    when(is('byte', 0x74), wordCode('rue')),
    when(is('byte', 0x66), wordCode('alse')),
    when(is('byte', 0x6e), wordCode('ull')),
    give(call(functionIndex('number'), get('at'))),
  ],
};

function arrayCode(): Code[] {
  return [
    when(atLeast(get('depth'), int(DEEPEST)), [refused]),
    set('at', plus('at', 1)),
    ...spaced('at'),
    when(eq(byteAt(get('at')), int(0x5d)), [give(plus('at', 1))]),
    loop(
      'items',
      set('at', call(functionIndex('plainValue'), get('at'), plus('depth', 1), get('top'))),
      when(not(get('at')), [refused]),
      ...spaced('at'),
      set('byte', byteAt(get('at'))),
      set('at', plus('at', 1)),
      when(is('byte', 0x2c), [...spaced('at'), go('items')]),
      when(is('byte', 0x5d), [give(get('at'))]),
      refused,
    ),
  ];
}

/** The rest of a word, whose first letter has been seen. */
function wordCode(rest: string): Code[] {
  return [
    ...[...Buffer.from(rest)].map((letter, index) =>
      when(ne(byteAt(get('at'), index + 1), int(letter)), [refused]),
    ),
    give(plus('at', rest.length + 1)),
  ];
}

export const plainObject: Func = {
  name: 'plainObject',
  params: ['at', 'depth', 'top'],
  i32: ['first', 'key', 'end', 'byte'],
  body: [
    when(atLeast(get('depth'), int(DEEPEST)), [refused]),
    set('first', get('top')),
    set('at', plus('at', 1)),
    ...spaced('at'),
    when(eq(byteAt(get('at')), int(0x7d)), [give(plus('at', 1))]),
    loop(
      'members',
      ...keyCode(),
      ...keptCode(),
      set('at', call(functionIndex('plainValue'), get('at'), plus('depth', 1), get('top'))),
      when(not(get('at')), [refused]),
      ...spaced('at'),
      set('byte', byteAt(get('at'))),
      set('at', plus('at', 1)),
      when(is('byte', 0x2c), [...spaced('at'), go('members')]),
      when(is('byte', 0x7d), [give(get('at'))]),
      refused,
    ),
  ],
};

/** Remembers a key that was not there before. */
function keptCode(): Code[] {
  const start = plus('key', 1);
  const length = sub(sub(get('end'), get('key')), int(2));
  const isOfProtocol = eq(and(intAt(start), int(0xff_ff_ff)), int(0x2e_6f_69));
  const isFull = or(
    more(sub(get('top'), get('first')), int(MOST_KEYS * KEY.size)),
    atLeast(get('top'), int(PLACE.records - KEY.size)),
  );
  return [
    when(isOfProtocol, [refused]),
    when(isFull, [refused]),
    putInt(get('top'), start, KEY.start),
    putInt(get('top'), length, KEY.length),
    when(call(functionIndex('isRepeated'), get('first'), get('top')), [refused]),
    set('top', plus('top', KEY.size)),
    when(not(get('depth')), [when(call(functionIndex('isTelling'), start), [flag(FLAG.mayTell)])]),
  ];
}

/** Is the key at `last` among those from `first` on? */
export const isRepeated: Func = {
  name: 'isRepeated',
  params: ['first', 'last'],
  i32: ['length'],
  body: [
    set('length', intAt(get('last'), KEY.length)),
    loop(
      'keys',
      when(atLeast(get('first'), get('last')), [give(int(0))]),
      when(eq(intAt(get('first'), KEY.length), get('length')), [
        when(
          call(
            functionIndex('isSame'),
            intAt(get('first'), KEY.start),
            intAt(get('last'), KEY.start),
            get('length'),
          ),
          [give(int(1))],
        ),
      ]),
      set('first', plus('first', KEY.size)),
      go('keys'),
    ),
  ],
};

/** Are so many bytes the same? */
export const isSame: Func = {
  name: 'isSame',
  params: ['one', 'other', 'length'],
  i32: ['index'],
  body: [
    loop(
      'bytes',
      when(atLeast(get('index'), get('length')), [give(int(1))]),
      when(ne(byteAt(add(get('one'), get('index'))), byteAt(add(get('other'), get('index')))), [
        give(int(0)),
      ]),
      set('index', plus('index', 1)),
      go('bytes'),
    ),
  ],
};

/**
 * May the key from `at` on begin with one of the words? Case does not count, nor do `_` and `-`. Letters
 * beyond ASCII may be ASCII in lower case.
 */
export const isTelling: Func = {
  name: 'isTelling',
  params: ['at'],
  i32: ['word', 'here', 'byte', 'wanted'],
  body: [
    ...jointCode('start', 'at'),
    set('byte', byteAt(get('at'))),
    when(not(more(int(0x80), get('byte'))), [give(int(1))]),
    when(not(byteAt(get('byte'), PLACE.tellingLetters)), [give(int(0))]),
    set('word', int(PLACE.tellingWords)),
    loop(
      'words',
      when(not(byteAt(get('word'))), [give(int(0))]),
      set('here', get('at')),
      block(
        'other',
        loop(
          'letters',
          set('wanted', byteAt(get('word'))),
          // A comma ends a word.
          when(is('wanted', 0x2c), [give(int(1))]),
          ...jointCode('joint', 'here'),
          set('byte', byteAt(get('here'))),
          when(not(more(int(0x80), get('byte'))), [give(int(1))]),
          goIf('other', ne(or(get('byte'), int(0x20)), get('wanted'))),
          set('word', plus('word', 1)),
          set('here', plus('here', 1)),
          go('letters'),
        ),
      ),
      loop(
        'rest',
        set('word', plus('word', 1)),
        when(ne(byteAt(get('word'), 0), int(0x2c)), [go('rest')]),
      ),
      set('word', plus('word', 1)),
      go('words'),
    ),
  ],
};

function jointCode(label: string, name: string): Code[] {
  const byte = byteAt(get(name));
  return [
    loop(
      label,
      when(or(eq(byte, int(0x5f)), eq(byte, int(0x2d))), [set(name, plus(name, 1)), go(label)]),
    ),
  ];
}

/** An id or a progress token: a whole number that every double holds, or a text without escapes, of ASCII. */
export const token: Func = {
  name: 'token',
  params: ['at'],
  i32: ['here', 'end', 'byte'],
  body: [
    set('here', plus('at', 1)),
    when(eq(byteAt(get('at')), int(0x22)), [
      setGlobal(globalIndex('escaped'), int(0)),
      set('end', call(functionIndex('string'), get('here'))),
      when(or(not(get('end')), getGlobal(globalIndex('escaped'))), [refused]),
      loop(
        'bytes',
        when(atLeast(byteAt(get('here')), int(0x80)), [refused]),
        set('here', plus('here', 1)),
        when(more(get('end'), get('here')), [go('bytes')]),
      ),
      give(get('end')),
    ]),
    set('end', get('at')),
    block(
      'over',
      loop(
        'digits',
        goIf('over', more(sub(byteAt(get('end')), int(0x30)), int(9))),
        set('end', plus('end', 1)),
        go('digits'),
      ),
    ),
    when(more(sub(get('end'), get('at')), int(MOST_DIGITS)), [refused]),
    when(eq(get('end'), get('at')), [refused]),
    when(and(eq(byteAt(get('at')), int(0x30)), ne(get('end'), get('here'))), [refused]),
    give(get('end')),
  ],
};
