import type { Located, MessageRef } from '../../model/message.ts';
import type { Exchange, Orphan, Role } from '../../model/session.ts';
import { duration } from './format.ts';

/** How a message is tied into the session, in words. `alarm`: something is wrong with that. */
export interface Relation {
  readonly text: string;
  readonly alarm: boolean;
}

/**
 * The right end of a headline: when, after what, during what, for what. `start` is that of the session; without
 * it nothing is said about times.
 */
export function relationsOf(
  located: Located,
  role: Role | undefined,
  orphan: Orphan | undefined,
  start: number | undefined,
  isLive = false,
): Relation[] {
  const since = start === undefined ? [] : [plain(`+${duration(located.at - start)}`)];
  const { exchange, part } = role ?? { exchange: undefined, part: 'alone' };
  if (orphan) return [...since, alarm(ORPHAN[orphan.why]), ...afterOrphan(orphan)];
  if (!exchange) return since;
  switch (part) {
    case 'request':
      return [...since, ...(isLive ? askedNow(exchange) : asked(exchange))];
    case 'answer':
      return answered(located, exchange, start !== undefined);
    case 'duplicate':
      return [...since, alarm(`a second answer to ${place(exchange.request)}`)];
    case 'notification':
      return [...since, plain(`for ${place(exchange.request)}`)];
    case 'cancel':
      return [...since, plain(`cancels ${place(exchange.request)}`)];
    case 'orphan':
    case 'alone':
      return since;
  }
}

/** `#4`, or `#4.1` in a batch. */
export function place(ref: MessageRef): string {
  return ref.index === undefined ? `#${ref.seq}` : `#${ref.seq}.${ref.index}`;
}

const ORPHAN: Record<Orphan['why'], string> = {
  'null-id': 'id null answers nobody',
  'no-id': 'without an id, answers nobody',
  'unknown-id': 'nobody asked with this id',
};

function afterOrphan({ after }: Orphan): Relation[] {
  return after ? [plain(`perhaps about ${place(after)}`)] : [];
}

/** Its answer comes below, when it comes. */
function askedNow(exchange: Exchange): Relation[] {
  const { outcome, within } = exchange;
  if (outcome.kind !== 'pending') return asked(exchange);
  return within ? [plain(`during ${place(within)}`)] : [];
}

function asked({ outcome, within, cancel }: Exchange): Relation[] {
  const during = within ? [plain(`during ${place(within)}`)] : [];
  switch (outcome.kind) {
    case 'pending':
      return [...during, plain('no answer yet')];
    case 'unanswered':
      return [...during, alarm('never answered')];
    case 'cancelled':
      return [...during, plain(`cancelled by ${place(outcome.cancel)}`)];
    case 'ambiguous':
      return [...during, alarm('its id was in use twice: the answer may not be its own')];
    case 'not-captured':
      return [...during, plain('its answer is not in the log')];
    case 'none-due':
      return [...during, plain('no answer due')];
    case 'answered':
    case 'late':
      return cancel ? [...during, plain(`cancelled by ${place(cancel)}`)] : during;
  }
}

function answered(answer: Located, { request, outcome }: Exchange, isTimed: boolean): Relation[] {
  const latency = isTimed ? `${duration(answer.at - request.at)} ` : '';
  const after = plain(`${latency}after ${place(request)}`);
  if (outcome.kind === 'late') {
    const late = `late: ${place(outcome.cancel)} had cancelled the request`;
    return [after, alarm(late)];
  }
  if (outcome.kind === 'ambiguous')
    return [after, alarm('or answers another request with the same id')];
  return [after];
}

function plain(text: string): Relation {
  return { text, alarm: false };
}

function alarm(text: string): Relation {
  return { text, alarm: true };
}
