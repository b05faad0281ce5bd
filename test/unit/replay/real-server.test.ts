import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Located } from '../../../src/model/message.ts';
import type { Effect } from '../../../src/replay/as-server/effects.ts';
import { RealServer } from '../../../src/replay/as-server/forward/real-server.ts';
import { conversation } from '../../support/conversation.ts';
import { eventually } from '../../support/http.ts';
import { call } from '../../support/play.ts';
import { verifies } from '../../support/verifies.ts';

const fixture = (name: string) => [
  process.execPath,
  join(import.meta.dirname, '../../fixtures/servers', `${name}.mjs`),
];

/** A message as a player hands it on. */
function passed(message: object): Extract<Effect<string>, { kind: 'pass' }> {
  const [located] = conversation().client(message).session().messages;
  // The conversation above has one message.
  return { kind: 'pass', channel: 'c', located: located as Located };
}

function realServer(name: string, taken: readonly string[]) {
  const said: { id?: unknown; method?: string; result?: unknown }[] = [];
  const channels: unknown[] = [];
  const told: string[] = [];
  const server = new RealServer<string>({
    command: fixture(name),
    cwd: process.cwd(),
    env: process.env,
    tell: (line) => told.push(line),
    errors: () => {},
    opening: () => undefined,
    isTakenId: (key) => taken.includes(key),
    emit: (effects) => {
      for (const each of effects) {
        if (each.kind !== 'send') continue;
        said.push(JSON.parse(each.bytes.toString()));
        channels.push(each.channel);
      }
    },
  });
  onTestFinished(() => server.close());
  return { server, said, channels, told };
}

describe('a real server', () => {
  verifies('serve-forward');

  it('asks by ids that are not those of the recorded one, and gets its own back', async () => {
    const { server, said, channels } = realServer('asks', ['n:0', 'n:2']);
    server.pass(passed(call('call', 'x')));
    const ids = ['sadap-real-1', 1, 'sadap-real-2', 3, 4];
    for (const [nth, id] of ids.entries()) {
      await eventually(() => said.length > nth);
      expect(said[nth]?.id).toBe(id);
      server.pass(passed({ jsonrpc: '2.0', id, result: { n: nth } }));
    }
    await eventually(() => said.length > ids.length);
    const answer = said.at(-1);
    expect(answer?.id).toBe('call');
    expect(JSON.stringify(answer?.result)).toContain(String.raw`{\"id\":2,\"answer\":{\"n\":2}}`);
    expect(new Set(channels)).toEqual(new Set(['c']));
    expect(server.isBusy).toBe(false);
  });

  it('is told of no answer that it did not ask for', () => {
    const { server, told } = realServer('asks', []);
    server.pass(passed({ jsonrpc: '2.0', id: 7, result: {} }));
    server.pass(passed({ jsonrpc: '2.0', method: 'notifications/cancelled' }));
    expect(told).toEqual(['the client answers a request that nobody made: ignored']);
  });
});
