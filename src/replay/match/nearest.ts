import { diffValues, type ValueChange } from '../../compare/values.ts';
import type { Exchange } from '../../model/session.ts';
import { hasPlaceholder } from './placeholders.ts';
import type { Question } from './question.ts';

/** A recorded request that asks almost the same. */
export interface Nearest {
  readonly exchange: Exchange;
  readonly question: Question;
  /** JSON pointers, from the message on, of the values that differ; the first ones. */
  readonly pointers: readonly string[];
}

/** A recorded request with what it asks. */
export interface Asked {
  readonly exchange: Exchange;
  readonly question: Question;
}

/** More than anybody reads. */
const MOST_POINTERS = 5;
/** Comparing with each of very many would make the client wait. */
const MOST_COMPARED = 500;

/**
 * The recorded request that differs least from the one asked: of the same method, then about the same
 * tool, prompt or resource, then with the fewest values that differ, then the earliest. Undefined when
 * the recording has none of this method.
 */
export function nearestTo(
  asked: Question,
  recorded: readonly Asked[],
  ignore: readonly string[] = [],
): Nearest | undefined {
  const alike = recorded.filter(({ question }) => question.method === asked.method);
  const about = alike.filter(({ question }) => question.subject === asked.subject);
  const rivals = (about.length > 0 ? about : alike).slice(0, MOST_COMPARED);
  const measured = rivals.map(({ exchange, question }) => {
    const changes = diffValues(question.params, asked.params, { base: '/params', ignore });
    return { exchange, question, pointers: pointersOf(changes) };
  });
  const strangeness = (each: Asked) => (each.question.isRetry === asked.isRetry ? 0 : 1);
  const [best] = measured.sort(
    (a, b) => a.pointers.length - b.pointers.length || strangeness(a) - strangeness(b),
  );
  return best && { ...best, pointers: best.pointers.slice(0, MOST_POINTERS) };
}

/** What was redacted may stand for anything; it is named only where nothing else differs. */
function pointersOf(changes: readonly ValueChange[]): string[] {
  const counting = changes.filter(({ kind }) => kind !== 'spelling');
  const known = counting.filter(({ before }) => !hasPlaceholder(before));
  return (known.length > 0 ? known : counting).map(({ pointer }) => pointer);
}
