import { describe, expect, it } from 'vitest';
import { inverseOf } from '../../src/compare/rules/table.ts';
import type { Session } from '../../src/model/session.ts';
import { renderDiffJson } from '../../src/view/json/diff.ts';
import { renderDiffMarkdown } from '../../src/view/markdown/diff.ts';
import { renderDiff } from '../../src/view/terminal/diff.ts';
import { conversation } from '../support/conversation.ts';
import fc from '../support/fast-check.ts';
import { jsonText } from '../support/json-texts.ts';
import { verifies } from '../support/verifies.ts';
import { compare } from '../unit/compare/support.ts';

const value: fc.Arbitrary<fc.JsonValue> = fc.jsonValue({ maxDepth: 4 });

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

describe('anything that peers may write', () => {
  const part = fc.oneof(
    fc.constantFrom('"tools/list"', '"initialize"', '"tools/call"', '1'),
    jsonText,
  );
  const line = fc
    .dictionary(
      fc.constantFrom('jsonrpc', 'id', 'method', 'params', 'result', 'error'),
      fc.oneof(
        part,
        part.map((each) => `{"tools":${each},"name":${each},"content":[${each}]}`),
      ),
    )
    .map((members) => {
      return `{${Object.entries(members)
        .map(([key, text]) => `"${key}":${text}`)
        .join()}}`;
    });
  const talk = fc.array(fc.tuple(fc.boolean(), line), { maxLength: 12 });

  it('can be compared and shown', () => {
    fc.assert(
      fc.property(talk, talk, (a, b) => {
        const [old, now] = [a, b].map((said) => {
          const spoken = conversation();
          for (const [isClient, text] of said)
            if (isClient) spoken.client(text);
            else spoken.server(text);
          return spoken.session();
        });
        if (!old || !now) return;
        const diff = compare(old, now);
        for (const width of [20, 80])
          expect([...renderDiff(diff, { width, colour: 'none' })].length).toBeGreaterThan(3);
        for (const each of renderDiffJson(diff)) JSON.parse(each);
        expect([...renderDiffMarkdown(diff)].length).toBeGreaterThan(0);
        expect(compare(old, old).changes).toEqual([]);
      }),
    );
  });
});
