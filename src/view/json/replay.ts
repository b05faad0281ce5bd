import { type Judged, type Replayed, timeOf, VERDICTS } from '../../compare/replayed.ts';
import { refKey } from '../../model/session.ts';
import { changeLine, foldLine, sessionOf, withValues } from './diff.ts';

/**
 * The shapes of `sadap replay --json`, one object a line: first `replay`, then an `exchange` for each,
 * in the order of the recording, each followed by its `change` lines; then a `change` for each
 * difference of the whole session, `accepted`, `folded`, and at last the `summary`. Members may be
 * added, never renamed or removed without a major version.
 */
export function* renderReplayJson(report: Replayed, target: string): Generator<string> {
  const { a, b, exchanges, others, notes, accepted, folded, redacted } = report;
  yield JSON.stringify({ type: 'replay', target, recorded: sessionOf(a), now: sessionOf(b) });
  for (const each of exchanges) {
    yield exchangeLine(each);
    for (const change of each.changes) yield changeLine(change);
  }
  for (const each of [...others, ...notes]) yield changeLine(each);
  for (const { change, by } of accepted)
    yield `${changeLine(change).replace('{"type":"change"', '{"type":"accepted"').slice(0, -1)},"by":${JSON.stringify(by)}}`;
  for (const each of folded) yield foldLine(each);
  const counts = VERDICTS.map(
    (verdict) => [verdict, exchanges.filter((each) => each.verdict === verdict).length] as const,
  );
  yield JSON.stringify({
    type: 'summary',
    ...Object.fromEntries(counts),
    others: others.length,
    accepted: accepted.length,
    redacted,
  });
}

function exchangeLine({ verdict, side, subject, question, a, b, why }: Judged): string {
  const refs = { ...(a && { a: refKey(a.request) }), ...(b && { b: refKey(b.request) }) };
  const times = { ...ms('wasMs', timeOf(a)), ...ms('isMs', timeOf(b)) };
  return withValues(
    { type: 'exchange', verdict, side, subject, ...refs, ...times, why },
    { question },
  );
}

function ms(name: string, micros: number | undefined) {
  return micros === undefined ? {} : { [name]: micros / 1000 };
}
