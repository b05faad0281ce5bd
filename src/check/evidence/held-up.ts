import type { Micros } from '../../model/frame.ts';
import type { Located } from '../../model/message.ts';
import { answerOf, asker, type Exchange, type Session } from '../../model/session.ts';
import { perSession } from './per-session.ts';
import { duration, requestName } from './text.ts';

/** A call that was let go answers at once; one that took no time was not held up. */
const AT_ONCE: Micros = 1_000_000;
const MOST_SHOWN = 3;

/**
 * `; tools/call x (id 3) was answered 90 ms after it was given up: it waited for it`, for a request of
 * the server that its client never answered; nothing when no call came free with it.
 */
export function heldUpBy(session: Session, request: Located, cancel: Located): string {
  const sorted = answeredOf(session);
  const from = firstFrom(sorted, cancel.at);
  const freed = sorted
    .slice(from, from + MOST_SHOWN)
    .filter(({ exchange, at }) => {
      const asked = exchange.request.at;
      return at - cancel.at <= AT_ONCE && asked < cancel.at && at - asked >= AT_ONCE;
    })
    .filter(({ exchange }) => asker(exchange) !== request.from);
  if (freed.length === 0 || cancel.at - request.at < AT_ONCE) return '';
  const names = freed.map(({ exchange }) => requestName(exchange.request)).join(', ');
  const times = freed.map(({ at }) => duration(at - cancel.at)).join(' and ');
  return freed.length === 1
    ? `; ${names} was answered ${times} after it was given up: it waited for it`
    : `; ${names} were answered ${times} after it was given up: they waited for it`;
}

interface Answered {
  readonly exchange: Exchange;
  readonly at: Micros;
}

/** Answered calls by the time of their answers. */
const answeredOf = perSession((session: Session): readonly Answered[] =>
  session.exchanges
    .flatMap((exchange) => {
      const answer = answerOf(exchange);
      return answer ? [{ exchange, at: answer.at }] : [];
    })
    .sort((one, two) => one.at - two.at),
);

/** Index of the first one at or after this time (binary search). */
function firstFrom(sorted: readonly Answered[], at: Micros): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.at ?? 0) >= at) high = middle;
    else low = middle + 1;
  }
  return low;
}
