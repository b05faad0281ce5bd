import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Side } from '../../src/model/frame.ts';
import type { Recording } from '../../src/model/recording.ts';
import { buildSession } from '../../src/protocol/session.ts';
import { Play } from '../../src/replay/as-client/play.ts';
import { scoreOf } from '../../src/replay/as-client/score.ts';
import { buildTape } from '../../src/replay/as-server/build-tape.ts';
import type { Effect } from '../../src/replay/as-server/effects.ts';
import { Player } from '../../src/replay/as-server/player.ts';
import { knownOf } from '../../src/replay/as-server/stand-ins.ts';
import { parseFrame } from '../../src/wire/parse.ts';
import { conversation } from '../support/conversation.ts';
import { anyPlot, recordingOf } from '../support/session-arbitrary.ts';
import { verifies } from '../support/verifies.ts';
import { compare } from '../unit/compare/support.ts';

/** A client that plays a recording to a server that plays the same one, on one clock, recorded. */
function closedLoop(recording: Recording): Recording {
  const session = buildSession(recording);
  const client = new Play(scoreOf(session), { execute: true, timeoutMs: 30_000 });
  const server = new Player<undefined>(buildTape([recording]), knownOf([session]), {
    onMiss: 'error',
    timing: 0,
    faults: [],
    transport: 'stdio',
  });
  const talk = conversation();
  let now = 0;
  let seq = 0;
  const toClient: Buffer[] = [];
  const toServer: Buffer[] = [];
  const frame = (from: Side, bytes: Buffer) => {
    if (from === 'client') talk.client(bytes, { at: now });
    else talk.server(bytes, { at: now });
    return parseFrame({ seq: seq++, at: now, from, bytes, eol: '\n' });
  };
  const play = (effects: readonly Effect<undefined>[]) => {
    for (const each of effects) if (each.kind === 'send') toClient.push(each.bytes);
  };
  play(server.begin(0, undefined, now));
  toServer.push(...client.advance(now));
  for (let turn = 0; turn < 10_000; turn++) {
    const [said, asked] = [toClient.shift(), toServer.shift()];
    if (said) toServer.push(...client.receive(frame('server', said).content, now));
    if (asked) play(server.receive(frame('client', asked), undefined, now));
    if (said || asked) continue;
    if (client.over) break;
    const wakes = [client.wakeAt, server.wakeAt].filter((each) => each !== undefined);
    if (wakes.length === 0) throw new Error('both wait for the other');
    now = Math.max(now, Math.min(...wakes));
    play(server.advance(now));
    toServer.push(...client.advance(now));
  }
  return talk.recording();
}

const lines = ({ items }: Recording, from: Side) =>
  items.flatMap((item) =>
    item.type === 'frame' && item.frame.from === from ? [item.frame.bytes.toString()] : [],
  );

describe('a recording played in both directions at once', () => {
  verifies('replay:closed-loop');

  it('gives a recording that means the same', () => {
    fc.assert(
      fc.property(anyPlot, (plot) => {
        const recording = recordingOf(plot);
        const again = closedLoop(recording);
        const { changes } = compare(buildSession(recording), buildSession(again));
        expect(changes.filter(({ tier }) => tier !== 'info')).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('has the client say the same bytes in the same order, and the server the same bytes', () => {
    fc.assert(
      fc.property(anyPlot, (plot) => {
        const recording = recordingOf(plot);
        const again = closedLoop(recording);
        expect(lines(again, 'client')).toEqual(lines(recording, 'client'));
        expect(lines(again, 'server').sort()).toEqual(lines(recording, 'server').sort());
      }),
      { numRuns: 300 },
    );
  });
});
