import { describe, expect, it } from 'vitest';
import type { Tokenizer } from '../../../../src/model/reading.ts';
import type { Session } from '../../../../src/model/session.ts';
import { profileOf } from '../../../../src/reading/profiles.ts';
import { dialogueCost } from '../../../../src/reading/requests/cost.ts';
import { dialogueOf } from '../../../../src/reading/requests/dialogue.ts';
import { wireSplit } from '../../../../src/reading/requests/split.ts';
import { conversation } from '../../../support/conversation.ts';
import { anyDialogue, played } from '../../../support/dialogue-arbitrary.ts';
import { everyProfileName } from '../../../support/every-profile.ts';
import fc from '../../../support/fast-check.ts';
import { anyAsked, sessionOf } from '../../../support/reading-arbitrary.ts';
import { verifies } from '../../../support/verifies.ts';

/** A token is a character, so that sums can be followed. */
const letters: Tokenizer = { name: 'letters', exact: true, count: (text) => text.length };

const anyHost = fc.constantFrom(...everyProfileName);

/** Two tools of 20 and 30 letters, two calls of the first, results of 100 and 10. */
function twoCalls(): Session {
  const tool = (name: string, description: string) => ({ name, description, inputSchema: {} });
  const talk = conversation({ label: 's' })
    .initialized('2025-06-18', { instructions: 'i'.repeat(7) })
    .client({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    .server({
      jsonrpc: '2.0',
      id: 1,
      // mcp__s__a and {} are eleven letters.
      result: { tools: [tool('a', 'x'.repeat(9)), tool('b', 'x'.repeat(19))] },
    });
  for (const [id, length] of [
    [2, 100],
    [3, 10],
  ] as const)
    talk
      .client({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'a', arguments: {} } })
      .server({
        jsonrpc: '2.0',
        id,
        result: { content: [{ type: 'text', text: 'r'.repeat(length) }] },
      });
  return talk.session();
}

describe('what a session costs', () => {
  const cost = dialogueCost(dialogueOf(twoCalls(), profileOf()), letters);
  const tokens = (key: 'instructions' | 'tools' | 'again' | 'fresh' | 'total') =>
    cost.turns.map((each) => each[key].tokens);

  it('grows with each turn by what is new, and pays again for what was', () => {
    verifies('requests/cost');
    expect(tokens('instructions')).toEqual([7, 7, 7]);
    expect(tokens('tools')).toEqual([50, 50, 50]);
    // A call is eleven letters, too.
    expect(tokens('fresh')).toEqual([0, 111, 21]);
    expect(tokens('again')).toEqual([0, 0, 111]);
    expect(tokens('total')).toEqual([57, 168, 189]);
    expect(cost.total.tokens).toBe(414);
  });

  it('is told for each tool and each result, the dearest first', () => {
    verifies('requests/cost');
    expect(
      cost.tools.map(({ tool, tokens: once, turns, total, calls }) => [
        tool,
        once,
        turns,
        total.tokens,
        calls,
      ]),
    ).toEqual([
      ['b', 30, 3, 90, 0],
      ['a', 20, 3, 60, 2],
    ]);
    expect(
      cost.results.map(({ target, tokens: once, turns, total }) => [
        target.seq,
        once,
        turns,
        total.tokens,
      ]),
    ).toEqual([
      [6, 100, 2, 200],
      [8, 10, 1, 10],
    ]);
    expect(cost.instructions).toMatchObject({ tokens: 7, turns: 3, total: { tokens: 21 } });
    expect(cost.calls).toMatchObject({ tokens: 22, turns: 2, total: { tokens: 33 } });
  });

  it('adds up: things, turns and the sum are the same tokens', () => {
    verifies('requests/cost');
    fc.assert(
      fc.property(anyDialogue(), anyHost, (acts, host) => {
        const found = dialogueCost(dialogueOf(played(acts), profileOf(host)), letters);
        const things = [
          ...found.tools,
          ...found.results,
          found.instructions,
          found.calls,
          found.brought,
        ];
        const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
        for (const unit of ['tokens', 'bytes'] as const) {
          expect(sum(things.map((each) => each.total[unit]))).toBe(found.total[unit]);
          expect(sum(found.turns.map((each) => each.total[unit]))).toBe(found.total[unit]);
          for (const { instructions, tools, again, fresh, total } of found.turns)
            expect(sum([instructions, tools, again, fresh].map((each) => each[unit]))).toBe(
              total[unit],
            );
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('what becomes of the bytes on the wire', () => {
  it('is told for each byte once', () => {
    verifies('requests/split');
    fc.assert(
      fc.property(
        fc.oneof(anyDialogue().map(played), anyAsked().map(sessionOf)),
        anyHost,
        (session, host) => {
          const { added, ...split } = wireSplit(session, profileOf(host), letters);
          const onWire = session.recording.items.reduce(
            (sum, item) =>
              item.type === 'frame' ? sum + item.frame.bytes.length + item.frame.eol.length : sum,
            0,
          );
          const sizes = Object.values(split).map((each) => each.bytes);
          expect(sizes.reduce((sum, each) => sum + each, 0)).toBe(onWire);
          expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0);
          expect(added.bytes).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('sorts by the fates, and tells what the host adds', () => {
    verifies('requests/split');
    const plain = profileOf();
    const rules = {
      ...plain.rules,
      'result.wrapper': { fate: 'rewritten', before: 'AB' } as const,
    };
    const split = wireSplit(twoCalls(), { ...plain, rules }, letters);
    // The texts of the results with their quotes, and instructions, names, descriptions and schemas.
    expect(split.read.bytes).toBe(102 + 12 + 9 + 2 * 3 + 11 + 21 + 2 * 2 + 2 * 6);
    // Names and arguments of two calls.
    expect(split.wrote.bytes).toBe(2 * 3 + 2 * 2);
    expect(split.added.bytes).toBe(2 * 2);
  });
});
