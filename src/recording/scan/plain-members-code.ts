import {
  and,
  byteAt,
  type Code,
  call,
  eq,
  type Func,
  get,
  getGlobal,
  give,
  go,
  int,
  intAt,
  loop,
  ne,
  not,
  or,
  set,
  setGlobal,
  sub,
  when,
} from '../../wire/wasm.ts';
import { matches, tell } from './expect-code.ts';
import { spaced } from './json-code.ts';
import { FLAG, functionIndex, globalIndex, PLACE, RECORD } from './layout.ts';
import { is, plus } from './local-code.ts';
import { isKey, SEEN } from './note-code.ts';
import {
  flag,
  isCalled,
  isLogged,
  OF_BLOCK,
  OF_MESSAGE,
  OF_PARAMS,
  OF_RESULT,
  refused,
  see,
  toCompare,
  WHICH,
} from './plain-words.ts';

/** How deep a value stands, where it is no matter what its keys tell: see `plainValue`. */
const DEEP = int(1);

/** An object of known members, each at most once and plainly spelled; the global `bits` says which it had. */
export const members: Func = {
  name: 'members',
  params: ['at', 'which', 'out'],
  i32: ['seen', 'key', 'end', 'byte', 'bit'],
  body: [
    when(ne(byteAt(get('at')), int(0x7b)), [refused]),
    loop(
      'members',
      set('at', plus('at', 1)),
      ...spaced('at'),
      ...keyCode(),
      set(
        'at',
        call(
          functionIndex('member'),
          plus('key', 1),
          sub(sub(get('end'), get('key')), int(2)),
          get('at'),
          get('which'),
          get('out'),
        ),
      ),
      when(not(get('at')), [refused]),
      set('bit', getGlobal(globalIndex('bits'))),
      when(and(get('seen'), get('bit')), [refused]),
      set('seen', or(get('seen'), get('bit'))),
      ...spaced('at'),
      set('byte', byteAt(get('at'))),
      when(is('byte', 0x2c), [go('members')]),
      when(ne(get('byte'), int(0x7d)), [refused]),
      setGlobal(globalIndex('bits'), get('seen')),
      give(plus('at', 1)),
    ),
  ],
};

/** A key without escapes from `at` on: `key` and `end` are its places with the quotes, `at` that of the value. */
export function keyCode(): Code[] {
  return [
    when(ne(byteAt(get('at')), int(0x22)), [refused]),
    set('key', get('at')),
    setGlobal(globalIndex('escaped'), int(0)),
    set('end', call(functionIndex('string'), plus('at', 1))),
    when(or(not(get('end')), getGlobal(globalIndex('escaped'))), [refused]),
    set('at', get('end')),
    ...spaced('at'),
    when(ne(byteAt(get('at')), int(0x3a)), [refused]),
    set('at', plus('at', 1)),
    ...spaced('at'),
  ];
}

/** The value of the member with this key: gives its end, and in the global `bits` its bit; 0 for any other. */
export const member: Func = {
  name: 'member',
  params: ['at', 'length', 'value', 'which', 'out'],
  i32: ['end'],
  body: [
    when(is('which', WHICH.message), ofMessage()),
    when(is('which', WHICH.params), ofParams()),
    when(is('which', WHICH.result), ofResult()),
    ...ofBlock(),
    refused,
  ],
};

function ofMessage(): Code[] {
  return [
    when(isKey('jsonrpc'), [
      when(not(matches('"2.0"', 'value')), [refused]),
      ...took(OF_MESSAGE.jsonrpc, plus('value', 5)),
    ]),
    when(isKey('id'), [
      set('end', call(functionIndex('token'), get('value'))),
      setGlobal(globalIndex('idStart'), get('value')),
      setGlobal(globalIndex('idEnd'), get('end')),
      ...took(OF_MESSAGE.id, get('end')),
    ]),
    when(isKey('method'), [
      when(matches('"notifications/message"', 'value'), [
        when(toCompare, [refused]),
        ...took(OF_MESSAGE.log, plus('value', 23)),
      ]),
      when(not(matches('"tools/call"', 'value')), [refused]),
      ...took(OF_MESSAGE.method, plus('value', 12)),
    ]),
    when(isKey('params'), [
      set('end', call(functionIndex('members'), get('value'), int(WHICH.params), get('out'))),
      when(isLogged(), took(OF_MESSAGE.logged, get('end'))),
      when(not(isCalled()), [refused]),
      when(toCompare, carriedCode()),
      ...took(OF_MESSAGE.params, get('end')),
    ]),
    when(or(isKey('result'), isKey('error')), [
      when(toCompare, [
        // An object: its kind plays a part.
        when(ne(byteAt(get('value')), int(0x7b)), [refused]),
        set('end', call(functionIndex('json'), get('value'))),
        ...carriedCode(),
        when(isKey('error'), took(OF_MESSAGE.error, get('end'))),
        ...took(OF_MESSAGE.result, get('end')),
      ]),
      when(isKey('error'), [refused]),
      ...inner(WHICH.result, OF_RESULT.content),
      ...took(OF_MESSAGE.result, get('end')),
    ]),
    refused,
  ];
}

/** What a message carries, which is compared as a whole. */
function carriedCode(): Code[] {
  return [tell('structuredStart', get('value')), tell('structuredEnd', get('end'))];
}

/** An object that has to have this member. */
function inner(which: number, needed: number): Code[] {
  return [
    set('end', call(functionIndex('members'), get('value'), int(which), get('out'))),
    when(not(and(getGlobal(globalIndex('bits')), int(needed))), [refused]),
  ];
}

function ofParams(): Code[] {
  return [
    when(isKey('name'), [
      when(ne(byteAt(get('value')), int(0x22)), [refused]),
      setGlobal(globalIndex('escaped'), int(0)),
      set('end', call(functionIndex('string'), plus('value', 1))),
      when(getGlobal(globalIndex('escaped')), [refused]),
      setGlobal(globalIndex('toolStart'), plus('value', 1)),
      setGlobal(globalIndex('toolEnd'), sub(get('end'), int(1))),
      ...took(OF_PARAMS.name, get('end')),
    ]),
    when(isKey('arguments'), [
      set('end', plainValue('value')),
      setGlobal(globalIndex('argsStart'), get('value')),
      setGlobal(globalIndex('argsEnd'), get('end')),
      see(SEEN.args),
      ...took(OF_PARAMS.arguments, get('end')),
    ]),
    when(isKey('_meta'), [
      set('end', call(functionIndex('meta'), get('value'), get('out'))),
      ...took(OF_PARAMS.meta, get('end')),
    ]),
    when(isKey('data'), [set('end', plainValue('value')), ...took(OF_PARAMS.data, get('end'))]),
    when(ne(byteAt(get('value')), int(0x22)), [refused]),
    set('end', call(functionIndex('string'), plus('value', 1))),
    when(isKey('level'), took(OF_PARAMS.level, get('end'))),
    when(isKey('logger'), took(OF_PARAMS.logger, get('end'))),
    refused,
  ];
}

function ofResult(): Code[] {
  const isObject = eq(byteAt(get('value')), int(0x7b));
  return [
    when(isKey('content'), [
      set('end', call(functionIndex('content'), get('value'), get('out'))),
      ...took(OF_RESULT.content, get('end')),
    ]),
    when(isKey('isError'), [
      when(not(matches('false', 'value')), [refused]),
      ...took(OF_RESULT.isError, plus('value', 5)),
    ]),
    when(not(isObject), [refused]),
    when(isKey('structuredContent'), [
      set('end', call(functionIndex('plainValue'), get('value'), int(0), int(PLACE.keys))),
      tell('structuredStart', get('value')),
      tell('structuredEnd', get('end')),
      ...took(OF_RESULT.structured, get('end')),
    ]),
    when(isKey('_meta'), [set('end', plainValue('value')), ...took(OF_RESULT.meta, get('end'))]),
    refused,
  ];
}

function ofBlock(): Code[] {
  return [
    when(isKey('type'), [
      when(not(matches('"text"', 'value')), [refused]),
      ...took(OF_BLOCK.type, plus('value', 6)),
    ]),
    when(isKey('text'), [
      when(ne(byteAt(get('value')), int(0x22)), [refused]),
      set('end', call(functionIndex('string'), plus('value', 1))),
      ...textCode(),
      ...took(OF_BLOCK.text, get('end')),
    ]),
  ];
}

/** The first text is told; of all, whether one may be JSON: an escape may be a blank. */
function textCode(): Code[] {
  const first = byteAt(get('value'));
  return [
    when(not(intAt(get('out'), RECORD.textEnd)), [
      tell('textStart', get('value')),
      tell('textEnd', get('end')),
    ]),
    set('value', call(functionIndex('space'), plus('value', 1))),
    when(or(or(eq(first, int(0x5b)), eq(first, int(0x7b))), eq(first, int(0x5c))), [
      flag(FLAG.mayHoldJson),
    ]),
  ];
}

function plainValue(name: string): Code {
  return call(functionIndex('plainValue'), get(name), DEEP, int(PLACE.keys));
}

function took(bit: number, end: Code): Code[] {
  return [setGlobal(globalIndex('bits'), int(bit)), give(end)];
}

/** A list of one text block or more. */
export const content: Func = {
  name: 'content',
  params: ['at', 'out'],
  i32: ['byte'],
  body: [
    when(ne(byteAt(get('at')), int(0x5b)), [refused]),
    loop(
      'blocks',
      set('at', plus('at', 1)),
      ...spaced('at'),
      set('at', call(functionIndex('members'), get('at'), int(WHICH.block), get('out'))),
      when(ne(getGlobal(globalIndex('bits')), int(OF_BLOCK.type | OF_BLOCK.text)), [refused]),
      when(not(get('at')), [refused]),
      ...spaced('at'),
      set('byte', byteAt(get('at'))),
      when(is('byte', 0x2c), [go('blocks')]),
      when(ne(get('byte'), int(0x5d)), [refused]),
      give(plus('at', 1)),
    ),
  ],
};

/** The `_meta` of a request: any object; its progress token is told. */
export const meta: Func = {
  name: 'meta',
  params: ['at', 'out'],
  i32: ['whole', 'key', 'end', 'byte'],
  body: [
    when(ne(byteAt(get('at')), int(0x7b)), [refused]),
    set('whole', plainValue('at')),
    when(not(get('whole')), [refused]),
    set('at', plus('at', 1)),
    ...spaced('at'),
    loop(
      'members',
      when(ne(byteAt(get('at')), int(0x22)), [give(get('whole'))]),
      ...keyCode(),
      when(
        and(eq(sub(get('end'), get('key')), int(15)), isToken()),
        [
          set('end', call(functionIndex('token'), get('at'))),
          when(not(get('end')), [refused]),
          tell('textStart', get('at')),
          tell('textEnd', get('end')),
        ],
        // Whatever else it says may count.
        [when(toCompare, [refused])],
      ),
      set('at', plainValue('at')),
      ...spaced('at'),
      set('byte', byteAt(get('at'))),
      when(ne(get('byte'), int(0x2c)), [give(get('whole'))]),
      set('at', plus('at', 1)),
      ...spaced('at'),
      go('members'),
    ),
  ],
};

function isToken(): Code {
  return matches('"progressToken"', 'key');
}
