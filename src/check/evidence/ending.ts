import type { Micros, Side } from '../../model/frame.ts';
import type { EventEntry, Exit, StderrEntry, TimelineItem } from '../../model/recording.ts';
import { answerOf, type Exchange, type Session } from '../../model/session.ts';
import { perSession } from './per-session.ts';

interface At {
  readonly at: Micros;
  readonly seq: number;
}

/** How the session came to its end, as far as it was recorded. */
export interface Ending {
  readonly startedAt: Micros;
  readonly endedAt: Micros;
  readonly closedBy: Side | 'sadap' | undefined;
  /** The signal by which somebody stopped sadap, and with it the session: nobody's fault. */
  readonly stoppedBy: string | undefined;
  readonly spawnFailed: (At & { readonly code: string; readonly text: string }) | undefined;
  readonly exit: (At & Exit) | undefined;
  readonly stdinClosed: At | undefined;
  readonly signals: readonly (At & { readonly signal: string })[];
  /** The server ended before anybody asked it to. */
  readonly leftByItself: boolean;
  readonly stderr: readonly StderrEntry[];
}

export const endingOf = perSession((session: Session): Ending => {
  const { items, header, end } = session.recording;
  const events = items.filter((each): each is EventEntry => each.type === 'event');
  const stdinClosed = events.find((each) => each.event === 'stdin-closed');
  const signals = events.flatMap((each) => (each.event === 'signal' ? [each] : []));
  const exit = exitOf(session, events);
  const asked = Math.min(stdinClosed?.seq ?? Infinity, signals[0]?.seq ?? Infinity);
  const closedBy = end?.closedBy;
  const reason = closedBy === 'sadap' ? (end?.reason ?? '') : '';
  const stoppedBy = /^SIG[A-Z]+$/.test(reason) ? reason : undefined;
  // A Ctrl-C in a terminal reaches a server behind tee without it, and before the exit that it explains.
  const isByKey = stoppedBy !== undefined && header.mode === 'tee';
  return {
    startedAt: startOf(events) ?? header.startedAt,
    endedAt: end?.at ?? timeOf(items.at(-1)) ?? header.startedAt,
    closedBy,
    stoppedBy,
    spawnFailed: events.find((each) => each.event === 'spawn-failed'),
    exit,
    stdinClosed,
    signals,
    leftByItself: exit !== undefined && exit.seq < asked && closedBy !== 'client' && !isByKey,
    stderr: items.filter((each): each is StderrEntry => each.type === 'stderr'),
  };
});

function timeOf(item: TimelineItem | undefined): Micros | undefined {
  return item?.type === 'frame' ? item.frame.at : item?.at;
}

function startOf(events: readonly EventEntry[]): Micros | undefined {
  return events.find((each) => each.event === 'started')?.at;
}

/** Recorders that write no `exit` event still say in the last line how the process ended. */
function exitOf({ recording }: Session, events: readonly EventEntry[]): (At & Exit) | undefined {
  const event = events.flatMap((each) => (each.event === 'exit' ? [each] : [])).at(-1);
  if (event) return event;
  const { end } = recording;
  return end?.exit && { at: end.at, seq: end.seq, ...end.exit };
}

/** `the server exited with code 3`, `the server was ended by SIGKILL`. */
export function exitText({ code, signal }: Exit): string {
  return signal === null
    ? `the server exited with code ${code ?? 'unknown'}`
    : `the server was ended by ${signal}`;
}

/** Who ended the wait for something asked at `since`, and how. */
export function whatEndedIt(session: Session, since: At): EndOfWait {
  const { exit, stdinClosed, closedBy, endedAt, leftByItself } = endingOf(session);
  if (exit && leftByItself && exit.seq > since.seq)
    return { at: exit.at, text: exitText(exit), by: 'server' };
  if (stdinClosed && stdinClosed.seq > since.seq)
    return { at: stdinClosed.at, text: "the client closed the server's stdin", by: 'client' };
  const by = closedBy === 'sadap' ? undefined : closedBy;
  return { at: endedAt, text: by ? `the ${by} closed the connection` : 'the session ended', by };
}

interface EndOfWait {
  readonly at: Micros;
  readonly text: string;
  readonly by: Side | undefined;
}

/** The server could not be started, or ended before it could introduce itself and before anybody asked it to. */
export function diedEarly(session: Session): Ending['spawnFailed'] | Ending['exit'] {
  const { spawnFailed, exit, leftByItself } = endingOf(session);
  if (spawnFailed) return spawnFailed;
  if (!exit || !leftByItself) return undefined;
  return session.exchanges.some(isReply) ? undefined : exit;
}

/** A legacy server refuses the probe with an error and is as good as silent until `initialize`. */
function isReply(exchange: Exchange): boolean {
  const answer = answerOf(exchange);
  if (answer?.from !== 'server') return false;
  return answer.message.kind === 'result' || exchange.request.message.method !== 'server/discover';
}
