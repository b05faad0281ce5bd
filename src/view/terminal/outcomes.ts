import type { Micros } from '../../model/frame.ts';
import { answerOf, type Exchange, type Session } from '../../model/session.ts';
import { count, duration } from './format.ts';
import { place } from './relations.ts';
import { answeredSubject } from './subject.ts';
import { isToolError } from './timeline.ts';

/** `12 exchanges: 10 answered, 1 with isError, 1 never answered`. */
export function outcomeText({ exchanges, orphans }: Session): string {
  const tally = new Map<string, number>();
  for (const exchange of exchanges) {
    const word = outcomeWord(exchange);
    tally.set(word, (tally.get(word) ?? 0) + 1);
  }
  const parts = OUTCOMES.filter((word) => tally.has(word)).map(
    (word) => `${tally.get(word)} ${word}`,
  );
  const second = exchanges.reduce((sum, { duplicates }) => sum + duplicates.length, 0);
  if (second > 0) parts.push(count(second, 'second answer'));
  if (orphans.length > 0)
    parts.push(count(orphans.length, 'answer to nobody', 'answers to nobody'));
  const all = count(exchanges.length, 'exchange');
  return parts.length === 0 ? all : `${all}: ${parts.join(', ')}`;
}

/** `p50 4 ms, max 31 ms (cari_anak, #9)`; undefined when nothing was answered. */
export function latencyText({ exchanges }: Session): string | undefined {
  const answered = exchanges
    .flatMap((exchange) => {
      const answer = answerOf(exchange);
      return answer ? [{ exchange, latency: answer.at - exchange.request.at }] : [];
    })
    .sort((one, other) => one.latency - other.latency);
  const slowest = answered.at(-1);
  if (!slowest) return undefined;
  const { request } = slowest.exchange;
  const p50 = duration(median(answered.map(({ latency }) => latency)));
  const most = `${duration(slowest.latency)} (${answeredSubject(request)}, ${place(request)})`;
  return `p50 ${p50}, max ${most}`;
}

/** In the order in which they are told. */
const OUTCOMES = [
  'answered',
  'with isError',
  'with an error',
  'answered late',
  'cancelled',
  'with an ambiguous answer',
  'without an answer yet',
  'never answered',
  'without an answer due',
] as const;

function outcomeWord(exchange: Exchange): (typeof OUTCOMES)[number] {
  switch (exchange.outcome.kind) {
    case 'answered':
      return answeredWord(exchange);
    case 'late':
      return 'answered late';
    case 'cancelled':
      return 'cancelled';
    case 'ambiguous':
      return 'with an ambiguous answer';
    case 'pending':
      return 'without an answer yet';
    case 'unanswered':
      return 'never answered';
    case 'none-due':
      return 'without an answer due';
  }
}

function answeredWord(exchange: Exchange): (typeof OUTCOMES)[number] {
  const answer = answerOf(exchange);
  if (answer?.message.kind === 'failure') return 'with an error';
  return answer && isToolError(answer) ? 'with isError' : 'answered';
}

/** Of a sorted, non-empty list; the lower one of two. */
function median(sorted: readonly Micros[]): Micros {
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
