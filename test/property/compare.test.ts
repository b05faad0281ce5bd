import { describe, expect, it } from 'vitest';
import { jsonText as spelled } from '../../src/compare/change.ts';
import { matchKeys, mirrored, movedMatches } from '../../src/compare/sequence.ts';
import { diffValues, valuesEqual } from '../../src/compare/values.ts';
import type { JsonNode } from '../../src/model/json.ts';
import { childrenOf, nodeAt, pointerSteps } from '../../src/model/json.ts';
import fc from '../support/fast-check.ts';
import { jsonText } from '../support/json-texts.ts';
import { verifies } from '../support/verifies.ts';
import { json, readText } from '../unit/compare/support.ts';

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

  it('hold what differs where the difference says, each of the two', () => {
    verifies('compare-exact');
    const tail = fc.constantFrom('', '{"type":"text","text":"M0M"}', '{"text":"M1M"}', '{}');
    const list = fc
      .array(fc.oneof(tail, jsonText), { maxLength: 4 })
      .map((items) => `{"content":[${items.filter(Boolean).join()}]}`);
    fc.assert(
      fc.property(list, list, (a, b) => {
        const [before, after] = [json(a), json(b)];
        for (const change of diffValues(before, after)) {
          const was = change.was ?? change.pointer;
          if (change.before) expect(spelled(change.before)).toBe(spelledAt(before, was));
          if (change.after) expect(spelled(change.after)).toBe(spelledAt(after, change.pointer));
        }
      }),
      { numRuns: 500 },
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

describe('any two sequences', () => {
  const keys = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 });

  it('are matched key by key, all that can be, and the same way from both sides', () => {
    fc.assert(
      fc.property(keys, keys, (a, b) => {
        const matches = matchKeys(a, b);
        for (const [x, y] of matches) expect(a[x]).toBe(b[y]);
        const count = (list: readonly string[], key: string) => list.filter((each) => each === key);
        const most = ['a', 'b', 'c'].map((key) =>
          Math.min(count(a, key).length, count(b, key).length),
        );
        expect(matches).toHaveLength(most.reduce((sum, each) => sum + each, 0));
        const sorted = (list: typeof matches) => list.map(([x, y]) => `${x} ${y}`).sort();
        expect(sorted(mirrored(matchKeys(b, a)))).toEqual(sorted(matches));
      }),
    );
  });

  it('without the matches that moved are in one order', () => {
    fc.assert(
      fc.property(keys, keys, (a, b) => {
        const matches = matchKeys(a, b);
        const moved = new Set(movedMatches(matches).map(([x]) => x));
        const kept = matches.filter(([x]) => !moved.has(x)).sort(([x], [y]) => x - y);
        expect(kept.map(([, y]) => y)).toEqual(kept.map(([, y]) => y).sort((x, y) => x - y));
      }),
    );
  });
});

function spelledAt(root: JsonNode, pointer: string): string | undefined {
  const node = nodeAt(root, pointer);
  return node && spelled(node);
}

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
