import { describe, expect, it } from 'vitest';
import { alignItems } from '../../../src/compare/items.ts';
import { LIST_KINDS, listingsOf } from '../../../src/compare/listings.ts';
import { normalise } from '../../../src/compare/normalise.ts';
import type { JsonNode } from '../../../src/model/json.ts';
import type { Session } from '../../../src/model/session.ts';
import { Pager } from '../../../src/replay/as-client/pager.ts';
import { scoreOf } from '../../../src/replay/as-client/score.ts';
import { createMask } from '../../../src/secrets/mask-text.ts';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { compare, json } from './support.ts';

const MANY = 150_000;
/** Seconds on a quiet machine; how long it takes is not what is tested. */
const PATIENT = { timeout: 120_000 };

describe('sessions of any size', () => {
  verifies('any-size');

  it('items of an array, of which none has a key', PATIENT, () => {
    const items = (from: number): JsonNode[] =>
      Array.from({ length: MANY }, (_, nth) => json(String(from + nth)));
    const { pairs } = alignItems(items(0), items(MANY), (node) => normalise(node));
    expect(pairs).toHaveLength(MANY);
  });

  it('a list of tools over two pages', () => {
    const tools = Array.from({ length: MANY / 2 }, (_, nth) => ({ name: `t${nth}` }));
    const session = conversation()
      .client({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
      .server({ jsonrpc: '2.0', id: 1, result: { tools: tools.slice(0, 1), nextCursor: 'x' } })
      .client({ jsonrpc: '2.0', id: 2, method: 'tools/list', params: { cursor: 'x' } })
      .server({ jsonrpc: '2.0', id: 2, result: { tools: [...tools, ...tools] } })
      .session();
    const [kind] = LIST_KINDS;
    expect(kind && listingsOf(session, kind)[0]).toHaveLength(MANY + 1);
  });

  it('requests that nobody answered: compared, and their ids gone on with', PATIENT, () => {
    const session = requests(MANY);
    expect(compare(session, session).changes).toEqual([]);
    const pager = new Pager(scoreOf(session));
    expect(pager.ids.size).toBe(0);
  });

  it('texts that were masked before', () => {
    const text = Array.from({ length: MANY }, (_, nth) => `«masked:${nth}»`).join(' ');
    expect(createMask([text])('hunter2hunter2')).toBe(`«masked:${MANY}»`);
  });
});

function requests(n: number): Session {
  const talk = conversation();
  for (let id = 0; id < n; id++) talk.client(`{"jsonrpc":"2.0","id":${id},"method":"x/${id}"}`);
  return talk.session();
}
