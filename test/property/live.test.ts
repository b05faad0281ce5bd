import { expect, it } from 'vitest';
import type { Recording } from '../../src/model/recording.ts';
import { refKey } from '../../src/model/session.ts';
import { LiveSession } from '../../src/protocol/live.ts';
import { rolesOf } from '../../src/protocol/roles.ts';
import { buildSession } from '../../src/protocol/session.ts';
import { profileOf } from '../../src/reading/profiles.ts';
import { readMessage } from '../../src/reading/read.ts';
import { type Conversation, conversation } from '../support/conversation.ts';
import fc from '../support/fast-check.ts';
import { verifies } from '../support/verifies.ts';

/** Few ids, so that they meet: used again, cancelled, answered twice, by nobody asked. */
const id = fc.integer({ min: 0, max: 3 });
const side = fc.constantFrom('client' as const, 'server' as const);
const method = fc.constantFrom('initialize', 'server/discover', 'tools/list', 'tools/call', 'ping');
const call = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined });

type Step = (talk: Conversation) => unknown;

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(side, id, method, call).map(([from, number, name, over]): Step => {
    const params = { name: 'probe', _meta: { progressToken: number } };
    const said = { jsonrpc: '2.0', id: number, method: name, params };
    return (talk) => talk[from](said, http(over));
  }),
  fc.tuple(side, id, call, fc.boolean()).map(([from, number, over, fails]): Step => {
    const result = { tools: [{ name: 'probe', inputSchema: {} }], protocolVersion: '2025-06-18' };
    const body = fails ? { error: { code: 1, message: 'no' } } : { result };
    return (talk) => talk[from]({ jsonrpc: '2.0', id: number, ...body }, http(over));
  }),
  // Pages of a list, and rounds of a call: what came before decides how they are read.
  fc.tuple(id, fc.boolean()).map(([number, isFirst]): Step => {
    const params = isFirst ? {} : { cursor: 'c' };
    const page = { tools: [{ name: `t${number}`, inputSchema: {} }], nextCursor: 'c' };
    return (talk) =>
      talk
        .client({ jsonrpc: '2.0', id: number, method: 'tools/list', params })
        .server({ jsonrpc: '2.0', id: number, result: page });
  }),
  fc.tuple(id, fc.boolean()).map(([number, isRetry]): Step => {
    const more = isRetry ? { requestState: 's', inputResponses: { key: { content: 'x' } } } : {};
    const params = { name: 'probe', arguments: {}, ...more };
    const inputRequests = { key: { method: 'sampling/createMessage', params: {} } };
    const result = { resultType: 'input_required', requestState: 's', inputRequests };
    return (talk) =>
      talk
        .client({ jsonrpc: '2.0', id: number, method: 'tools/call', params })
        .server({ jsonrpc: '2.0', id: number, result });
  }),
  fc.tuple(side, id).map(([from, requestId]): Step => {
    const said = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } };
    return (talk) => talk[from](said);
  }),
  fc.tuple(side, id).map(([from, progressToken]): Step => {
    const said = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken } };
    return (talk) => talk[from](said);
  }),
  fc.tuple(side, id).map(([from, number]): Step => {
    const ping = { jsonrpc: '2.0', id: number, method: 'ping' };
    return (talk) => talk[from]([ping, { jsonrpc: '2.0', id: number, result: {} }, 'no message']);
  }),
  fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('a', 'b'), fc.boolean()).map(
    ([over, session, asks]): Step =>
      (talk) =>
        talk.http(over, asks ? 'POST /mcp' : '200 OK', { 'mcp-session-id': session }),
  ),
  fc.integer({ min: 1, max: 3 }).map(
    (over): Step =>
      (talk) =>
        talk.server('/mcp?s=1', { call: over, sse: { event: 'endpoint' } }),
  ),
  fc.constantFrom<Step>(
    (talk) => talk.event({ event: 'started' }),
    (talk) => talk.event({ event: 'exit', code: 0, signal: null }),
    (talk) => talk.event({ event: 'stdout-closed' }),
    (talk) => talk.server('no message'),
    (talk) => talk.event({ event: 'http-closed', call: 1, by: 'server', complete: true, bytes: 0 }),
  ),
);

function http(over: number | undefined) {
  return over === undefined ? {} : { call: over };
}

function recordingOf(steps: readonly Step[]): Recording {
  const talk = conversation();
  for (const each of steps) each(talk);
  return talk.open().recording();
}

it('knows at every moment what the whole session until then knows', () => {
  verifies('watch:pairs');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const recording = recordingOf(steps);
      const live = new LiveSession(recording.header);
      recording.items.forEach((item, index) => {
        live.add(item);
        const until = buildSession({ ...recording, items: recording.items.slice(0, index + 1) });
        expect(live.exchanges()).toEqual(until.exchanges);
        const roles = rolesOf(until);
        for (const message of until.messages) {
          const key = refKey(message);
          expect(live.messages.get(key)).toEqual(message);
          expect(live.roles.get(key)).toEqual(roles.get(key));
        }
        for (const orphan of until.orphans)
          expect(live.orphans.get(refKey(orphan.answer))).toEqual(orphan);
      });
    }),
  );
});

it('reads the newest message as the whole session until then does', () => {
  verifies('watch:pairs');
  const profile = profileOf();
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const recording = recordingOf(steps);
      const live = new LiveSession(recording.header);
      recording.items.forEach((item, index) => {
        live.add(item);
        const until = buildSession({ ...recording, items: recording.items.slice(0, index + 1) });
        const message = until.messages.at(-1);
        if (!message || item.type !== 'frame' || message.seq !== item.frame.seq) return;
        expect(readMessage(message, live.around(message), profile)).toEqual(
          readMessage(message, until, profile),
        );
      });
    }),
  );
});
