import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/model/recording.ts';
import { encodeEntry } from '../../../src/recording/encode.ts';
import { recordingFrom } from '../../../src/recording/load.ts';
import { verifies } from '../../support/verifies.ts';
import { header, micros } from './samples.ts';

const at = micros('2026-11-30T10:10:00.130211Z');
const AT = '"at":"2026-11-30T10:10:00.130211Z"';

const lines: readonly (readonly [string, Entry, string])[] = [
  [
    'a request with its hints',
    server('{"jsonrpc":"2.0","id":"a\\u0062","method":"ping"}'),
    `{"type":"message","seq":7,${AT},"from":"server","method":"ping","id":"a\\u0062","message":{"jsonrpc":"2.0","id":"a\\u0062","method":"ping"}}`,
  ],
  [
    'an answer with id 0',
    server('{"id":0,"result":{}}'),
    `{"type":"message","seq":7,${AT},"from":"server","id":0,"message":{"id":0,"result":{}}}`,
  ],
  [
    'an answer with id null',
    server('{"id" : null ,"error":1}'),
    `{"type":"message","seq":7,${AT},"from":"server","id":null,"message":{"id" : null ,"error":1}}`,
  ],
  [
    'a notification',
    server('{"method":"m"}'),
    `{"type":"message","seq":7,${AT},"from":"server","method":"m","message":{"method":"m"}}`,
  ],
  [
    'duplicate keys: the last counts',
    server('{"id":1,"id":2,"method":"a","method":"b"}'),
    `{"type":"message","seq":7,${AT},"from":"server","method":"b","id":2,"message":{"id":1,"id":2,"method":"a","method":"b"}}`,
  ],
  [
    'a nested id is no hint',
    server('{"params":{"id":1,"method":"x"}}'),
    `{"type":"message","seq":7,${AT},"from":"server","message":{"params":{"id":1,"method":"x"}}}`,
  ],
  [
    'a batch has no hints',
    server('[{"id":1,"method":"m"}]'),
    `{"type":"message","seq":7,${AT},"from":"server","message":[{"id":1,"method":"m"}]}`,
  ],
  [
    'a key with escapes: no hints',
    server('{"id":1,"\\u006dethod":"m"}'),
    `{"type":"message","seq":7,${AT},"from":"server","message":{"id":1,"\\u006dethod":"m"}}`,
  ],
  ['a lone number', server('42'), `{"type":"message","seq":7,${AT},"from":"server","message":42}`],
  [
    'another line end',
    server('42', '\r\n'),
    `{"type":"message","seq":7,${AT},"from":"server","eol":"\\r\\n","message":42}`,
  ],
  [
    'no line end',
    server('{"id":', ''),
    `{"type":"stray","seq":7,${AT},"from":"server","why":"not-json","eol":"","text":"{\\"id\\":"}`,
  ],
  [
    'no UTF-8',
    server(Buffer.from([0xe2, 0x82])),
    `{"type":"stray","seq":7,${AT},"from":"server","why":"not-utf8","base64":"4oI="}`,
  ],
  [
    'stderr',
    { type: 'stderr', seq: 7, at, bytes: Buffer.from('a\tb'), eol: '\n' },
    `{"type":"stderr","seq":7,${AT},"text":"a\\tb"}`,
  ],
  [
    'a note',
    { type: 'note', seq: 7, at, text: 'x', target: 3 },
    `{"type":"note","seq":7,${AT},"target":3,"text":"x"}`,
  ],
  [
    'an exit',
    { type: 'event', seq: 7, at, event: 'exit', signal: null, code: 3 },
    `{"type":"event","seq":7,${AT},"event":"exit","code":3,"signal":null}`,
  ],
  [
    'the end',
    {
      type: 'end',
      seq: 7,
      at,
      reason: 'r',
      closedBy: 'sadap',
      exit: { signal: 'SIGKILL', code: null },
    },
    `{"type":"end","seq":7,${AT},"closedBy":"sadap","exit":{"code":null,"signal":"SIGKILL"},"reason":"r"}`,
  ],
  [
    'an entry of an unknown type',
    { type: 'other', seq: 7, at, name: 'x-a' },
    `{"type":"x-a","seq":7,${AT}}`,
  ],
];

describe('one line of a recording', () => {
  verifies('recording:format', 'recording:hints');

  it('the header', () => {
    const shuffled = {
      ...header,
      type: header.type,
      server: { ...header.server, label: 'asrama' },
    };
    expect(encodeEntry(shuffled).toString()).toBe(
      '{"type":"header","format":"sadap","version":1,"session":"019acd3e-2f1b-7a40-8c5d-0123456789ab",' +
        '"startedAt":"2026-11-30T10:10:00.123456Z","recorder":"sadap/0.1.0","mode":"record","exact":true,' +
        '"server":{"label":"asrama","command":["node","server.js"],"cwd":"/srv","envNames":["A_TOKEN"]}}\n',
    );
  });

  it.each(lines)('%s', (_, entry, expected) => {
    expect(encodeEntry(entry).toString()).toBe(`${expected}\n`);
  });

  it('the message can be cut out without a parser', () => {
    const message = ' {"message":{"message":1},"method":",\\"message\\":"} ';
    const line = encodeEntry(server(message)).toString();
    const start = line.indexOf(',"message":') + ',"message":'.length;
    expect(line.slice(start, -'}\n'.length)).toBe(message);
  });

  it('a very long id or method is not repeated', () => {
    const long = 'x'.repeat(300);
    expect(encodeEntry(server(`{"id":1,"method":"${long}"}`)).toString()).toMatch(
      /"from":"server","message":/,
    );
  });

  it('a message of 3 MB is kept', () => {
    const message = `{"id":1,"result":"${'0123456789\\n é'.repeat(230_000)}"}`;
    const { items } = recordingFrom(
      Buffer.concat([encodeEntry(header), encodeEntry(server(message))]),
    );
    const [item] = items;
    expect(item?.type === 'frame' && item.frame.bytes.equals(Buffer.from(message))).toBe(true);
    expect(item?.type === 'frame' && item.content.kind).toBe('result');
  });
});

function server(text: string | Buffer, eol: '\n' | '\r\n' | '' = '\n'): Entry {
  return { type: 'frame', seq: 7, at, from: 'server', bytes: Buffer.from(text), eol };
}
