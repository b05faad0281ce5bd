import {
  and,
  atMost,
  byteAt,
  type Code,
  call,
  eq,
  type Func,
  get,
  getGlobal,
  give,
  int,
  intAt,
  long,
  longAt,
  longNe,
  longShr,
  more,
  ne,
  not,
  or,
  putInt,
  putLong,
  set,
  setGlobal,
  shortAt,
  sub,
  toInt,
  when,
} from '../../wire/wasm.ts';
import { expect, matches, numeral, refused, tell, tellDouble } from './expect-code.ts';
import { headCode } from './head-code.ts';
import { FLAG, functionIndex, globalIndex, PLACE, RECORD, SLOT } from './layout.ts';
import { plus } from './local-code.ts';
import { SEEN } from './note-code.ts';

/** A message as sadap writes it. Gives the place of its line feed; 0 for any other line. */
export const line: Func = {
  name: 'line',
  params: ['at', 'out'],
  i32: ['flags', 'start', 'byte', 'end', 'seen', 'named', 'lf'],
  i64: ['value'],
  body: [
    when(matches('{"type":"stderr","seq":'), [
      give(call(functionIndex('stderr'), get('at'), get('out'))),
    ]),
    set('flags', int(FLAG.message)),
    ...expect('{"type":"message","seq":'),
    ...placeCode(),
    ...expect('Z","from":"'),
    ...sideCode(),
    ...callCode(),
    ...methodCode(),
    ...idCode(),
    ...expect(',"message":'),
    tell('message', get('at')),
    set('end', int(0)),
    when(intAt(int(PLACE.heads)), headCode()),
    when(intAt(int(PLACE.calls)), plainCode()),
    when(not(get('end')), [set('end', call(functionIndex('json'), get('at')))]),
    when(not(get('end')), refused()),
    when(ne(shortAt(get('end')), int(0x0a7d)), refused()),
    set('lf', plus('end', 1)),
    ...secondCode(),
    when(get('named'), rememberedCode('method')),
    ...seenCode(),
    tell('flags', get('flags')),
    give(get('lf')),
  ],
};

/** Is the message a plain one? If not, it may still be another. */
function plainCode(): Code[] {
  return [
    set('end', call(functionIndex('plain'), get('at'), get('out'), get('flags'), get('named'))),
    when(get('end'), [set('flags', or(get('flags'), getGlobal(globalIndex('flags'))))]),
  ];
}

/** A line of stderr as sadap writes it, when it is text; else 0. */
export const stderr: Func = {
  name: 'stderr',
  params: ['at', 'out'],
  i32: ['flags', 'start', 'byte', 'end'],
  i64: ['value'],
  body: [
    set('flags', int(FLAG.stderr)),
    ...expect('{"type":"stderr","seq":'),
    ...placeCode(),
    ...expect('Z","text":"'),
    // With its quotes.
    tell('message', sub(get('at'), int(1))),
    set('end', call(functionIndex('string'), get('at'))),
    when(not(get('end')), refused()),
    when(ne(shortAt(get('end')), int(0x0a7d)), refused()),
    ...secondCode(),
    tell('flags', get('flags')),
    give(plus('end', 1)),
  ],
};

/** The number and the time of an entry. */
function placeCode(): Code[] {
  return [
    ...numeral('seq'),
    tellDouble('seq'),
    ...expect(',"at":"'),
    tell('second', get('at')),
    when(ne(byteAt(get('at'), 19), int(0x2e)), refused()),
    set('at', plus('at', 20)),
    ...numeral('micros', 6),
    tell('micros', toInt(get('value'))),
  ];
}

function sideCode(): Code[] {
  return [
    when(
      matches('client"'),
      [],
      [when(not(matches('server"')), refused()), set('flags', or(get('flags'), int(FLAG.server)))],
    ),
    set('at', plus('at', 7)),
  ];
}

/** Over HTTP. */
function callCode(): Code[] {
  return [
    tell('call', int(-1)),
    when(matches(',"call":'), [
      set('at', plus('at', 8)),
      ...numeral('call number'),
      when(longNe(longShr(get('value'), long(30n)), long(0n)), refused()),
      tell('call', toInt(get('value'))),
    ]),
  ];
}

function methodCode(): Code[] {
  return [
    tell('method', int(-1)),
    when(and(matches(',"method'), eq(byteAt(get('at'), 8), int(0x22))), [
      ...expect(',"method":"'),
      ...plainString(),
      tell('methodStart', get('start')),
      tell('methodEnd', get('end')),
      set('named', int(1)),
    ]),
  ];
}

/** A whole number that a double holds, or a plain string; anything else is for the full reader. */
function idCode(): Code[] {
  return [
    when(matches(',"id":'), [
      set('at', plus('at', 6)),
      when(
        eq(byteAt(get('at')), int(0x22)),
        [
          tell('idStart', get('at')),
          set('at', plus('at', 1)),
          ...plainString(),
          tell('idEnd', get('at')),
          set('flags', or(get('flags'), int(FLAG.textId))),
        ],
        [
          ...numeral('id'),
          tell('idStart', get('start')),
          tell('idEnd', get('at')),
          tellDouble('id'),
          set('flags', or(get('flags'), int(FLAG.numberId))),
        ],
      ),
    ]),
  ];
}

/** From behind its quote, without escapes, short: `start` and `end` are its places, `at` is behind it. */
function plainString(): Code[] {
  return [
    set('start', get('at')),
    setGlobal(globalIndex('escaped'), int(0)),
    set('at', call(functionIndex('string'), get('at'))),
    when(or(not(get('at')), getGlobal(globalIndex('escaped'))), refused()),
    set('end', sub(get('at'), int(1))),
    when(more(sub(get('end'), get('start')), int(SLOT.longest)), refused()),
  ];
}

/**
 * Date and time to the second are told anew where they differ from those of the line before. Like names,
 * they are remembered only now that it is sure that the line will be told of.
 */
function secondCode(): Code[] {
  const differs = or(
    or(
      longNe(longAt(get('at')), longAt(int(PLACE.second))),
      longNe(longAt(get('at'), 8), longAt(int(PLACE.second), 8)),
    ),
    ne(intAt(get('at'), 15), intAt(int(PLACE.second), 15)),
  );
  return [
    set('at', intAt(get('out'), RECORD.second)),
    when(differs, [
      set('flags', or(get('flags'), int(FLAG.second))),
      putLong(int(PLACE.second), longAt(get('at'))),
      putLong(int(PLACE.second), longAt(get('at'), 8), 8),
      putInt(int(PLACE.second), intAt(get('at'), 15), 15),
    ]),
  ];
}

function rememberedCode(what: 'method' | 'tool'): Code[] {
  const [start, end, flag] =
    what === 'method'
      ? ([RECORD.methodStart, RECORD.methodEnd, FLAG.newMethod] as const)
      : ([RECORD.toolStart, RECORD.toolEnd, FLAG.newTool] as const);
  const slotOf = call(functionIndex('slot'), intAt(get('out'), start), intAt(get('out'), end));
  return [
    tell(what, slotOf),
    when(getGlobal(globalIndex('isNew')), [set('flags', or(get('flags'), int(flag)))]),
  ];
}

function told(member: 'argsStart' | 'argsEnd'): Code {
  return intAt(get('out'), RECORD[member]);
}

/** What the keys of the message told. */
function seenCode(): Code[] {
  const { result, error, failed, odd, params, tool, later } = SEEN;
  const flag = (name: 'result' | 'failure' | 'toolError') =>
    set('flags', or(get('flags'), int(FLAG[name])));
  const only = (bits: number, of: number) => eq(and(get('seen'), int(of)), int(bits));
  return [
    set('seen', getGlobal(globalIndex('seen'))),
    when(only(result, result | error | odd), [
      flag('result'),
      when(only(failed, failed), [flag('toolError')]),
    ]),
    when(only(error, result | error | odd), [flag('failure')]),
    when(only(params | tool, params | tool | odd | later), toolCode()),
  ];
}

function toolCode(): Code[] {
  const start = getGlobal(globalIndex('toolStart'));
  const end = getGlobal(globalIndex('toolEnd'));
  const isShort = atMost(sub(end, start), int(SLOT.longest));
  const hasArgs = and(get('seen'), int(SEEN.args));
  return [
    when(isShort, [
      set('flags', or(get('flags'), int(FLAG.toolCall))),
      tell('toolStart', start),
      tell('toolEnd', end),
      ...rememberedCode('tool'),
      tell('argsStart', int(0)),
      tell('argsEnd', int(0)),
      when(hasArgs, [
        tell('argsStart', getGlobal(globalIndex('argsStart'))),
        tell('argsEnd', getGlobal(globalIndex('argsEnd'))),
      ]),
      set('byte', call(functionIndex('hash'), told('argsStart'), told('argsEnd'), get('out'))),
    ]),
  ];
}
