import { describe, expect, it } from 'vitest';
import type { Side } from '../../src/model/frame.ts';
import { otherSide } from '../../src/model/frame.ts';
import type { Located } from '../../src/model/message.ts';
import { answerOf, asker, refKey, type Session } from '../../src/model/session.ts';
import { rolesOf } from '../../src/protocol/roles.ts';
import { conversation } from '../support/conversation.ts';
import fc from '../support/fast-check.ts';
import { verifies } from '../support/verifies.ts';

/** Ids as they may be spelled; no two of them are the same id. */
const spelledId = fc.oneof(
  fc.constantFrom('0', '""', '"0"', '-1', '1.5', '9007199254740993', '12345678901234567890'),
  fc.integer({ min: 1, max: 30 }).map(String),
  fc.string({ minLength: 2, maxLength: 6 }).map((text) => JSON.stringify(text)),
);

/** A line that asks, or answers the nth thing asked. `mark` ties an answer to its request. */
interface Line {
  readonly from: Side;
  readonly text: string;
  readonly mark: number;
}

interface Asked {
  readonly from: Side;
  readonly id: string;
  readonly mark: number;
}

/** Requests of both sides under ids of their own. */
const asked: fc.Arbitrary<Asked[]> = fc
  .uniqueArray(fc.tuple(fc.constantFrom<Side>('client', 'server'), spelledId), {
    selector: ([from, id]) => `${from} ${id}`,
    maxLength: 40,
  })
  .map((all) => all.map(([from, id], mark) => ({ from, id, mark })));

/** Each asked and answered exactly once, an answer somewhere after its request. */
const talk = asked.chain((all) =>
  fc
    .shuffledSubarray([...all, ...all], { minLength: all.length * 2 })
    .map((order) => inOrder(order)),
);

function inOrder(order: readonly Asked[]): Line[] {
  const seen = new Set<number>();
  return order.map((each) => {
    if (seen.has(each.mark)) return answerTo(each);
    seen.add(each.mark);
    const text = `{"jsonrpc":"2.0","id":${each.id},"method":"m","params":{"mark":${each.mark}}}`;
    return { from: each.from, text, mark: each.mark };
  });
}

function answerTo({ from, id, mark }: Asked): Line {
  const text = `{"jsonrpc":"2.0","id":${id},"result":{"mark":${mark}}}`;
  return { from: otherSide(from), text, mark };
}

const say = (lines: readonly Line[]): Session => {
  const told = conversation();
  for (const { from, text } of lines) told[from](text);
  return told.session();
};

/** The marks of each exchange's request and answer. */
const pairs = (session: Session) =>
  session.exchanges.map((each) => [asker(each), markOf(each.request), markOf(answerOf(each))]);

const markOf = (located: Located | undefined) => {
  const { start = 0, end = 0 } = located?.message.node ?? {};
  return /"mark":(\d+)/.exec(String(located?.bytes.subarray(start, end)))?.[1];
};

describe('pairing', () => {
  it('gives every request its own answer, whatever the ids and the order', () => {
    verifies('pair:typed-id', 'pair:any-order', 'pair:both-sides');
    fc.assert(
      fc.property(talk, (lines) => {
        const session = say(lines);
        expect(session.exchanges).toHaveLength(lines.length / 2);
        expect(session.orphans).toEqual([]);
        for (const each of session.exchanges) expect(each.duplicates).toEqual([]);
        for (const [, request, answer] of pairs(session)) expect(answer).toBe(request);
      }),
    );
  });

  it('is not changed by duplicates, orphans, notifications and lines that are no message', () => {
    verifies('pair:duplicate', 'pair:orphan');
    const noise = fc.constantFrom(
      '{"jsonrpc":"2.0","id":null,"result":{}}',
      '{"jsonrpc":"2.0","error":{"code":-32700,"message":""}}',
      '{"jsonrpc":"2.0","id":"nobody asked this","result":{}}',
      '{"jsonrpc":"2.0","method":"notifications/message"}',
      '',
      'Listening on 3000',
    );
    const places = fc.array(fc.tuple(fc.nat(), fc.boolean(), noise), { maxLength: 20 });
    fc.assert(
      fc.property(talk, places, (lines, extra) => {
        const noisy = extra.reduce((all, [place, fromClient, text]) => {
          const from = fromClient ? ('client' as const) : ('server' as const);
          return all.toSpliced(place % (all.length + 1), 0, { from, text, mark: -1 });
        }, lines);
        expect(pairs(say(noisy))).toEqual(pairs(say(lines)));
        const twice = noisy.flatMap((line) =>
          line.text.includes('"result"') ? [line, line] : line,
        );
        expect(pairs(say(twice))).toEqual(pairs(say(lines)));
      }),
    );
  });

  it('does not depend on whether messages come in arrays', () => {
    verifies('pair:any-order');
    fc.assert(
      fc.property(talk, fc.array(fc.integer({ min: 1, max: 4 })), (lines, sizes) => {
        expect(pairs(say(inArrays(lines, sizes)))).toEqual(pairs(say(lines)));
      }),
    );
  });

  it('gives every message of any talk exactly one role', () => {
    verifies('role:one');
    const id = fc.constantFrom('0', '1', '1.0', '"1"', '""', 'null');
    const line = fc
      .tuple(fc.constantFrom<Side>('client', 'server'), id, anyLine())
      .map(([from, spelled, text]) => ({ from, text: text.replace('ID', spelled), mark: 0 }));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
        const session = say(lines);
        const placed = [
          ...session.exchanges.flatMap((each) => [
            each.request,
            ...each.duplicates,
            ...each.notifications,
            ...(each.cancel ? [each.cancel] : []),
            ...(answerOf(each) ? [answerOf(each)] : []),
          ]),
          ...new Set(
            session.exchanges.flatMap(({ outcome: each }) => {
              return each.kind === 'ambiguous' ? each.answers : [];
            }),
          ),
          ...session.orphans.map((each) => each.answer),
        ].map((each) => (each ? refKey(each) : ''));
        expect(new Set(placed).size).toBe(placed.length);
        const roles = rolesOf(session);
        expect([...roles.keys()]).toEqual(session.messages.map(refKey));
        const alone = [...roles].filter(([, role]) => role.part === 'alone');
        expect(alone.length + placed.length).toBe(session.messages.length);
        const requests = session.messages.filter((each) => each.message.kind === 'request');
        expect(session.exchanges).toHaveLength(requests.length);
        expect(session.operations.flatMap((each) => each.exchanges)).toHaveLength(requests.length);
      }),
    );
  });
});

function anyLine(): fc.Arbitrary<string> {
  return fc.constantFrom(
    '{"jsonrpc":"2.0","id":ID,"method":"tools/call","params":{"_meta":{"progressToken":ID}}}',
    '{"jsonrpc":"2.0","id":ID,"method":"subscriptions/listen"}',
    '{"jsonrpc":"2.0","id":ID,"method":"initialize"}',
    '{"jsonrpc":"2.0","id":ID,"method":"server/discover"}',
    '{"jsonrpc":"2.0","id":ID,"result":{}}',
    '{"jsonrpc":"2.0","id":ID,"error":{"code":-32700}}',
    '{"jsonrpc":"2.0","error":{"code":-32600}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":ID}}',
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":ID}}',
    '{"jsonrpc":"2.0","method":"x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":ID}}}',
    '{broken',
    '[]',
    '[{"jsonrpc":"2.0","id":ID,"method":"ping"},{"jsonrpc":"2.0","id":ID,"result":{}}]',
  );
}

/** Joins neighbouring lines of one side into arrays of the given sizes. */
function inArrays(lines: readonly Line[], sizes: readonly number[]): Line[] {
  const out: Line[] = [];
  let rest = lines;
  for (let nth = 0; rest.length > 0; nth += 1) {
    const from = rest[0]?.from ?? 'client';
    const run = rest.findIndex((each) => each.from !== from);
    const most = run < 0 ? rest.length : run;
    const size = Math.min(most, sizes[nth % Math.max(1, sizes.length)] ?? 1);
    const text = `[${rest
      .slice(0, size)
      .map((each) => each.text)
      .join(',')}]`;
    out.push({ from, text, mark: 0 });
    rest = rest.slice(size);
  }
  return out;
}
