import {
  and,
  type Code,
  call,
  eq,
  type Func,
  get,
  getGlobal,
  give,
  int,
  intAt,
  ne,
  not,
  set,
  setGlobal,
  sub,
  when,
} from '../../wire/wasm.ts';
import { tell } from './expect-code.ts';
import { FLAG, functionIndex, globalIndex, RECORD } from './layout.ts';
import { is } from './local-code.ts';
import { SEEN } from './note-code.ts';
import { flag, OF_MESSAGE, refused, see, toCompare, WHICH } from './plain-words.ts';

const CALL = OF_MESSAGE.jsonrpc | OF_MESSAGE.id | OF_MESSAGE.method | OF_MESSAGE.params;
const LOG = OF_MESSAGE.jsonrpc | OF_MESSAGE.log | OF_MESSAGE.logged;
const RESULT = OF_MESSAGE.jsonrpc | OF_MESSAGE.id | OF_MESSAGE.result;
const FAILURE = OF_MESSAGE.jsonrpc | OF_MESSAGE.id | OF_MESSAGE.error;

/**
 * Recognises the commonest messages: a `tools/call` request, a log notification, and a result that is text and
 * perhaps structured content, not called a failure. Nothing in them is worth a word by itself: see `plainValue` and
 * `isClean`. Where they are only to be compared, any answer will do. The hints have to say the same as the message. Gives the offset behind it; 0 for what it is not
 * sure of. The global `flags` gets the flags, `seen` what `note` would have seen.
 */
export const plain: Func = {
  name: 'plain',
  params: ['at', 'out', 'flags', 'named'],
  i32: ['end', 'bits'],
  body: [
    ...(['flags', 'halves', 'seen'] as const).map((name) => setGlobal(globalIndex(name), int(0))),
    ...(['textStart', 'textEnd', 'structuredStart', 'structuredEnd'] as const).map((member) =>
      tell(member, int(0)),
    ),
    set('end', call(functionIndex('members'), get('at'), int(WHICH.message), get('out'))),
    when(not(get('end')), [refused]),
    set('bits', getGlobal(globalIndex('bits'))),
    when(is('bits', LOG), logCode()),
    when(
      is('bits', CALL),
      [
        ...ordinaryCode(),
        when(get('named'), [when(not(isHintOfCall()), [refused])]),
        see(SEEN.params | SEEN.tool),
        flag(FLAG.plainCall),
      ],
      answerCode(),
    ),
    when(
      and(get('flags'), int(FLAG.numberId | FLAG.textId)),
      [when(not(isHintOfId()), [refused])],
      // Without a hint the message tells.
      [flag(call(functionIndex('tellId'), get('out')))],
    ),
    give(get('end')),
  ],
};

/** Nothing in it is worth a word. */
function ordinaryCode(): Code[] {
  return [
    when(getGlobal(globalIndex('halves')), [refused]),
    when(not(call(functionIndex('isClean'), get('at'), get('end'))), [refused]),
  ];
}

/** What the hint of the method says is left to who reads it. */
function logCode(): Code[] {
  return [
    when(and(get('flags'), int(FLAG.numberId | FLAG.textId)), [refused]),
    ...ordinaryCode(),
    // A value that is no argument.
    setGlobal(globalIndex('seen'), int(0)),
    flag(FLAG.plainLog),
    give(get('end')),
  ];
}

function answerCode(): Code[] {
  return [
    when(get('named'), [refused]),
    when(not(toCompare), ordinaryCode()),
    when(
      is('bits', RESULT),
      [setGlobal(globalIndex('seen'), int(SEEN.result))],
      [
        when(ne(get('bits'), int(FAILURE)), [refused]),
        setGlobal(globalIndex('seen'), int(SEEN.error)),
      ],
    ),
    when(toCompare, [
      set(
        'bits',
        call(
          functionIndex('hash'),
          intAt(get('out'), RECORD.structuredStart),
          intAt(get('out'), RECORD.structuredEnd),
          get('out'),
        ),
      ),
    ]),
    flag(FLAG.plainResult),
  ];
}

function isHintOfCall(): Code {
  const start = intAt(get('out'), RECORD.methodStart);
  const length = sub(intAt(get('out'), RECORD.methodEnd), start);
  return and(eq(length, int(10)), call(functionIndex('isToolsCall'), start));
}

/** Hint and message spell the id alike. */
function isHintOfId(): Code {
  const hint = intAt(get('out'), RECORD.idStart);
  const length = sub(intAt(get('out'), RECORD.idEnd), hint);
  const own = getGlobal(globalIndex('idStart'));
  return and(
    eq(length, sub(getGlobal(globalIndex('idEnd')), own)),
    call(functionIndex('isSame'), hint, own, length),
  );
}
