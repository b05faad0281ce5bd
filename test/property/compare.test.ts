import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText as spelled } from '../../src/compare/change.ts';
import { inverseOf } from '../../src/compare/rules/table.ts';
import { diffValues, valuesEqual } from '../../src/compare/values.ts';
import type { JsonNode } from '../../src/model/json.ts';
import { childrenOf, nodeAt, pointerSteps } from '../../src/model/json.ts';
import type { Session } from '../../src/model/session.ts';
import { conversation } from '../support/conversation.ts';
import { jsonText } from '../support/json-texts.ts';
import { verifies } from '../support/verifies.ts';
import { compare, json, readText } from '../unit/compare/support.ts';

const value: fc.Arbitrary<fc.JsonValue> = fc.jsonValue({ maxDepth: 4 });

describe('any two values', () => {
  it('differ in nothing but spelling exactly when they are equal', () => {
    fc.assert(
      fc.property(jsonText, jsonText, (a, b) => {
        const [before, after] = [json(a), json(b)];
        const changes = diffValues(before, after);
        expect(changes.every(({ kind }) => kind === 'spelling')).toBe(valuesEqual(before, after));
        expect(diffValues(before, before)).toEqual([]);
        expect(diffValues(before, after, { readText }).length === 0).toBe(changes.length === 0);
      }),
    );
  });

  it('a single change of a leaf is found as one difference at its pointer', () => {
    verifies('compare-exact');
    fc.assert(
      fc.property(
        value,
        fc.nat(),
        fc.constantFrom('"injected"', '4242424242'),
        (root, pick, text) => {
          const before = json(JSON.stringify(root));
          const leaves = leavesOf(before).filter((each) => !isKey(each));
          const pointer = leaves[pick % Math.max(1, leaves.length)];
          fc.pre(pointer !== undefined && !pointer.includes('__proto__'));
          const after = json(replaced(before, pointer ?? '', text));
          const [only, ...more] = diffValues(before, after);
          expect(more).toEqual([]);
          expect(only?.pointer).toBe(pointer);
          const [old, now] = [nodeAt(before, pointer ?? ''), nodeAt(after, pointer ?? '')];
          expect([only?.before, only?.after]).toEqual([old, now]);
        },
      ),
    );
  });

  it('read backwards have as many differences', () => {
    fc.assert(
      fc.property(jsonText, jsonText, (a, b) => {
        const [before, after] = [json(a), json(b)];
        const kinds = diffValues(before, after).map(({ kind }) => kind);
        const back = diffValues(after, before).map(({ kind }) =>
          kind === 'added' ? 'removed' : kind === 'removed' ? 'added' : kind,
        );
        expect(back.sort()).toEqual(kinds.sort());
      }),
    );
  });
});

/** What a session does, apart from ids, times and the order of what is concurrent. */
interface Act {
  readonly tool: string;
  readonly args: fc.JsonValue;
  readonly result: fc.JsonValue;
  readonly fails: boolean;
  readonly isError: boolean;
}

interface Plot {
  readonly tools: readonly {
    readonly name: string;
    readonly properties: object;
    readonly required: readonly string[];
  }[];
  readonly acts: readonly Act[];
  readonly logs: readonly string[];
}

const schema = fc.record(
  {
    type: fc.constantFrom('string', 'number', 'integer'),
    description: fc.constantFrom('a', 'b'),
    enum: fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { minLength: 1 }),
    default: fc.nat(3),
    maximum: fc.nat(9),
  },
  { requiredKeys: ['type'] },
);

const plot: fc.Arbitrary<Plot> = fc.record({
  tools: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd'),
      properties: fc.dictionary(fc.constantFrom('p', 'q'), schema),
      required: fc.uniqueArray(fc.constantFrom('p', 'q')),
    }),
    { selector: ({ name }) => name },
  ),
  acts: fc.array(
    fc.record({
      tool: fc.constantFrom('a', 'b'),
      args: fc.dictionary(fc.constantFrom('p', 'q'), fc.nat(2)),
      result: fc.dictionary(fc.constantFrom('m', 'n'), value),
      fails: fc.boolean(),
      isError: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
  logs: fc.array(fc.constantFrom('one', 'two'), { maxLength: 3 }),
});

/** How a plot happens to run. */
interface Run {
  readonly firstId: number;
  /** Sorts the answers of the calls, which all go out together. */
  readonly answerOrder: readonly number[];
  readonly step: number;
}

const runOf = fc.record({
  firstId: fc.integer({ min: 1, max: 1000 }),
  answerOrder: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
  step: fc.integer({ min: 1, max: 5 }),
});

function played({ tools, acts, logs }: Plot, { firstId, answerOrder, step }: Run): Session {
  let now = 0;
  const at = () => {
    now += step;
    return { at: now };
  };
  const talk = conversation().initialized();
  const list = tools.map(({ name, properties, required }) => ({
    name,
    inputSchema: { type: 'object', properties, required },
  }));
  const rpc = (message: object) => ({ jsonrpc: '2.0', ...message });
  talk
    .client(rpc({ id: 'list', method: 'tools/list' }), at())
    .server(rpc({ id: 'list', result: { tools: list } }), at());
  for (const [nth, { tool, args }] of acts.entries())
    talk.client(
      rpc({ id: firstId + nth, method: 'tools/call', params: { name: tool, arguments: args } }),
      at(),
    );
  for (const data of logs)
    talk.server(rpc({ method: 'notifications/message', params: { level: 'info', data } }), at());
  const order = [...acts.keys()].sort((x, y) => (answerOrder[x] ?? 0) - (answerOrder[y] ?? 0));
  for (const nth of order) {
    const act = acts[nth];
    if (act) talk.server(rpc({ id: firstId + nth, ...said(act) }), at());
  }
  return talk.session();
}

function said({ result, fails, isError }: Act): object {
  if (fails) return { error: { code: -32603, message: 'no' } };
  const text = JSON.stringify(result);
  return { result: { content: [{ type: 'text', text }], structuredContent: result, isError } };
}

describe('any session', () => {
  it('compared with itself differs in nothing', () => {
    verifies('compare-quiet');
    fc.assert(
      fc.property(plot, runOf, (story, run) => {
        const { changes, folded } = compare(played(story, run), played(story, run));
        expect([changes, folded]).toEqual([[], []]);
      }),
    );
  });

  it('run again with other ids and times, answers in another order, differs in nothing above info', () => {
    verifies('compare-quiet');
    fc.assert(
      fc.property(plot, runOf, runOf, (story, one, other) => {
        const { changes } = compare(played(story, one), played(story, other));
        expect(changes.filter(({ tier }) => tier !== 'info')).toEqual([]);
      }),
    );
  });

  it('compared backwards gives the inverse of every difference', () => {
    verifies('compare-tiers');
    fc.assert(
      fc.property(plot, plot, runOf, (story, other, run) => {
        const [a, b] = [played(story, run), played(other, run)];
        const there = compare(a, b).changes.map(({ rule, subject }) => `${rule} ${subject}`);
        const back = compare(b, a).changes.map(
          ({ rule, subject }) => `${inverseOf(rule)} ${subject}`,
        );
        expect(back.sort()).toEqual(there.sort());
      }),
    );
  });
});

function leavesOf(root: JsonNode, pointer = ''): string[] {
  const children = childrenOf(root, pointer);
  if (children.length === 0)
    return root.kind === 'object' || root.kind === 'array' ? [] : [pointer];
  return children.flatMap(([at, node]) => leavesOf(node, at));
}

/** By these members items are known: another value is another item. */
function isKey(pointer: string): boolean {
  return ['name', 'uri', 'uriTemplate', 'id'].includes(pointerSteps(pointer)?.at(-1) ?? '');
}

/** The JSON text of a value with another text at a pointer. */
function replaced(node: JsonNode, pointer: string, text: string, here = ''): string {
  if (here === pointer) return text;
  if (node.kind === 'object' || node.kind === 'array') {
    const parts = childrenOf(node, here).map(([at, child]) => {
      const inner = replaced(child, pointer, text, at);
      return node.kind === 'array' ? inner : `${JSON.stringify(pointerSteps(at)?.at(-1))}:${inner}`;
    });
    return node.kind === 'array' ? `[${parts.join()}]` : `{${parts.join()}}`;
  }
  return spelled(node);
}
