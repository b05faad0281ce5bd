import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { rules, runRules } from '../../src/check/registry.ts';
import { ajvChecker } from '../../src/check/schemas/ajv.ts';
import type { Recording } from '../../src/model/recording.ts';
import { buildSession } from '../../src/protocol/session.ts';
import { profileOf } from '../../src/reading/profiles.ts';
import { recordingFrom } from '../../src/recording/load.ts';
import { loadSifted } from '../../src/sift/load.ts';
import { sessionWords } from '../../src/view/terminal/diff.ts';
import type { Conversation } from '../support/conversation.ts';
import { conversation } from '../support/conversation.ts';
import { exampleOf } from '../support/example.ts';
import fc from '../support/fast-check.ts';
import { fileOf } from '../support/recording-file.ts';
import { verifies } from '../support/verifies.ts';

const folder = mkdtempSync(join(tmpdir(), 'sadap-sift-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each session is checked twice by all rules; how long that takes is not what is tested. */
const PATIENT = { timeout: 120_000 };
/** A check that is given up on a busy machine would be given up on one side alone. */
const NO_HURRY = { each: 60_000, all: 120_000 };
const profiles = ['claude-code', 'vscode-copilot'].map((id) => profileOf(id));

/** All that `sadap check` says of a recording. */
function said(recording: Recording) {
  const session = buildSession(recording);
  const options = { profiles, schemas: ajvChecker(NO_HURRY), most: Infinity };
  return { head: sessionWords(session), findings: runRules(rules, session, options) };
}

/** What was passed over besides calls. */
const asides = { logs: 0, lines: 0 };

/** Holds what is left of a recording against the whole. Returns how many calls were passed over. */
function compared(whole: Recording): number | undefined {
  const bytes = fileOf(whole);
  const path = join(folder, 'x.ndjson');
  writeFileSync(path, bytes);
  const sifted = loadSifted(path);
  if (!sifted) return undefined;
  const all = recordingFrom(bytes, path);
  expect(said(sifted)).toEqual(said(all));
  const { calls, logs, stderr } = sifted.passedOver ?? { calls: 0, logs: 0, stderr: { lines: 0 } };
  expect(all.items.length - sifted.items.length).toBe(2 * calls + logs + stderr.lines);
  asides.logs += logs;
  asides.lines += stderr.lines;
  return calls;
}

describe('a recording without what no rule has a word on', () => {
  verifies('check-sifted');

  it('says the same as the whole one, whatever else is in it', PATIENT, () => {
    let passedOver = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const talk = opened();
        let id = 10;
        for (const each of steps) id = each(talk, id);
        passedOver += compared(talk.recording()) ?? 0;
      }),
      { numRuns: 150 },
    );
    expect(passedOver).toBeGreaterThan(150);
  });

  it('says the same where most of it are log notifications and lines of stderr', PATIENT, () => {
    Object.assign(asides, { logs: 0, lines: 0 });
    const often = fc.oneof({ weight: 4, arbitrary: many }, step);
    fc.assert(
      fc.property(fc.boolean(), fc.array(often, { maxLength: 12 }), (isDeclared, steps) => {
        const talk = opened(isDeclared ? { logging: {} } : {});
        let id = 10;
        for (const each of steps) id = each(talk, id);
        compared(talk.recording());
      }),
      { numRuns: 60 },
    );
    expect(asides.logs).toBeGreaterThan(200);
    expect(asides.lines).toBeGreaterThan(200);
  });

  it('says which log notification was answered, and how many there were', () => {
    const talk = opened();
    const log = note('message', { level: 'info', data: 'x' });
    const refusal = rpc({ id: null, error: { code: -32601, message: 'unknown' } });
    plain(talk, 10);
    const logs = (times: number) => Array.from({ length: times }, () => talk.server(log));
    logs(130);
    talk.client(refusal);
    logs(20);
    plain(talk, 11);
    talk.client(rpc({ id: 3, error: { code: -32601, message: 'no notifications/message' } }));
    asides.logs = 0;
    expect(compared(talk.recording())).toBe(0);
    expect(asides.logs).toBe(130 + 20 - 100 - 2);
  });

  it.each(['a', 'unlisted'])(
    'quotes what stderr said after a call of %s without an answer',
    (tool) => {
      const talk = opened();
      plain(talk, 10);
      for (let nth = 0; nth < 60; nth += 1) talk.stderr(`before → "${nth}"`);
      talk.client(call(11, tool));
      for (let nth = 0; nth < 200; nth += 1) plain(talk, 1000 + nth);
      for (let nth = 0; nth < 120; nth += 1) {
        talk.stderr(nth === 49 ? 'ValueError: rooms' : 'INFO');
        plain(talk, 100 + nth);
      }
      asides.lines = 0;
      expect(compared(talk.recording())).toBeGreaterThan(100);
      expect(asides.lines).toBe(60 - 1 + 120 - 50 - 50);
    },
  );

  it('quotes the last words of a server that crashed', () => {
    const talk = opened();
    plain(talk, 10);
    for (let nth = 0; nth < 120; nth += 1)
      talk.stderr(nth === 70 ? 'ValueError: rooms' : `${nth} ${'→'.repeat(300)}`);
    const exit = { code: 3, signal: null };
    talk.event({ event: 'exit', ...exit }).end({ closedBy: 'server', exit });
    asides.lines = 0;
    compared(talk.recording());
    expect(asides.lines).toBe(120 - 1 - 50);
  });

  it('says that the id of a call that is kept is used again', () => {
    const talk = opened();
    talk.client(call(10)).server(answer(10, '❌ Failed to find it'));
    plain(talk, 11);
    plain(talk, 10);
    plain(talk, 12);
    expect(compared(talk.recording())).toBe(1);
  });

  it.each([
    ['an id', (id: number) => `{"jsonrpc":"2.0","id":${id},"id":${id},"result":${RESULT}}`],
    [
      'a result',
      (id: number) => `{"jsonrpc":"2.0","id":${id},"result":${RESULT},"result":${RESULT}}`,
    ],
    [
      'the content',
      (id: number) => `{"jsonrpc":"2.0","id":${id},"result":{"content":[],${RESULT.slice(1)}}`,
    ],
    ['arguments', (id: number) => callWith(id, '"arguments":{"bb":1,"b":2,"bb":3}')],
    ['all arguments', (id: number) => callWith(id, '"arguments":{},"arguments":{"q":1}')],
    ['deep ones', (id: number) => callWith(id, '"arguments":{"q":[{"a":1,"b":2,"a":1}]}')],
    ['one escaped', (id: number) => callWith(id, '"arguments":{"q":1,"\\u0071":2}')],
  ])('keeps a call in which a key comes twice: %s', (_, line) => {
    const talk = opened();
    plain(talk, 10);
    const text = line(11);
    const isCall = text.includes('tools/call');
    talk.client(isCall ? text : call(11)).server(isCall ? answer(11) : text);
    plain(talk, 12);
    // One of the ordinary calls is kept as well, as below.
    expect(compared(talk.recording())).toBe(1);
  });

  it('passes over such a call without the key that comes twice', () => {
    const talk = opened();
    for (const id of [10, 11, 12]) plain(talk, id);
    expect(compared(talk.recording())).toBe(2);
  });

  it('says the same of the examples of all rules, with calls in between', PATIENT, () => {
    let passedOver = 0;
    for (const { example } of rules)
      for (const text of [example.bad, example.good])
        for (const every of [1, 2]) passedOver += compared(withCalls(text, every)) ?? 0;
    expect(passedOver).toBeGreaterThan(100);
  });
});

const RESULT = '{"content":[{"type":"text","text":"Two rooms."}]}';
const callWith = (id: number, args: string) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"a",${args}}}`;

type Step = (talk: Conversation, id: number) => number;

const rpc = (rest: object) => ({ jsonrpc: '2.0', ...rest });
const call = (id: unknown, name = 'a', more: object = {}) =>
  rpc({ id, method: 'tools/call', params: { name, arguments: { q: 1 }, ...more } });
const answer = (id: unknown, text = 'Two rooms.', more: object = {}) =>
  rpc({ id, result: { content: [{ type: 'text', text }], ...more } });
const note = (method: string, params: object) => rpc({ method: `notifications/${method}`, params });

const WANTS = {
  properties: {
    q: { type: 'integer', minimum: 1 },
    list: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
  },
  required: ['q'],
  additionalProperties: false,
};

function opened(more: object = {}): Conversation {
  const tools = ['a', 'b', 'shaped', 'wants', 'fussy'].map((name) => ({
    name,
    description: 'Finds.',
    inputSchema: {
      type: 'object',
      ...(name === 'wants' && WANTS),
      ...(name === 'fussy' && { properties: { q: { type: ['string', 'number'] } } }),
    },
    ...(name === 'shaped' && { outputSchema: { type: 'object', required: ['total'] } }),
  }));
  return conversation()
    .initialized('2025-06-18', { capabilities: { tools: {}, ...more } })
    .client(rpc({ id: 1, method: 'tools/list' }))
    .server(rpc({ id: 1, result: { tools } }));
}

const plain: Step = (talk, id) => {
  talk.client(call(id)).server(answer(id));
  return id + 1;
};

const withToken: Step = (talk, id) => {
  talk.client(call(id, 'a', { _meta: { progressToken: id } })).server(answer(id));
  return id + 1;
};

const said1 = (say: (talk: Conversation, id: number) => unknown): Step => {
  return (talk, id) => {
    say(talk, id);
    return id + 1;
  };
};

/** Arguments, some as the tool wants them. */
const args = [
  { q: 1 },
  { q: 1, list: ['a'] },
  { q: 1, list: ['c'] },
  { q: 1, list: 'a' },
  { q: 0 },
  { q: 1.5 },
  { q: '1' },
  { q: 1, more: 1 },
  {},
  undefined,
  null,
  [],
];

/** What a result may hold besides. */
const texts = [
  'Error: no such room',
  'ValueError: x',
  '❌ Failed to find it',
  '\n\n...failed to open',
  'a fatal error occurred',
  '{"error":"no such room"}',
  '{"data":[1],"e_r_r_o_r":"x"}',
  '{"rooms":[1,2]}',
  'id 12345678901234567890',
  'half \ud83c of it',
  'seen \u{1f389}, hidden \u{e0041}',
  '_x',
  '',
  '5 rooms',
  '404 not found',
  'x'.repeat(9000),
];
const members: object[] = [
  { structuredContent: { total: 2 } },
  { structuredContent: { rooms: [1, 2] } },
  { structuredContent: { status: 'error' } },
  { structuredContent: { ok: false } },
  { isError: true },
  { isError: false },
  { _meta: { x: 1 } },
  { _meta: 'x' },
  { isError: 'true' },
  { content: [] },
  { content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }] },
  { resultType: 'task', task: { taskId: 't' } },
];

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(plain, withToken) },
  fc.constantFrom<Step>(
    // Answers in another order, and open ones.
    (talk, id) => {
      talk
        .client(call(id))
        .client(call(id + 1, 'b'))
        .server(answer(id + 1))
        .server(answer(id));
      return id + 2;
    },
    said1((talk, id) => talk.client(call(id))),
    said1((talk, id) => talk.client(call(`k${id}`)).server(answer(`k${id}`))),
    said1((talk, id) => talk.client(call(id, 'shaped')).server(answer(id))),
    said1((talk, id) => talk.client(call(id, 'wants')).server(answer(id))),
    said1((talk, id) => talk.client(call(id, 'fussy')).server(answer(id))),
    said1((talk, id) =>
      talk.client(call(id, 'fussy', { arguments: { q: true } })).server(answer(id)),
    ),
    said1((talk, id) => talk.client(call(id, 'unlisted')).server(answer(id))),
    said1((talk, id) => talk.client(call(id)).server(answer(id)).server(answer(id, 'again'))),
    said1((talk, id) => talk.client(call(id)).server(answer(id - 3))),
    said1((talk, id) => talk.client(call(id - 2)).server(answer(id - 2))),
    said1((talk, id) => talk.client(call(id)).server(answer(String(id)))),
    said1((talk) => talk.server(rpc({ id: null, error: { code: -32700, message: 'no' } }))),
    said1((talk, id) =>
      talk.client(call(id)).server(rpc({ id, error: { code: -1, message: 'x' } })),
    ),
    said1((talk) => talk.server('Server started')),
    said1((talk) => talk.client('not json')),
    said1((talk) => talk.server('')),
    said1((talk) =>
      talk.client(note('x', {})).server(rpc({ error: { code: -32601, message: '' } })),
    ),
    said1((talk) => talk.server(note('message', { level: 'info', data: 'x' }))),
    said1((talk, id) => talk.server(note('progress', { progressToken: id - 1, progress: 1 }))),
    said1((talk, id) => {
      const meta = { _meta: { progressToken: id, 'claudecode/toolUseId': 'x' } };
      talk.client(call(id, 'a', meta));
      talk.server(note('progress', { progressToken: id, progress: 1 })).server(answer(id));
    }),
    said1((talk, id) =>
      talk.client(call(id, 'a', { _meta: { progressToken: id } })).server(answer(id)),
    ),
    said1((talk, id) => talk.client(call(id)).client(note('cancelled', { requestId: id }))),
    said1((talk, id) => {
      talk
        .client(call(id))
        .client(note('cancelled', { requestId: id - 1 }))
        .server(answer(id));
    }),
    said1((talk, id) => {
      talk
        .client(call(id))
        .server(rpc({ id: 5, method: 'ping' }))
        .client(rpc({ id: 5, result: {} }));
      talk.server(answer(id));
    }),
    said1((talk, id) => talk.client(rpc({ id, method: 'ping' })).server(rpc({ id, result: {} }))),
    said1((talk, id) => talk.client(call(id)).server(answer(id), { eol: '\r\n' })),
    said1((talk, id) => {
      talk
        .client(call(id))
        .server(`{"jsonrpc":"2.0","id":${id},"id":${id},"result":{"content":[]}}`);
    }),
    said1((talk, id) => {
      talk.client(`{"jsonrpc":"2.0","id":${id}.0,"method":"tools/call","params":{"name":"a"}}`);
      talk.server(answer(id));
    }),
    said1((talk, id) => {
      const bytes = Buffer.from(JSON.stringify(answer(id, 'Z?rich')));
      bytes[bytes.indexOf('?')] = 0xfc;
      talk.client(call(id)).server(bytes);
    }),
    said1((talk, id) => {
      const result =
        '{"content":[{"type":"text","text":"x"}],"structuredContent":{"n":1915883588174806058}}';
      talk.client(call(id)).server(`{"jsonrpc":"2.0","id":${id},"result":${result}}`);
    }),
    said1((talk, id) => {
      const params = '{"name":"a","arguments":{"bb":1,"b":2,"bb":3}}';
      talk.client(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${params}}`);
      talk.server(answer(id));
    }),
    said1((talk, id) => talk.server(note('progress', { progressToken: id - 4, progress: 1 }))),
    said1((talk) => talk.stderr('INFO ready')),
    said1((talk) => talk.stderr('INFO ready', { eol: '\r\n' })),
    // What an error names is the newest of its kind.
    said1((talk) => {
      const error = { code: -32601, message: 'no notifications/message' };
      return talk.client(rpc({ id: null, error }));
    }),
    said1((talk) => talk.event({ event: 'exit', code: 3, signal: null })),
    said1((talk) => talk.event({ event: 'started' })),
    said1((talk) => talk.initialized()),
  ),
  fc
    .constantFrom<unknown>(...args)
    .map(
      (each): Step =>
        said1((talk, id) => talk.client(call(id, 'wants', { arguments: each })).server(answer(id))),
    ),
  fc
    .tuple(fc.constantFrom(...texts), fc.constantFrom(...members, {}))
    .map(
      ([text, more]): Step =>
        said1((talk, id) => talk.client(call(id)).server(answer(id, text, more))),
    ),
);

const logs: readonly object[] = [
  { level: 'info', data: 'x' },
  { level: 'debug', logger: 'a', data: { rooms: [1, 'two'] } },
  { data: null, level: 'a "level"' },
  { level: 'info', data: 'half \ud83c of it' },
  { level: 'info', data: 1e21 },
  { level: 'info', data: 'id 12345678901234567890' },
  { level: 'info' },
  { level: 'info', data: 'x', name: 'a' },
  { level: 'info', data: 'x', _meta: { progressToken: 12 } },
];
const complaints = ['INFO ready', 'ValueError: x', '"quoted" \u0001', 'zwölf → 🎉', '', '\ud83c'];

/** More of one kind than findings show. */
const many: fc.Arbitrary<Step> = fc
  .tuple(
    fc.constantFrom(0, 1, 49, 50, 51, 99, 100, 101, 130),
    fc.constantFrom(...logs),
    fc.constantFrom(...complaints),
    fc.constantFrom('logs', 'stderr', 'both', 'open'),
  )
  .map(
    ([times, log, line, kind]): Step =>
      (talk, id) => {
        if (kind !== 'logs') talk.client(call(id));
        for (let nth = 0; nth < times; nth += 1) {
          if (kind !== 'stderr' && kind !== 'open') talk.server(note('message', log));
          if (kind !== 'logs') talk.stderr(nth === 3 ? 'Error: the third' : line);
        }
        if (kind === 'stderr' || kind === 'both') talk.server(answer(id));
        return id + 1;
      },
  );

/** An example with calls of a tool among its lines, which the server lists at the start. */
function withCalls(text: string, every: number): Recording {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const opens = lines.findIndex((line) => line.startsWith('handshake')) + 1;
  let id = 5000;
  const calls = () =>
    [0, 1, 2].flatMap(() => {
      id += 1;
      return [
        `→ ${id} tools/call {"name":"listed_here","arguments":{}}`,
        `← ${id} result {"content":[{"type":"text","text":"Two rooms."}]}`,
      ];
    });
  const list = [
    '→ 4999 tools/list',
    '← 4999 result {"tools":[{"name":"listed_here","description":"Finds.","inputSchema":{"type":"object"}}]}',
  ];
  const isOver = (line: string) =>
    /^(stdin|stdout|sent|exited|closed|open|wait|←.*⟨no line)/.test(line);
  const told = lines.flatMap((line, nth) => {
    if (opens === 0 || nth < opens - 1 || isOver(line)) return [line];
    if (nth === opens - 1) return [line, ...list, ...calls()];
    return nth % every === 0 ? [line, ...calls()] : [line];
  });
  return exampleOf(told.join('\n')).recording();
}
