import {
  and,
  byteAt,
  type Code,
  eq,
  type Func,
  get,
  getGlobal,
  give,
  int,
  long,
  longAnd,
  longAt,
  longEq,
  ne,
  or,
  setGlobal,
  when,
} from '../../wire/wasm.ts';
import { globalIndex } from './layout.ts';
import { is, plus } from './local-code.ts';

/** What was seen of a message: bits of the global `seen`. */
export const SEEN = {
  result: 1,
  error: 2,
  /** `isError: true` in the result. */
  failed: 4,
  /** What only a parser can tell: a key with escapes, one that comes twice, a value of another kind. */
  odd: 8,
  params: 16,
  tool: 32,
  args: 64,
  /** The result says whether it failed. */
  flag: 256,
  /** Perhaps a later round of a call of several: a key as long as one that tells. */
  later: 128,
} as const;

const WITHIN = { result: 1, params: 2 } as const;
const WANT = { tool: 1, args: 2 } as const;

/** A key of the message itself or of one of its members, so many levels deep. Gives `value`. */
export const note: Func = {
  name: 'note',
  params: ['at', 'length', 'value', 'depth'],
  body: [
    when(is('depth', 1), [setGlobal(globalIndex('within'), int(0))]),
    when(or(is('depth', 1), getGlobal(globalIndex('within'))), [
      when(getGlobal(globalIndex('escaped')), [see(SEEN.odd)]),
      when(is('depth', 1), ownKeys(), [
        when(eq(getGlobal(globalIndex('within')), int(WITHIN.result)), resultKeys(), paramsKeys()),
      ]),
    ]),
    setGlobal(globalIndex('escaped'), int(0)),
    give(get('value')),
  ],
};

function ownKeys(): Code[] {
  return [
    when(isKey('result'), [
      ...once(SEEN.result),
      setGlobal(globalIndex('within'), int(WITHIN.result)),
      when(ne(byteAt(get('value')), int(0x7b)), [see(SEEN.odd)]),
    ]),
    when(isKey('params'), [
      ...once(SEEN.params),
      setGlobal(globalIndex('within'), int(WITHIN.params)),
      when(ne(byteAt(get('value')), int(0x7b)), [see(SEEN.odd)]),
    ]),
    when(isKey('error'), [
      ...once(SEEN.error),
      when(ne(byteAt(get('value')), int(0x7b)), [see(SEEN.odd)]),
    ]),
  ];
}

function resultKeys(): Code[] {
  return [
    when(isKey('isError'), [
      ...once(SEEN.flag),
      when(eq(byteAt(get('value')), int(0x74)), [see(SEEN.failed)]),
    ]),
  ];
}

function paramsKeys(): Code[] {
  return [
    when(isKey('name'), [
      ...once(SEEN.tool),
      when(ne(byteAt(get('value')), int(0x22)), [see(SEEN.odd)]),
      setGlobal(globalIndex('toolStart'), plus('value', 1)),
      setGlobal(globalIndex('want'), int(WANT.tool)),
    ]),
    when(isKey('arguments'), [
      ...once(SEEN.args),
      setGlobal(globalIndex('argsStart'), get('value')),
      setGlobal(globalIndex('want'), int(WANT.args)),
    ]),
    // `requestState` and `inputResponses`; whatever else is as long costs only time.
    when(or(is('length', 12), is('length', 14)), [see(SEEN.later)]),
  ];
}

/** The second time is for a parser. */
function once(bit: number): Code[] {
  return [when(and(getGlobal(globalIndex('seen')), int(bit)), [see(SEEN.odd)]), see(bit)];
}

function see(bit: number): Code {
  return setGlobal(globalIndex('seen'), or(getGlobal(globalIndex('seen')), int(bit)));
}

/** Is the key from `at` on, so long, this one? */
export function isKey(key: string): Code {
  const bytes = [...Buffer.from(key.slice(0, 8))];
  const value = bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const mask = (1n << BigInt(8 * bytes.length)) - 1n;
  const start = longEq(longAnd(longAt(get('at')), long(mask)), long(value));
  const rest = [...Buffer.from(key.slice(8))].map((byte, index) =>
    eq(byteAt(get('at'), 8 + index), int(byte)),
  );
  return [is('length', key.length), start, ...rest].reduce((one, other) => and(one, other));
}
