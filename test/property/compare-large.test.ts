import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readText } from '../../src/cli/json-text.ts';
import { foldRules } from '../../src/compare/folds.ts';
import { normalise } from '../../src/compare/normalise.ts';
import { compareSessions, type SessionDiff } from '../../src/compare/sessions.ts';
import { buildSession } from '../../src/protocol/session.ts';
import { recordingFrom } from '../../src/recording/load.ts';
import { loadPair } from '../../src/sift/load-pair.ts';
import { QuestionPrint } from '../../src/sift/question-print.ts';
import { sessionWords } from '../../src/view/terminal/diff.ts';
import { parseJson } from '../../src/wire/json.ts';
import { type Conversation, conversation } from '../support/conversation.ts';
import fc from '../support/fast-check.ts';
import { fileOf } from '../support/recording-file.ts';
import { verifies } from '../support/verifies.ts';

const folder = mkdtempSync(join(tmpdir(), 'sadap-compare-large-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const OPTIONS = { folds: foldRules(), readText };

/** One call, or another thing that happens. */
interface Step {
  readonly tool: string;
  /** As spelled. */
  readonly args: string;
  readonly answer: string;
  readonly kind: string;
  readonly ms: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  tool: fc.constantFrom('a', 'a', 'b', 'é'),
  args: fc.constantFrom(
    '{"q":1}',
    '{"q":1}',
    '{"q":2}',
    '{"q":1.0}',
    '{ "q":1}',
    '{"q":1,"r":[1,{"s":"x"}]}',
    '{"r":[1,{"s":"x"}],"q":1}',
    '{"r":[1,{"s":"\\u0078"}],"q":10e-1}',
    '{"at":"2026-11-30T10:10:00Z"}',
    '{"at":"2026-11-30T11:11:00Z"}',
    '{"q":1,"q":2}',
    '{"_meta":{"progressToken":1}}',
    '{"q":"\\ud83c"}',
    '',
  ),
  answer: fc.constantFrom(
    '"result":{"content":[{"type":"text","text":"Two rooms."}]}',
    '"result":{"content":[{"type":"text","text":"Two rooms."}]}',
    '"result":{"content":[{"type":"text","text":"Three rooms."}]}',
    '"result":{"content":[ {"type":"text","text":"Two rooms."}]}',
    '"result":{"content":[],"isError":true}',
    '"result":{"text":"at 10:10:00"}',
    '"result":{"text":"at 10:10:01"}',
    '"result":{"\\u0074ext":"\\ud83c\\udf89","n":1.0}',
    '"result":[]',
    '"error":{"code":-32602,"message":"no"}',
    '"error":{"code":-1,"message":"no"}',
    '"error":null',
  ),
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constant('call') },
    fc.constantFrom('open', 'token', 'meta', 'swapped', 'cancel', 'late', 'twice', 'note', 'stray'),
    fc.constantFrom('spaced', 'turned', 'text', 'log', 'ping', 'asks', 'again', 'orphan', 'stderr'),
  ),
  ms: fc.constantFrom(1, 1, 1, 2, 400, 900, 5000),
});

/** A change of the steps of A; some of them make B of it. */
interface Change {
  readonly at: number;
  readonly how: string;
  readonly to: number;
  readonly step: Step;
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(30),
  how: fc.constantFrom('drop', 'put', 'replace', 'move'),
  to: fc.nat(30),
  step,
});

describe('two large recordings', () => {
  verifies('diff-large');

  it('differ in the same, told in the same order, when what they have in common is left out', {
    timeout: 120_000,
  }, () => {
    let [passed, runs] = [0, 0];
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 25 }),
        fc.array(change, { maxLength: 4 }),
        fc.nat(3),
        (steps, changes, shift) => {
          const files = [written('a', steps, 0), written('b', changed(steps, changes), shift)];
          const [a = '', b = ''] = files.map(({ path }) => path);
          const pair = loadPair(a, b);
          if (!pair) return;
          runs += 1;
          passed += pair.passed.count;
          const whole = files.map(({ path, bytes }) => buildSession(recordingFrom(bytes, path)));
          const [old, now] = whole;
          if (!old || !now) throw new Error('there are two');
          const sifted = { ...OPTIONS, passed: pair.passed };
          expect(said(compareSessions(buildSession(pair.a), buildSession(pair.b), sifted))).toEqual(
            said(compareSessions(old, now, OPTIONS)),
          );
        },
      ),
      { numRuns: 250 },
    );
    expect(runs).toBeGreaterThan(80);
    expect(passed).toBeGreaterThan(200);
  });

  it('have one print for each question, however it is spelled', () => {
    const print = new QuestionPrint(Buffer.from('a secret'));
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(1e21, -0, 0.5, 'é\u0001"'),
    );
    const printed = (given: unknown, isNode: boolean): string | undefined => {
      const text = JSON.stringify(given);
      const bytes = Buffer.from(`{"name":"x","arguments":${text}}`);
      const parsed = parseJson(bytes);
      const [start, end] = [24, bytes.length - 1];
      const isKnown = isNode
        ? print.ofNode(parsed.ok ? parsed.node : undefined)
        : print.ofBytes('x', bytes, start, end);
      return isKnown ? `${print.low} ${print.high}` : undefined;
    };
    const key = (given: unknown) => {
      const parsed = parseJson(Buffer.from(JSON.stringify(given)));
      return parsed.ok ? normalise(parsed.node) : '';
    };
    fc.assert(
      fc.property(value, value, (one, other) => {
        const prints = [printed(one, false), printed(one, true), printed(turned(one), false)];
        for (const each of prints) if (each !== undefined) expect(each).toBe(prints[1]);
        if (prints[0] !== undefined && prints[0] === printed(other, false))
          expect(key(one)).toBe(key(other));
      }),
      { numRuns: 2000 },
    );
  });
});

/** All that `sadap diff` says. */
function said(diff: SessionDiff) {
  const { changes, folded, exchanges, a, b } = diff;
  return { changes, folded, exchanges, heads: [sessionWords(a), sessionWords(b)] };
}

/** With the members of objects the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toReversed();
  return Object.fromEntries(members.map(([key, each]) => [key, turned(each)]));
}

function changed(steps: readonly Step[], changes: readonly Change[]): Step[] {
  const all = [...steps];
  for (const { at, how, to, step: other } of changes) {
    const place = at % (all.length + 1);
    if (how === 'put') all.splice(place, 0, other);
    else if (how === 'replace') all.splice(place, 1, other);
    else {
      const [gone] = all.splice(place, 1);
      if (how === 'move' && gone) all.splice(to % (all.length + 1), 0, gone);
    }
  }
  return all;
}

function written(name: string, steps: readonly Step[], shift: number) {
  const tools = ['a', 'b', 'é'].map((each) => ({ name: each, inputSchema: { type: 'object' } }));
  const talk = conversation()
    .initialized()
    .client({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    .server({ jsonrpc: '2.0', id: 1, result: { tools } });
  let id = 10 + shift;
  for (const each of steps) id = told(talk, each, id);
  const bytes = fileOf(talk.recording());
  const path = join(folder, `${name}.ndjson`);
  writeFileSync(path, bytes);
  return { path, bytes };
}

/** Returns the next id. */
function told(talk: Conversation, { tool, args, answer, kind, ms }: Step, id: number): number {
  const own = kind === 'text' ? `"${id}"` : String(id);
  const meta = { token: `{"progressToken":${id}}`, meta: '{"x":1}' }[kind];
  const parts = [`"name":"${tool}"`, args && `"arguments":${args}`, meta && `"_meta":${meta}`];
  const list = parts.filter(Boolean);
  const params = `{${(kind === 'swapped' ? list.toReversed() : list).join(kind === 'spaced' ? ', ' : ',')}}`;
  const request =
    kind === 'turned'
      ? `{"method":"tools/call","params":${params},"jsonrpc":"2.0","id":${own}}`
      : `{"jsonrpc":"2.0","id":${own},"method":"tools/call","params":${params}}`;
  const result = `{"jsonrpc":"2.0","id":${own},${answer}}`;
  const cancel = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${own}}}`;
  const log = (data: string) =>
    talk.server({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'info', data },
    });
  if (kind === 'stray') talk.server(tool);
  if (kind === 'stderr') talk.stderr(tool);
  if (kind === 'note' || kind === 'log') log(kind === 'log' ? args : 'x');
  if (kind === 'orphan') talk.server(`{"jsonrpc":"2.0","id":9999,${answer}}`);
  if (kind === 'ping')
    talk.client({ jsonrpc: '2.0', id, method: 'ping' }).server({ jsonrpc: '2.0', id, result: {} });
  if (kind === 'ping') return id + 1;
  talk.client(request);
  if (kind === 'asks')
    talk
      .server({ jsonrpc: '2.0', id: 5, method: 'ping' })
      .client({ jsonrpc: '2.0', id: 5, result: {} });
  if (kind === 'open') return id + 1;
  if (kind === 'cancel' || kind === 'late') talk.client(cancel);
  if (kind === 'cancel') return id + 1;
  talk.server(result, { at: at(talk) + ms });
  if (kind === 'twice') talk.server(result);
  // The id is used again later.
  return kind === 'again' ? id : id + 1;
}

/** Milliseconds from the start to the last entry. */
function at(talk: Conversation): number {
  const { items, header } = talk.recording();
  const last = items.findLast((each) => each.type === 'frame');
  return last?.type === 'frame' ? (last.frame.at - header.startedAt) / 1000 : 0;
}
