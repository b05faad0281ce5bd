import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAtLeast } from '../../../src/check/checked.ts';
import { checkSession, RULE_FAILED, ruleOf, rules, runRules } from '../../../src/check/registry.ts';
import { defineRule } from '../../../src/check/rule.ts';
import { ajvChecker } from '../../../src/check/schemas/ajv.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { type Conversation, conversation } from '../../support/conversation.ts';
import fc from '../../support/fast-check.ts';
import { verifies } from '../../support/verifies.ts';
import { call, failure, notification, request, result, text } from './support.ts';

/** One with every kind of limit is enough here: all of them take long. */
const profiles = ['codex-cli', 'qwen-code'].map((id) => profileOf(id));

const ruleFolder = join(import.meta.dirname, '../../../src/check/rules');

describe('the registry', () => {
  verifies('check-rules-are-data');

  it('holds every rule file, and each rule is called as its file', () => {
    const files = readdirSync(ruleFolder, { recursive: true, encoding: 'utf8' });
    const names = files.filter((each) => each.endsWith('.ts')).map((each) => each.slice(0, -3));
    expect(rules.map((each) => each.id).sort()).toEqual(names.sort());
  });

  it.each(rules.map((each) => [each.id, each] as const))(
    '%s says in one line what it finds',
    (_id, rule) => {
      expect(rule.summary).toMatch(/^\S[^\n]{10,110}$/);
    },
  );
});

describe('checkSession', () => {
  verifies('check-order', 'check-never-throws', 'check-clean-session');

  it('puts problems before warnings before notes, each in the order of the wire', () => {
    const finds = (id: string, severity: 'problem' | 'warning' | 'note', ...seqs: number[]) =>
      defineRule({
        id,
        severity,
        summary: id,
        ...blank,
        find: () =>
          seqs.map((seq) => ({ title: id, fix: '', places: [{ seq, index: undefined }] })),
      });
    const whole = defineRule({
      id: 'd',
      severity: 'problem',
      summary: 'd',
      ...blank,
      find: () => [{ title: 'd', fix: '', places: [] }],
    });
    const chosen = [
      whole,
      finds('a', 'note', 0),
      finds('b', 'warning', 5, 2),
      finds('c', 'problem', 9, 3),
    ];
    const found = runRules(chosen, conversation().session());
    expect(found.map(({ rule, places }) => `${rule}${places[0]?.seq ?? ''}`)).toEqual([
      'c3',
      'c9',
      'd',
      'b2',
      'b5',
      'a0',
    ]);
  });

  it('reports a rule that throws, and runs the others', () => {
    const broken = defineRule({
      id: 'test/broken',
      severity: 'problem',
      summary: 'throws',
      ...blank,
      find: () => {
        throw new RangeError('off by one');
      },
    });
    const session = conversation().server('hello').session();
    expect(
      runRules([broken, ...rules], session).map(({ rule, title }) => `${rule} ${title}`),
    ).toEqual([
      expect.stringContaining('framing/stray-output'),
      `${RULE_FAILED} the rule test/broken failed on this session: RangeError: off by one`,
    ]);
  });

  it('folds many findings of one rule unless told not to', () => {
    const talk = conversation().initialized();
    for (let id = 1; id <= 9; id += 1) talk.client(call(id)).server(text(id, 'no', true));
    const session = talk.session();
    expect(checkSession(session)).toHaveLength(5);
    expect(checkSession(session)[4]?.places).toHaveLength(5);
    expect(checkSession(session, { most: Infinity })).toHaveLength(9);
  });

  it('finds nothing in a session with everything that is allowed', () => {
    const talk = conversation()
      .event({ event: 'started' })
      .stderr('INFO ready')
      .initialized('2025-06-18', { capabilities: { tools: {}, resources: {} } }, { sampling: {} })
      .client(request(1, 'tools/list'))
      .client(request(2, 'resources/list'))
      .server(result(2, { resources: [] }))
      .server(result(1, { tools: [] }))
      .client(request(3, 'tools/call', { name: 'a', arguments: {}, _meta: { progressToken: 3 } }))
      .server(notification('notifications/progress', { progressToken: 3, progress: 1 }))
      .server(request(0, 'sampling/createMessage'))
      .client(result(0, { role: 'assistant', content: { type: 'text', text: 'x' }, model: 'm' }))
      .server(text(3, '{"total": 2, "data": []}', false))
      .client(request(4, 'resources/read', { uri: 'x://y' }))
      .server(failure(4, -32002, 'Resource not found'))
      .event({ event: 'stdin-closed' })
      .event({ event: 'exit', code: 0, signal: null })
      .end({ closedBy: 'client', exit: { code: 0, signal: null } });
    expect(checkSession(talk.session())).toEqual([]);
  });

  it('never throws and no rule fails, whatever the sides write', () => {
    fc.assert(
      fc.property(fc.array(step(), { maxLength: 30 }), fc.boolean(), (steps, isOpen) => {
        const talk = conversation();
        for (const take of steps) take(talk);
        const session = (isOpen ? talk.open() : talk).session();
        const found = checkSession(session, { profiles, schemas: ajvChecker() });
        expect(found.filter((each) => each.rule === RULE_FAILED)).toEqual([]);
        for (const { rule, severity } of found)
          expect(
            isAtLeast(severity, ruleOf(rule)?.severity) && severity !== ruleOf(rule)?.severity,
            rule,
          ).toBe(false);
        for (const { title, fix } of found)
          expect(`${title}${fix}`).not.toMatch(/[\n\r\u2028]|undefined|\[object/);
      }),
      { numRuns: 400 },
    );
  });

  it('takes time in proportion to the session', () => {
    const small = timeOf(500);
    const large = timeOf(4_000);
    expect(large).toBeLessThan(Math.max(small, 20) * 8 * 4);
  });
});

/** What a rule must say, where it does not matter. */
const blank = { hosts: '', fix: '', example: { bad: '', good: '' } };

type Step = (talk: Conversation) => unknown;

/** One entry: random bytes, JSON of any shape, near-messages with few ids, events, stderr. */
function meta(): fc.Arbitrary<unknown> {
  return fc.constantFrom(
    {},
    null,
    { progressToken: 1 },
    { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
    { 'io.modelcontextprotocol/protocolVersion': 7 },
  );
}

/** A list, a result of a call, an opening: each member of a shape that its rules look at, or of any. */
function listResult(): fc.Arbitrary<unknown> {
  const schema = fc.constantFrom<unknown>(
    { type: 'object', properties: { a: { $ref: '#/$defs/b' }, 'x y': true } },
    { type: 'object', required: ['a'] },
    { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' },
    { anyOf: 3, $ref: '#' },
    null,
    'object',
  );
  const tool = fc.record(
    {
      name: fc.constantFrom<unknown>('a', 'b', 'delete_x', 'a b', '', 7),
      description: fc.constantFrom<unknown>('', 'x\u200b', `${'x'.repeat(3000)}`, 1),
      inputSchema: schema,
      outputSchema: schema,
      annotations: fc.constantFrom<unknown>({ readOnlyHint: true }, [], 1),
    },
    { requiredKeys: [] },
  );
  return fc.record(
    {
      tools: fc.oneof(fc.array(fc.oneof(tool, fc.jsonValue()), { maxLength: 3 }), fc.jsonValue()),
      prompts: fc.jsonValue(),
      nextCursor: fc.constantFrom<unknown>('x', 1),
      content: fc.oneof(fc.array(fc.jsonValue(), { maxLength: 2 }), fc.jsonValue()),
      structuredContent: fc.jsonValue(),
      protocolVersion: fc.constantFrom<unknown>('2025-06-18', '2026-07-28', 1),
      capabilities: fc.jsonValue(),
      resultType: fc.constantFrom<unknown>('complete', 'input_required', 1),
      ttlMs: fc.jsonValue(),
      inputRequests: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
}

function step(): fc.Arbitrary<Step> {
  const id = fc.constantFrom(0, 1, 1.5, '', '1', '"\\', null, 1_915_883_588_174_806_000);
  const method = fc.constantFrom(
    'initialize',
    'tools/call',
    'tools/list',
    'prompts/list',
    'ping',
    'server/discover',
    'notifications/cancelled',
  );
  const message = fc.oneof(
    fc.record(
      {
        jsonrpc: fc.constant('2.0'),
        id,
        method,
        params: fc.json().map((each): unknown => JSON.parse(each)),
      },
      { requiredKeys: [] },
    ),
    fc.record({ id, result: fc.jsonValue(), error: fc.jsonValue() }, { requiredKeys: ['id'] }),
    fc.record({ method, params: fc.record({ requestId: id, reason: fc.string() }) }),
    fc.record({
      jsonrpc: fc.constant('2.0'),
      id,
      method,
      params: fc.record({ _meta: meta(), name: fc.constantFrom('a', 'b') }),
    }),
    fc.record({ jsonrpc: fc.constant('2.0'), id, result: listResult() }),
  );
  const said: fc.Arbitrary<object | string | Buffer> = fc.oneof(
    message,
    fc.array(message, { maxLength: 3 }),
    message.map((each) => JSON.stringify(each, null, 1)),
    message.map((each) => `${JSON.stringify(each)}${JSON.stringify(each)}`),
    message.map((each) => `\u{FEFF}${JSON.stringify(each)}`),
    message.map((each) => JSON.stringify(each).replace('null', 'NaN')),
    message.map((each) => JSON.stringify(each).slice(0, -3)),
    fc.uint8Array({ maxLength: 60 }).map((each) => Buffer.from(each)),
    fc.constantFrom(
      '',
      '> a',
      '{',
      '}',
      '[',
      'Content-Length: 5',
      '{"a":1}Content-Length: 7',
      'Error: x',
    ),
  );
  const when = fc.record({ eol: fc.constantFrom<'\n' | '\r\n' | ''>('\n', '\r\n', '') });
  const frames = fc.tuple(said, when, fc.boolean()).map(([what, how, isClient]): Step => {
    const lines = typeof what === 'string' ? what.split('\n') : [what];
    return (talk) =>
      lines.forEach((line) => void (isClient ? talk.client(line, how) : talk.server(line, how)));
  });
  const events = fc
    .constantFrom<Parameters<Conversation['event']>[0]>(
      { event: 'started' },
      { event: 'stdin-closed' },
      { event: 'signal', signal: 'SIGTERM' },
      { event: 'exit', code: 1, signal: null },
      { event: 'exit', code: null, signal: null },
      { event: 'spawn-failed', code: 'EACCES', text: 'no\nway' },
    )
    .map(
      (event): Step =>
        (talk) =>
          talk.event(event),
    );
  const stderr = fc.string().map(
    (line): Step =>
      (talk) =>
        talk.stderr(line),
  );
  const http = fc
    .tuple(
      fc.constantFrom('POST /mcp', '200 OK', '404 Not Found'),
      fc.dictionary(
        fc.constantFrom('accept', 'mcp-session-id', 'mcp-method', 'content-type'),
        fc.string(),
      ),
      fc.option(message, { nil: undefined }),
    )
    .map(
      ([start, headers, body]): Step =>
        (talk) => {
          talk.http(1, start, headers);
          if (body && start.startsWith('P')) talk.client(body, { call: 1 });
          else if (body) talk.server(body, { call: 1 });
        },
    );
  return fc.oneof({ weight: 8, arbitrary: frames }, { weight: 2, arbitrary: http }, events, stderr);
}

/** Milliseconds for a session in which nearly every rule has something to find, `size` times. */
function timeOf(size: number): number {
  const talk = conversation().initialized();
  for (let nth = 1; nth <= size; nth += 1) {
    talk.client(call(nth)).stderr('some error').server(`${'{'}"text`).server(text(-nth, 'x'));
    talk
      .client('bad')
      .server(`{"jsonrpc":"2.0","id":${nth}`)
      .server([result(null), 5] as object);
  }
  const session = talk.end({ closedBy: 'server' }).session();
  const start = performance.now();
  checkSession(session);
  return performance.now() - start;
}
