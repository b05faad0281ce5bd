import { answerOf, refKey } from '../../../model/session.ts';
import { escapeText } from '../../terminal/escape.ts';
import { subjectOf } from '../../terminal/subject.ts';
import { isToolError, type Timeline } from '../../terminal/timeline.ts';
import type { Bar } from '../contract.ts';
import type { Entry } from './rows.ts';

/** More bars than this cannot be told apart on any screen. */
const MOST_BARS = 4000;

/** Exchanges as bars, on the time scale of the recording; of very many an even choice. */
export function barsOf(entries: readonly Entry[], { session }: Timeline): Bar[] {
  const rows = new Map(entries.map(({ row }) => [row.key, row]));
  const { startedAt } = session.recording.header;
  const step = Math.max(1, Math.ceil(session.exchanges.length / MOST_BARS));
  return session.exchanges.flatMap((exchange, index) => {
    if (index % step !== 0) return [];
    const { request } = exchange;
    const answer = answerOf(exchange);
    const end = answer?.at ?? startedAt + session.duration;
    const key = refKey(request);
    const subject = subjectOf(request);
    return [
      {
        key,
        startMs: (request.at - startedAt) / 1000,
        endMs: (end - startedAt) / 1000,
        from: request.from,
        depth: rows.get(key)?.depth ?? 0,
        title: escapeText(request.message.method) + (subject === undefined ? '' : ` ${subject}`),
        isError: answer === undefined || answer.message.kind === 'failure' || isToolError(answer),
        reaches: rows.get(key)?.reaches ?? false,
      },
    ];
  });
}
