import {
  add,
  and,
  anyTrue,
  byteAt,
  bytesAt,
  bytesEq,
  bytesMin,
  bytesOr,
  type Code,
  eq,
  type Func,
  get,
  give,
  go,
  int,
  loop,
  ne,
  not,
  or,
  set,
  setGlobal,
  shl,
  shr,
  splat,
  sub,
  topBits,
  when,
  xor,
  zeros,
} from '../../wire/wasm.ts';
import { globalIndex, PLACE } from './layout.ts';

/** What follows most backslashes, beside quotes, needs no look of its own: `n`. */
const LINE_FEED = 0x6e;
const EVERY_SECOND = 0xaaaa_aaaa;

/**
 * A string of JSON, from behind its opening quote: gives the offset behind it, or 0 for what is none.
 * `escaped` becomes 1 when it holds a backslash, `halves` when it spells what may be half of a character. Thirty-two bytes are looked at together, and a number has a
 * bit for each of them. Zero bytes must follow the data: control characters, which stop it.
 */
export const string: Func = {
  name: 'string',
  params: ['at'],
  i32: ['quotes', 'slashes', 'escaped', 'odd', 'before', 'carry', 'byte'],
  v128: ['low', 'high', 'quote', 'slash', 'control', 'letter'],
  body: [
    set('quote', bytesAt(int(PLACE.quotes))),
    set('slash', bytesAt(int(PLACE.backslashes))),
    set('control', bytesAt(int(PLACE.controls))),
    // Most strings are keys and short words.
    set('low', bytesAt(get('at'))),
    set(
      'quotes',
      topBits(bytesOr(bytesOr(is('quote')('low'), is('slash')('low')), isControl('low'))),
    ),
    when(get('quotes'), [
      set('before', add(get('at'), zeros(get('quotes')))),
      when(eq(byteAt(get('before')), int(0x22)), [give(add(get('before'), int(1)))]),
    ]),
    set('letter', splat(int(LINE_FEED))),
    loop(
      'more',
      set('low', bytesAt(get('at'))),
      set('high', bytesAt(get('at'), 16)),
      set('quotes', bitsOf(is('quote'))),
      set('slashes', bitsOf(is('slash'))),
      set('odd', int(0)),
      when(or(get('slashes'), get('carry')), escapedCode()),
      // All bits where there is no quote that ends it.
      set('before', sub(and(get('quotes'), sub(int(0), get('quotes'))), int(1))),
      when(anyTrue(bytesOr(isControl('low'), isControl('high'))), [
        when(and(bitsOf(isControl), get('before')), [give(int(0))]),
      ]),
      when(and(get('slashes'), get('before')), [setGlobal(globalIndex('escaped'), int(1))]),
      set('odd', and(get('odd'), get('before'))),
      when(get('odd'), oddCode()),
      when(get('quotes'), [give(add(add(get('at'), zeros(get('quotes'))), int(1)))]),
      set('at', add(get('at'), int(32))),
      go('more'),
    ),
  ],
};

/**
 * Which bytes are escaped, where backslashes may follow each other: one that is escaped escapes nothing. Of a
 * row of them every second one counts, from its start, and subtraction carries along a row
 * (after the find_escaped of simdjson, https://arxiv.org/abs/1902.08318, 3.1.1).
 */
function escapedCode(): Code[] {
  const starting = and(get('slashes'), xor(get('carry'), int(-1)));
  const codes = sub(or(shl(get('byte'), int(1)), int(EVERY_SECOND)), get('byte'));
  return [
    set('byte', starting),
    set('byte', xor(codes, int(EVERY_SECOND))),
    set('escaped', xor(get('byte'), or(get('slashes'), get('carry')))),
    set('carry', shr(and(get('byte'), get('slashes')), int(31))),
    set('odd', and(get('escaped'), xor(or(get('quotes'), bitsOf(is('letter'))), int(-1)))),
    set('quotes', and(get('quotes'), xor(get('escaped'), int(-1)))),
  ];
}

/** What follows a backslash and is neither of the usual ones. */
function oddCode(): Code[] {
  const place = add(get('at'), zeros(get('odd')));
  return [
    loop(
      'odd',
      set('byte', byteAt(place)),
      when(
        eq(get('byte'), int(0x75)),
        [
          ...[1, 2, 3, 4].map((digit) =>
            when(not(byteAt(byteAt(place, digit), PLACE.hex)), [give(int(0))]),
          ),
          when(eq(or(byteAt(place, 1), int(0x20)), int(0x64)), [
            setGlobal(globalIndex('halves'), int(1)),
          ]),
        ],
        [when(not(byteAt(get('byte'), PLACE.escapes)), [give(int(0))])],
      ),
      set('odd', and(get('odd'), sub(get('odd'), int(1)))),
      when(ne(get('odd'), int(0)), [go('odd')]),
    ),
  ];
}

type Test = (bytes: string) => Code;

function is(value: string): Test {
  return (bytes) => bytesEq(get(bytes), get(value));
}

function isControl(bytes: string): Code {
  return bytesEq(bytesMin(get(bytes), get('control')), get(bytes));
}

function bitsOf(test: Test): Code {
  return or(topBits(test('low')), shl(topBits(test('high')), int(16)));
}
