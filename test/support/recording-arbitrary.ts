import fc from './fast-check.ts';

/**
 * Recordings as the bytes of their file: mostly as sadap writes them, with lines of every kind, hints that
 * do not fit their message, odd spellings, and damage of all sorts.
 */
export function recordingBytes(): fc.Arbitrary<Buffer> {
  return fc
    .tuple(
      fc.array(fc.record({ line: line(), seq: mostly(fc.constant(0), fc.constantFrom(1, -1)) }), {
        minLength: 1,
        maxLength: 24,
      }),
      fc.array(damage(), { maxLength: 3 }),
      fc.boolean(),
    )
    .map(([lines, damages, isWhole]) => {
      let seq = -1;
      const texts = lines.map(({ line: make, seq: off }) => {
        seq += 1 + off;
        return make(seq);
      });
      const bytes: Buffer = Buffer.from(HEADER + texts.join(''), 'latin1');
      return isWhole ? bytes : damages.reduce((each, apply) => apply(each), bytes);
    });
}

const HEADER =
  '{"type":"header","format":"sadap","version":1,"session":"s","startedAt":"2026-11-30T10:10:00.000000Z","recorder":"sadap/0.1.0","mode":"tee","exact":true,"server":{"label":"x"}}\n';

type Make = (seq: number) => string;

/** Lines as bytes, one a character. */
function line(): fc.Arbitrary<Make> {
  return fc.oneof(
    { weight: 12, arbitrary: messageLine() },
    {
      weight: 3,
      arbitrary: fc.tuple(second, text).map(
        ([at, said]) =>
          (seq: number) =>
            `{"type":"stderr","seq":${seq},"at":"${at}","text":${said}}\n`,
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          second,
          fc.constantFrom(
            '"type":"event","event":"started"',
            '"type":"event","event":"exit","code":1,"signal":null',
            '"type":"event","event":"not-captured","call":1',
            '"type":"stray","from":"server","why":"not-json","text":"x"',
            '"type":"stderr","text":"x","eol":"\\r\\n"',
            '"type":"end","closedBy":"client"',
            '"type":"x-new"',
            HEADER.slice(1, -2),
          ),
        )
        .map(
          ([at, members]) =>
            (seq: number) =>
              `{${members.replace(/("type":"[^"]*")/, `$1,"seq":${seq},"at":"${at}"`)}}\n`,
        ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('\n', '\0\0\n', 'x\n', '\r\n').map((each) => () => each),
    },
  );
}

/** Mostly the usual spelling. */
function usually<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return mostly(fc.constant(usual), fc.constantFrom(usual, ...others));
}

function mostly<T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: other });
}

const second = mostly(
  fc.nat(2_999_999).map((micros) => timeText(micros)),
  fc.constantFrom(
    '2026-11-30T10:10:00Z',
    '2026-11-30T10:10:00.1Z',
    '2026-13-30T10:10:00.000001Z',
    '2026-11-30T10:10:61.000000Z',
    '2026-11-30T10:10:00.000000+01:00',
    'x026-11-30T10:10:00.000000Z',
  ),
);

function timeText(micros: number): string {
  return `2026-11-30T10:10:0${Math.floor(micros / 1e6)}.${String(micros % 1e6).padStart(6, '0')}Z`;
}

const text = mostly(
  fc.constantFrom(
    '"a"',
    '""',
    '"a\\nb"',
    '"a \\"quoted\\" text that is longer than sixteen bytes, with \\\\ at its end \\\\"',
    '"0123456789abcde\\"f"',
    '"0123456789abcd\\\\"',
    '"\\u00e9 \\ud83c\\udf89"',
    '"\xc3\xa9"',
    '"tools/call"',
    '"isError"',
  ),
  fc.constantFrom('"\\u00g0"', '"\\x"', '"\t"', '"\xff"'),
);

const id = mostly(
  fc.constantFrom('1', '2', '3', '"a"', '0', '999999999999999'),
  fc.constantFrom('-1', '1.0', '01', 'null', '"\\u0061"', '1234567890123456'),
);

const method = fc.constantFrom(
  'tools/call',
  'tools/call',
  'tools/list',
  'ping',
  'initialize',
  'server/discover',
  'subscriptions/listen',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/message',
  'm\xc3\xa9thode',
  'x'.repeat(254),
  'x'.repeat(255),
);

const key = fc.constantFrom(
  'name',
  'arguments',
  'isError',
  'result',
  'error',
  'params',
  'requestState',
  'inputResponses',
  'tools',
  'n\\u0061me',
  'is\\u0045rror',
  'x',
);

const value: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    mostly(
      fc.constantFrom('true', 'false', 'null', '0', '-0.5e+3', '{}', '[ ]', '{ }'),
      fc.constantFrom('1.', '.5', 'tru', '01', '{,}', '[1,]'),
    ),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc
      .array(fc.tuple(key, tie('value')), { maxLength: 4 })
      .map((members) => `{${members.map(([name, each]) => `"${name}":${each}`).join(',')}}`),
  ),
})).value;

const toolParams = fc
  .tuple(
    usually('"name":"a"', '"name": "b"', '"name":5', '"n\\u0061me":"a"', '"name":"a","name":"b"'),
    usually(
      ',"arguments":{"x":1}',
      '',
      ',"arguments": {"x":1} ',
      ',"arguments":[]',
      ',"arguments":{},"arguments":1',
    ),
    usually('', '', ',"requestState":"s"', ',"_meta":{"name":"c"}'),
  )
  .map((parts) => `{${parts.join('')}}`);

const result = fc.oneof(
  fc.constantFrom(
    '{"content":[],"isError":false}',
    '{"content":[],"isError":true}',
    '{"isError":true,"isError":false}',
    '{"isError" : true}',
    '{"is\\u0045rror":true}',
    '{"content":[{"type":"text","text":"\\"isError\\":true"}]}',
    '{"tools":[{"name":"a","description":"d"},{"name":"b"}]}',
    '{"structuredContent":{"isError":true,"error":1}}',
  ),
  value,
);

const body = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(id, method, fc.oneof(toolParams, value)).map(([own, name, params]) => ({
      hints: `,"method":"${name}","id":${own}`,
      message: `{"jsonrpc":"2.0","id":${own},"method":"${name}","params":${params}}`,
    })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(id, result, fc.boolean()).map(([own, each, isLast]) => ({
      hints: `,"id":${own}`,
      message: isLast
        ? `{"result":${each},"jsonrpc":"2.0","id":${own}}`
        : `{"jsonrpc":"2.0","id":${own},"result":${each}}`,
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        id,
        usually('{"code":-1,"message":"m"}', 'null', '"x"', '{},"result":{}', '{},"error":{}'),
      )
      .map(([own, error]) => ({
        hints: `,"id":${own}`,
        message: `{"jsonrpc":"2.0","id":${own},"error":${error}}`,
      })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(method, value).map(([name, params]) => ({
      hints: `,"method":"${name}"`,
      message: `{"jsonrpc":"2.0","method":"${name}","params":${params}}`,
    })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(id, value).map(([own, each]) => ({ hints: `,"id":${own}`, message: each })),
  },
);

function messageLine(): fc.Arbitrary<Make> {
  return fc
    .tuple(
      second,
      fc.constantFrom('client', 'server'),
      usually(
        '',
        ',"call":1',
        ',"call":2',
        ',"call":4294967296',
        ',"eol":"\\r\\n"',
        ',"eol":""',
        ',"sse":{}',
        ',"call":1,"sse":{"id":"1"}',
      ),
      body,
      fc.oneof(
        { weight: 6, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: body },
        { weight: 1, arbitrary: fc.constant({ hints: '' }) },
      ),
      usually('}\n', ' }\n', '}\r\n', ',"x-own":1}\n', '} \n'),
    )
    .map(
      ([at, from, extra, { hints, message }, other, end]) =>
        (seq) =>
          `{"type":"message","seq":${seq},"at":"${at}","from":"${from}"${extra}${other?.hints ?? hints},"message":${message}${end}`,
    );
}

/** Takes out, puts in or changes a few bytes, cuts the end off, or repeats a part. */
function damage(): fc.Arbitrary<(bytes: Buffer) => Buffer> {
  const at = fc.double({ min: 0, max: 1, noNaN: true });
  const put = fc.constantFrom(
    '',
    '\0',
    '"',
    '}',
    '{',
    '\\',
    '\n',
    '9',
    'é',
    '\xff',
    '\0'.repeat(40),
  );
  return fc.oneof(
    fc.tuple(at, put, fc.nat(3)).map(([place, bytes, out]) => (whole: Buffer) => {
      const start = Math.floor(place * whole.length);
      return Buffer.concat([
        whole.subarray(0, start),
        Buffer.from(bytes, 'latin1'),
        whole.subarray(start + out),
      ]);
    }),
    at.map((place) => (whole: Buffer) => whole.subarray(0, Math.floor(place * whole.length))),
    fc.tuple(at, at).map(([one, other]) => (whole: Buffer) => {
      const [start, end] = [one, other]
        .map((each) => Math.floor(each * whole.length))
        .sort((a, b) => a - b);
      return Buffer.concat([whole.subarray(0, end), whole.subarray(start)]);
    }),
  );
}
