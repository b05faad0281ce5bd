import { FOLD_RULES } from '../../../src/compare/folds.ts';
import { judgeReplay, type Replayed } from '../../../src/compare/replayed.ts';
import type { Session } from '../../../src/model/session.ts';
import { buildSession } from '../../../src/protocol/session.ts';
import { pairsOf } from '../../../src/replay/as-client/pairs.ts';
import { Play, type PlayOptions } from '../../../src/replay/as-client/play.ts';
import { leftOutBy } from '../../../src/replay/as-client/replay.ts';
import { scoreOf } from '../../../src/replay/as-client/score.ts';
import { unmasked } from '../../../src/replay/as-client/unmask.ts';
import { acceptanceOf } from '../../../src/replay/expect/apply.ts';
import type { Acceptance } from '../../../src/replay/expect/types.ts';
import { parseFrame } from '../../../src/wire/parse.ts';
import { conversation } from '../../support/conversation.ts';
import { readText } from '../compare/support.ts';

/** A message as a test reads it; the shapes are the test's own. */
export interface WireMessage {
  readonly id?: number | string;
  readonly method?: string;
  /** Empty when it has none. */
  readonly params: WireParams;
  readonly result?: object;
  readonly error?: { readonly code: number };
}

interface WireParams {
  readonly name?: string;
  readonly arguments: { readonly ms?: number; readonly id?: string };
  readonly cursor?: string;
  readonly requestState?: string;
  readonly inputResponses?: object;
}

/** What the client of a play wrote, as JSON where it is; and when, in milliseconds since its start. */
export interface Written {
  readonly at: number;
  readonly text: string;
  /** The message; empty for an array, and for what is none. */
  readonly json: WireMessage;
}

/** Says something to the client, at once or after some milliseconds. */
export type Say = (said: object | string, afterMs?: number) => void;

/** A server for a test: called with each line that the client writes. */
export type FakeServer = (message: WireMessage, say: Say) => void;

export interface PlayedTo {
  readonly written: readonly Written[];
  readonly texts: readonly string[];
  readonly play: Play;
  /** Milliseconds that the play took, on the clock of the test. */
  readonly took: number;
  /** The session of today, with both sides. */
  readonly session: Session;
}

/** Plays the client of a session to a server in this process, on a clock that jumps to what comes next. */
export function playTo(
  session: Session,
  server: FakeServer,
  options: Partial<PlayOptions> = {},
): PlayedTo {
  const play = new Play(scoreOf(session), { execute: true, timeoutMs: 30_000, ...options });
  const written: Written[] = [];
  const coming: { at: number; text: string }[] = [];
  const talk = conversation({ label: 'today' });
  let now = 0;
  const take = (lines: readonly Buffer[]) => {
    for (const line of lines) {
      const text = line.toString();
      talk.client(line, { at: now });
      const messages = parsed(text);
      const [first = { params: NONE }] = messages.length === 1 ? messages : [];
      written.push({ at: now, text, json: first });
      const say: Say = (said, afterMs = 0) => {
        coming.push({
          at: now + afterMs,
          text: typeof said === 'string' ? said : JSON.stringify(said),
        });
      };
      for (const each of messages) server(each, say);
    }
  };
  take(play.advance(now));
  for (let turn = 0; !play.over; turn++) {
    if (turn > 10_000) throw new Error('the play does not end');
    coming.sort((x, y) => x.at - y.at);
    const next = coming[0];
    const wake = play.wakeAt ?? Number.POSITIVE_INFINITY;
    if (next && next.at <= wake) {
      coming.shift();
      now = Math.max(now, next.at);
      talk.server(next.text, { at: now });
      take(play.receive(parseFrame(frameOf(next.text)).content, now));
    } else if (Number.isFinite(wake)) {
      now = Math.max(now, wake);
      take(play.advance(now));
    } else throw new Error('nobody says anything any more');
  }
  return {
    written,
    texts: written.map(({ text }) => text),
    play,
    took: now,
    session: talk.session(),
  };
}

/** A session and its replay, compared as the command does. */
export function judged(
  recorded: Session,
  server: FakeServer,
  options: Partial<PlayOptions> & { readonly accept?: readonly Acceptance[] } = {},
): Replayed {
  const { play, session } = playTo(recorded, server, options);
  const old = buildSession(unmasked(recorded.recording, play.placeholders));
  return judgeReplay(old, session, {
    folds: FOLD_RULES,
    readText,
    pairs: pairsOf(old, session, play),
    leftOut: leftOutBy(play.omissions),
    extraIds: play.extraIds,
    putBack: play.placeholders.size,
    accepts: (change) => acceptanceOf(change, options.accept ?? [])?.place,
  });
}

/** Answers each request at once by its method; a method without an answer hangs. */
export function answering(
  results: Readonly<
    Record<string, object | ((message: WireMessage, say: Say) => object | undefined)>
  >,
): FakeServer {
  return (message, say) => {
    const found = results[message.method ?? ''];
    const result = typeof found === 'function' ? found(message, say) : found;
    if (result && message.id !== undefined) say({ jsonrpc: '2.0', id: message.id, result });
  };
}

function frameOf(text: string) {
  return { seq: 0, at: 0, from: 'server' as const, bytes: Buffer.from(text), eol: '\n' as const };
}

const NONE: WireParams = { arguments: {} };

function parsed(text: string): readonly WireMessage[] {
  try {
    // Tests write these lines themselves.
    const json = JSON.parse(text) as Partial<WireMessage> | readonly Partial<WireMessage>[];
    const all = 'length' in json ? json : [json];
    return all.map((each) => ({ params: NONE, ...each }));
  } catch {
    return [];
  }
}
