import type { Micros } from '../../model/frame.ts';
import { isTimed } from '../../model/recording.ts';
import { answerOf, type Exchange, type Session } from '../../model/session.ts';
import { count, duration } from './format.ts';
import { place } from './relations.ts';
import { answeredSubject } from './subject.ts';
import { isProbe, isToolError } from './timeline.ts';

/** `12 exchanges: 11 answered (1 of them with isError), 1 never answered`. */
export function outcomeText({ exchanges, orphans }: Session): string {
  const parts = tallied(exchanges.map(outcomeWord), OUTCOMES);
  if (parts[0]?.endsWith(OUTCOMES[0])) parts[0] += failuresText(exchanges);
  const second = exchanges.reduce((sum, { duplicates }) => sum + duplicates.length, 0);
  if (second > 0) parts.push(count(second, 'second answer'));
  if (orphans.length > 0)
    parts.push(count(orphans.length, 'answer to nobody', 'answers to nobody'));
  const all = count(exchanges.length, 'exchange');
  return parts.length === 0 ? all : `${all}: ${parts.join(', ')}`;
}

/**
 * Exchanges that failed: answered by a JSON-RPC error, with `isError`, or never; and a server that did not
 * start. A probe that goes unanswered counts where nothing was answered at all. As a list counts them.
 */
export function errorCount({ exchanges, orphans, recording }: Session): number {
  const isSilent = orphans.length === 0 && !exchanges.some(isAnswered);
  const failed = exchanges.filter((exchange) => {
    const { outcome, request } = exchange;
    if (outcome.kind === 'unanswered') return isSilent || !isProbe(request);
    return failureWord(exchange) !== undefined && outcome.kind === 'answered' && !isProbe(request);
  });
  const hasNoStart = recording.items.some(
    (item) => item.type === 'event' && item.event === 'spawn-failed',
  );
  return failed.length + (hasNoStart ? 1 : 0);
}

function isAnswered(exchange: Exchange): boolean {
  return exchange.outcome.kind === 'ambiguous' || answerOf(exchange) !== undefined;
}

/** `p50 4 ms, max 31 ms (cari_anak, #9)`; undefined when nothing was answered, or no time is known. */
export function latencyText({ exchanges, recording }: Session): string | undefined {
  if (!isTimed(recording.header)) return undefined;
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

/** `2 answered`, `1 cancelled`, in the order of the words. */
function tallied<Word extends string>(found: readonly Word[], words: readonly Word[]): string[] {
  const tally = new Map<string, number>();
  for (const word of found) tally.set(word, (tally.get(word) ?? 0) + 1);
  return words.filter((word) => tally.has(word)).map((word) => `${tally.get(word)} ${word}`);
}

/** An error is an answer too: how many of the answers are one. */
function failuresText(exchanges: readonly Exchange[]): string {
  const words = exchanges
    .filter(({ outcome }) => outcome.kind === 'answered')
    .map(failureWord)
    .filter((word) => word !== undefined);
  const [first, ...rest] = tallied(words, FAILURES);
  if (first === undefined) return '';
  const text = [first.replace(' ', ' of them '), ...rest].join(', ');
  return ` (${text})`;
}

/** In the order in which they are told. */
const OUTCOMES = [
  'answered',
  'answered late',
  'cancelled',
  'with an ambiguous answer',
  'without an answer yet',
  'never answered',
  'whose answer is not in the log',
  'without an answer due',
] as const;

function outcomeWord(exchange: Exchange): (typeof OUTCOMES)[number] {
  switch (exchange.outcome.kind) {
    case 'answered':
      return 'answered';
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
    case 'not-captured':
      return 'whose answer is not in the log';
    case 'none-due':
      return 'without an answer due';
  }
}

const FAILURES = ['with isError', 'with an error', 'a refused probe'] as const;

function failureWord(exchange: Exchange): (typeof FAILURES)[number] | undefined {
  const answer = answerOf(exchange);
  if (isProbe(exchange.request) && answer?.message.kind === 'failure') return 'a refused probe';
  if (answer?.message.kind === 'failure') return 'with an error';
  return answer && isToolError(answer) ? 'with isError' : undefined;
}

/** Of a sorted, non-empty list; the lower one of two. */
function median(sorted: readonly Micros[]): Micros {
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
