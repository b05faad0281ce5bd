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
import { conversation } from './conversation.ts';

/** A client that plays a recording to a server that plays the same one, on one clock, recorded. */
export function closedLoop(recording: Recording): Recording {
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

/** What one side wrote, line by line. */
export function linesFrom({ items }: Recording, from: Side): string[] {
  return items.flatMap((item) =>
    item.type === 'frame' && item.frame.from === from ? [item.frame.bytes.toString()] : [],
  );
}
