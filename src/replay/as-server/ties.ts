import type { Located } from '../../model/message.ts';
import { type Exchange, refKey } from '../../model/session.ts';

/** What a message is to an exchange. */
export interface Tie {
  readonly exchange: Exchange;
  readonly part: 'request' | 'answer' | 'notification' | 'cancel';
}

/**
 * The exchange of each message that belongs to one. Where several open requests had one id, the n-th
 * of them gets the n-th answer: the recording does not say better, and each was given one.
 */
export function tiesOf(exchanges: readonly Exchange[]): ReadonlyMap<string, Tie> {
  const ties = new Map<string, Tie>();
  const tie = (message: Located | undefined, exchange: Exchange, part: Tie['part']) => {
    if (message) ties.set(refKey(message), { exchange, part });
  };
  const shared = new Map<readonly Located[], number>();
  for (const exchange of exchanges) {
    const { outcome } = exchange;
    tie(exchange.request, exchange, 'request');
    for (const each of exchange.notifications) tie(each, exchange, 'notification');
    tie(exchange.cancel, exchange, 'cancel');
    for (const each of exchange.duplicates) tie(each, exchange, 'answer');
    if (outcome.kind === 'answered' || outcome.kind === 'late')
      tie(outcome.answer, exchange, 'answer');
    if (outcome.kind !== 'ambiguous') continue;
    const nth = shared.get(outcome.answers) ?? 0;
    shared.set(outcome.answers, nth + 1);
    tie(outcome.answers[nth], exchange, 'answer');
  }
  return ties;
}
