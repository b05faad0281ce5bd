/**
 * JSON (RFC 8259) as a table: state and byte give the next state, or an action where a plain step
 * does not tell enough. One look-up a byte, and the state is all that is kept between two chunks.
 */

/** What may come next. */
export const STATE = {
  value: 0,
  firstItem: 1,
  firstKey: 2,
  key: 3,
  colon: 4,
  afterInObject: 5,
  afterInArray: 6,
  done: 7,
  keyText: 8,
  keyEscape: 9,
  keyHex1: 10,
  keyHex2: 11,
  keyHex3: 12,
  keyHex4: 13,
  text: 14,
  escape: 15,
  hex1: 16,
  hex2: 17,
  hex3: 18,
  hex4: 19,
  minus: 20,
  zero: 21,
  whole: 22,
  point: 23,
  fraction: 24,
  exponent: 25,
  exponentSign: 26,
  exponentDigits: 27,
  /** The letters that are left of `true`, `false` and `null`. */
  rue: 28,
  ue: 29,
  e: 30,
  alse: 31,
  lse: 32,
  se: 33,
  ull: 34,
  ll: 35,
  l: 36,
  bad: 37,
} as const;

/** Values of the table from here on are actions. */
export const FIRST_ACTION = 64;

export const ACTION = {
  /** The line feed that ends the line, in any state. */
  line: 64,
  openObject: 65,
  openArray: 66,
  close: 67,
  openKey: 68,
  /** A backslash in a key. */
  escapeKey: 69,
  closeKey: 70,
  colon: 71,
  comma: 72,
  /** From here on, bytes that stand for themselves may be passed over at once. */
  text: 73,
  /** The last byte of a string or a word. */
  endValue: 74,
  /** The first byte after a number; it has yet to be looked at. */
  endNumber: 75,
  /** A byte from 0x80 in a string or key. */
  high: 76,
  /** A byte that cannot be. */
  bad: 77,
} as const;

const SPACE = ' \t\r';
const DIGITS = '0123456789';

/** `TABLE[state << 8 | byte]`. */
export const TABLE: Uint8Array = build();

/** States in which a number may end. */
export const NUMBER_MAY_END: ReadonlySet<number> = new Set([
  STATE.zero,
  STATE.whole,
  STATE.fraction,
  STATE.exponentDigits,
]);

type Row = (bytes: string, to: number) => void;

function build(): Uint8Array {
  const table = new Uint8Array(64 * 256).fill(ACTION.bad);
  const row = (state: number): Row => {
    return (bytes, to) => {
      for (let at = 0; at < bytes.length; at += 1) table[(state << 8) | bytes.charCodeAt(at)] = to;
    };
  };
  structure(row);
  strings(table, row);
  numbers(row);
  words(row);
  for (const state of Object.values(STATE)) table[(state << 8) | 0x0a] = ACTION.line;
  table.fill(STATE.bad, STATE.bad << 8, (STATE.bad + 1) << 8);
  table[(STATE.bad << 8) | 0x0a] = ACTION.line;
  return table;
}

function structure(row: (state: number) => Row): void {
  const { value, firstItem, firstKey, key, colon, afterInObject, afterInArray, done } = STATE;
  for (const state of [value, firstItem, firstKey, key, colon, afterInObject, afterInArray, done])
    row(state)(SPACE, state);
  for (const state of [value, firstItem]) {
    const on = row(state);
    on('{', ACTION.openObject);
    on('[', ACTION.openArray);
    on('"', ACTION.text);
    on('-', STATE.minus);
    on('0', STATE.zero);
    on('123456789', STATE.whole);
    on('t', STATE.rue);
    on('f', STATE.alse);
    on('n', STATE.ull);
  }
  row(firstItem)(']', ACTION.close);
  row(firstKey)('}', ACTION.close);
  for (const state of [firstKey, key]) row(state)('"', ACTION.openKey);
  row(colon)(':', ACTION.colon);
  row(afterInObject)(',', ACTION.comma);
  row(afterInObject)('}', ACTION.close);
  row(afterInArray)(',', STATE.value);
  row(afterInArray)(']', ACTION.close);
}

function strings(table: Uint8Array, row: (state: number) => Row): void {
  for (const state of [STATE.keyText, STATE.text]) {
    table.fill(state, (state << 8) | 0x20, (state << 8) | 0x80);
    table.fill(ACTION.high, (state << 8) | 0x80, (state << 8) | 0x100);
  }
  row(STATE.keyText)('"', ACTION.closeKey);
  row(STATE.keyText)('\\', ACTION.escapeKey);
  row(STATE.text)('"', ACTION.endValue);
  row(STATE.text)('\\', STATE.escape);
  escapes(row, [STATE.keyEscape, STATE.keyHex1], STATE.keyText);
  escapes(row, [STATE.escape, STATE.hex1], ACTION.text);
}

/** The four states of `\u` follow one another. */
function escapes(row: (state: number) => Row, [first, hex]: [number, number], then: number): void {
  row(first)('"\\/bfnrt', then);
  row(first)('u', hex);
  for (let digit = 0; digit < 4; digit += 1)
    row(hex + digit)(`${DIGITS}abcdefABCDEF`, digit === 3 ? then : hex + digit + 1);
}

function numbers(row: (state: number) => Row): void {
  const { minus, zero, whole, point, fraction, exponent, exponentSign, exponentDigits } = STATE;
  row(minus)('0', zero);
  row(minus)('123456789', whole);
  for (const state of [zero, whole]) row(state)('.', point);
  for (const state of [zero, whole, fraction]) row(state)('eE', exponent);
  for (const state of [point, fraction]) row(state)(DIGITS, fraction);
  row(whole)(DIGITS, whole);
  row(exponent)('+-', exponentSign);
  for (const state of [exponent, exponentSign, exponentDigits]) row(state)(DIGITS, exponentDigits);
  for (const state of [zero, whole, fraction, exponentDigits])
    row(state)(`${SPACE},]}`, ACTION.endNumber);
}

function words(row: (state: number) => Row): void {
  const { rue, ue, e, alse, lse, se, ull, ll, l } = STATE;
  const letters = [
    [rue, 'r', ue],
    [ue, 'u', e],
    [e, 'e', ACTION.endValue],
    [alse, 'a', lse],
    [lse, 'l', se],
    [se, 's', e],
    [ull, 'u', ll],
    [ll, 'l', l],
    [l, 'l', ACTION.endValue],
  ] as const;
  for (const [state, letter, to] of letters) row(state)(letter, to);
}
