import {
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
  loop,
  more,
  ne,
  not,
  or,
  putByte,
  set,
  setGlobal,
  sub,
  when,
} from '../../wire/wasm.ts';
import { matches } from './expect-code.ts';
import { DEEPEST, functionIndex, globalIndex, PLACE } from './layout.ts';
import { is, plus } from './local-code.ts';

const USUAL = '{"jsonrpc":"2.0","id":';

/**
 * Functions that go through JSON (RFC 8259), as `isJson` does: they take the offset of a token, and give
 * the offset behind it, or 0 for what is none. UTF-8 is not looked at. Whoever calls them puts a zero
 * byte behind the data, which no token can pass. A line feed is no white space here: it ends a line.
 */

/** After white space. */
export const space: Func = {
  name: 'space',
  params: ['at'],
  i32: ['byte'],
  body: [
    loop(
      'more',
      set('byte', byteAt(get('at'))),
      when(or(or(is('byte', 0x20), is('byte', 0x09)), is('byte', 0x0d)), [
        set('at', plus('at', 1)),
        go('more'),
      ]),
      give(get('at')),
    ),
  ],
};

export const number: Func = {
  name: 'number',
  params: ['at'],
  i32: ['byte', 'start'],
  body: [
    when(eq(byteAt(get('at')), int(0x2d)), [set('at', plus('at', 1))]),
    when(eq(byteAt(get('at')), int(0x30)), [set('at', plus('at', 1))], digits('whole')),
    when(eq(byteAt(get('at')), int(0x2e)), [set('at', plus('at', 1)), ...digits('fraction')]),
    when(eq(or(byteAt(get('at')), int(0x20)), int(0x65)), [
      set('byte', byteAt(get('at'), 1)),
      set('at', plus('at', 1)),
      when(or(is('byte', 0x2b), is('byte', 0x2d)), [set('at', plus('at', 1))]),
      ...digits('power'),
    ]),
    give(get('at')),
  ],
};

/** A key with its colon, in an object so many levels deep: gives the offset of the value. */
export const key: Func = {
  name: 'key',
  params: ['at', 'depth'],
  i32: ['end', 'value'],
  body: [
    when(ne(byteAt(get('at')), int(0x22)), [give(int(0))]),
    setGlobal(globalIndex('escaped'), int(0)),
    set('end', call(functionIndex('string'), plus('at', 1))),
    when(not(get('end')), [give(int(0))]),
    set('value', get('end')),
    ...spaced('value'),
    when(ne(byteAt(get('value')), int(0x3a)), [give(int(0))]),
    set('value', plus('value', 1)),
    ...spaced('value'),
    when(more(get('depth'), int(2)), [give(get('value'))]),
    give(
      call(
        functionIndex('note'),
        plus('at', 1),
        sub(sub(get('end'), get('at')), int(2)),
        get('value'),
        get('depth'),
      ),
    ),
  ],
};

/**
 * A whole value. One turn of `value` per value; one of `after` per bracket that closes behind it.
 * What its keys tell is left in the globals.
 */
export const json: Func = {
  name: 'json',
  params: ['at'],
  i32: ['depth', 'byte', 'closer'],
  body: [
    ...(['seen', 'within', 'want'] as const).map((name) => setGlobal(globalIndex(name), int(0))),
    loop(
      'value',
      block('scalar', block('keyed', ...valueCode()), ...keyCode(), go('value')),
      loop('after', ...afterCode()),
    ),
  ],
};

function valueCode(): Code[] {
  return [
    set('byte', byteAt(get('at'))),
    when(is('byte', 0x22), [
      set('at', call(functionIndex('string'), plus('at', 1))),
      when(not(get('at')), [give(int(0))]),
      go('scalar'),
    ]),
    when(is('byte', 0x7b), [when(not(get('depth')), usualCode()), ...openCode(0x7d), go('keyed')]),
    when(is('byte', 0x5b), [...openCode(0x5d), go('value')]),
    when(is('byte', 0x74), wordCode('rue')),
    when(is('byte', 0x66), wordCode('alse')),
    when(is('byte', 0x6e), wordCode('ull')),
    set('at', call(functionIndex('number'), get('at'))),
    when(not(get('at')), [give(int(0))]),
    go('scalar'),
  ];
}

/** Nearly every message starts with the same bytes; its id is a value as any other. */
function usualCode(): Code[] {
  return [
    when(matches(USUAL), [
      set('depth', int(1)),
      putByte(int(1), int(0x7d), PLACE.open),
      set('closer', int(0x7d)),
      set('at', plus('at', USUAL.length)),
      go('value'),
    ]),
  ];
}

/** An opening bracket; an empty pair is passed over at once. */
function openCode(closer: number): Code[] {
  return [
    set('at', plus('at', 1)),
    ...spaced('at'),
    when(eq(byteAt(get('at')), int(closer)), [set('at', plus('at', 1)), go('scalar')]),
    set('depth', plus('depth', 1)),
    when(atLeast(get('depth'), int(DEEPEST)), [give(int(0))]),
    putByte(get('depth'), int(closer), PLACE.open),
    set('closer', int(closer)),
  ];
}

/** The rest of a word, whose first letter has been seen. */
function wordCode(rest: string): Code[] {
  return [
    ...[...Buffer.from(rest)].map((letter, index) =>
      when(ne(byteAt(get('at'), index + 1), int(letter)), [give(int(0))]),
    ),
    set('at', plus('at', rest.length + 1)),
    go('scalar'),
  ];
}

function keyCode(): Code[] {
  return [
    set('at', call(functionIndex('key'), get('at'), get('depth'))),
    when(not(get('at')), [give(int(0))]),
  ];
}

function afterCode(): Code[] {
  return [
    when(getGlobal(globalIndex('want')), [when(is('depth', 2), wantedCode())]),
    when(not(get('depth')), [give(get('at'))]),
    ...spaced('at'),
    set('byte', byteAt(get('at'))),
    when(is('byte', 0x2c), [
      set('at', plus('at', 1)),
      ...spaced('at'),
      when(is('closer', 0x7d), keyCode()),
      go('value'),
    ]),
    when(ne(get('byte'), get('closer')), [give(int(0))]),
    set('at', plus('at', 1)),
    set('depth', sub(get('depth'), int(1))),
    set('closer', byteAt(get('depth'), PLACE.open)),
    go('after'),
  ];
}

/** A value ends whose place was asked for. */
function wantedCode(): Code[] {
  return [
    when(
      eq(getGlobal(globalIndex('want')), int(1)),
      [
        setGlobal(globalIndex('toolEnd'), sub(get('at'), int(1))),
        when(getGlobal(globalIndex('escaped')), [
          setGlobal(globalIndex('seen'), or(getGlobal(globalIndex('seen')), int(8))),
        ]),
      ],
      [setGlobal(globalIndex('argsEnd'), get('at'))],
    ),
    setGlobal(globalIndex('want'), int(0)),
  ];
}

/** One digit or more. */
function digits(label: string): Code[] {
  return [
    set('start', get('at')),
    block(
      `${label} end`,
      loop(
        label,
        goIf(`${label} end`, more(sub(byteAt(get('at')), int(0x30)), int(9))),
        set('at', plus('at', 1)),
        go(label),
      ),
    ),
    when(eq(get('at'), get('start')), [give(int(0))]),
  ];
}

/** White space is rare, and a call costs more than a look. */
export function spaced(name: string): Code[] {
  return [
    when(not(more(byteAt(get(name)), int(0x20))), [
      set(name, call(functionIndex('space'), get(name))),
    ]),
  ];
}
