import type { Micros, Side } from '../../model/frame.ts';
import type { EventEntry, Exit, StderrEntry, TimelineItem } from '../../model/recording.ts';
import type { Session } from '../../model/session.ts';
import { perSession } from './per-session.ts';
import { duration, headOf, quote } from './text.ts';

interface At {
  readonly at: Micros;
  readonly seq: number;
}

/** How the session came to its end, as far as it was recorded. */
export interface Ending {
  readonly startedAt: Micros;
  readonly endedAt: Micros;
  readonly closedBy: Side | 'sadap' | undefined;
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
  return {
    startedAt: startOf(events) ?? header.startedAt,
    endedAt: end?.at ?? timeOf(items.at(-1)) ?? header.startedAt,
    closedBy,
    spawnFailed: events.find((each) => each.event === 'spawn-failed'),
    exit,
    stdinClosed,
    signals,
    leftByItself: exit !== undefined && exit.seq < asked && closedBy !== 'client',
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

/** `; its last stderr line: "…"`, or nothing when it wrote none. */
export function lastWords(session: Session): string {
  const last = endingOf(session).stderr.findLast((each) => headOf(each.bytes).trim() !== '');
  return last ? `; its last stderr line: ${quote(headOf(last.bytes).trim(), 120)}` : '';
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

/** The first line on stderr after a request, within a second, that looks like a failure. */
export function complaintAfter(session: Session, since: At): string {
  const { stderr } = endingOf(session);
  const start = firstAfter(stderr, since.seq);
  const found = stderr
    .slice(start, start + LINES_LOOKED_AT)
    .find((each) => each.at - since.at <= 1_000_000 && COMPLAINT.test(headOf(each.bytes)));
  if (!found) return '';
  const text = quote(headOf(found.bytes).trim(), 120);
  return `; stderr ${duration(found.at - since.at)} after it: ${text}`;
}

const COMPLAINT = /error|exception|traceback|panic|fatal|can't|cannot|failed/i;
/** A bound, so that many open requests beside much stderr stay cheap. */
const LINES_LOOKED_AT = 50;

/** Index of the first entry after `seq` (binary search: entries are in order). */
function firstAfter(entries: readonly StderrEntry[], seq: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.seq ?? 0) > seq) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The server could not be started, or ended before its first answer and before anybody asked it to. */
export function diedEarly(session: Session): Ending['spawnFailed'] | Ending['exit'] {
  const { spawnFailed, exit, leftByItself } = endingOf(session);
  if (spawnFailed) return spawnFailed;
  if (!exit || !leftByItself) return undefined;
  return session.messages.some((each) => isAnswer(each)) ? undefined : exit;
}

function isAnswer({ from, message }: Session['messages'][number]): boolean {
  return from === 'server' && (message.kind === 'result' || message.kind === 'failure');
}
