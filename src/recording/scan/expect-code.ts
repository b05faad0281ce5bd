import {
  and,
  block,
  byteAt,
  type Code,
  eq,
  get,
  give,
  go,
  goIf,
  int,
  long,
  longAdd,
  longAnd,
  longAt,
  longEq,
  longMul,
  loop,
  more,
  ne,
  not,
  or,
  putDouble,
  putInt,
  set,
  sub,
  toDouble,
  toLong,
  when,
} from '../../wire/wasm.ts';
import { RECORD } from './layout.ts';
import { plus } from './local-code.ts';

/** A whole number from `at` on, of at most 15 digits, or of exactly so many: it becomes `value`. */
export function numeral(label: string, exactly?: number): Code[] {
  const length = sub(get('at'), get('start'));
  const wrong =
    exactly === undefined
      ? or(
          or(not(length), more(length, int(15))),
          and(eq(byteAt(get('start')), int(0x30)), more(length, int(1))),
        )
      : ne(length, int(exactly));
  return [
    set('start', get('at')),
    set('value', long(0n)),
    block(
      `${label} end`,
      loop(
        label,
        set('byte', sub(byteAt(get('at')), int(0x30))),
        goIf(`${label} end`, more(get('byte'), int(9))),
        set('value', longAdd(longMul(get('value'), long(10n)), toLong(get('byte')))),
        set('at', plus('at', 1)),
        go(label),
      ),
    ),
    when(wrong, refused()),
  ];
}

/** These very bytes come now; `at` is behind them then. */
export function expect(text: string): Code[] {
  return [when(not(matches(text)), refused()), set('at', plus('at', text.length))];
}

/** Do these bytes come now, or at another place? Up to eight are compared at once. */
export function matches(text: string, place = 'at'): Code {
  const parts: Code[] = [];
  for (let at = 0; at < text.length; at += 8)
    parts.push(matchesPart(text.slice(at, at + 8), place, at));
  return parts.reduce((one, other) => and(one, other));
}

function matchesPart(text: string, place: string, offset: number): Code {
  const bytes = [...Buffer.from(text)];
  const value = bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const whole = longAt(get(place), offset);
  if (bytes.length === 8) return longEq(whole, long(value));
  return longEq(longAnd(whole, long((1n << BigInt(8 * bytes.length)) - 1n)), long(value));
}

export function refused(): Code[] {
  return [give(int(0))];
}

export function tell(member: keyof typeof RECORD, value: Code): Code {
  return putInt(get('out'), value, RECORD[member]);
}

export function tellDouble(member: 'seq' | 'id'): Code {
  return putDouble(get('out'), toDouble(get('value')), RECORD[member]);
}
