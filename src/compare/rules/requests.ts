import type { Exchange } from '../../model/session.ts';
import { OPENINGS } from '../align.ts';
import type { Found } from '../change.ts';
import type { Context, ExchangePair } from '../context.ts';
import { samePayload } from '../payload.ts';
import { questionOf, subjectOf } from '../subject.ts';
import { diffValues } from '../values.ts';

/** Questions that only one session asks, or that ask for something else. */
export function requestChanges(context: Context): Found[] {
  return context.exchanges.flatMap((pair) => pairChanges(context, pair));
}

function pairChanges(context: Context, { how, a, b }: ExchangePair): Found[] {
  if (a && b) return valueChanges(context, how, a, b);
  const exchange = a ?? b;
  if (!exchange) return [];
  const by = exchange.request.from === 'client' ? 'request' : 'server-request';
  const { params } = exchange.request.message;
  const value = params ? { [a ? 'before' : 'after']: params } : {};
  return [{ rule: `${by}.${a ? 'gone' : 'new'}`, ...about(exchange), ...refs(a, b), ...value }];
}

/** Of equal questions only folded parts can differ: they are counted. */
function valueChanges(context: Context, how: string, a: Exchange, b: Exchange): Found[] {
  const { method, params } = b.request.message;
  if (OPENINGS.has(method) || samePayload(a.request, b.request)) return [];
  const options = { ...context.comparing, base: '/params' };
  const by = b.request.from === 'client' ? 'request' : 'server-request';
  const found: Found[] = [];
  for (const change of diffValues(a.request.message.params, params, options)) {
    const { kind, was: _was, moved: _moved, rules = [], ...values } = change;
    const { before, after } = values;
    if (kind === 'folded' && before && after)
      context.fold(rules, { ...values, before, after, b: refOf(b) });
    // A number spelled in another way is still the same question.
    else if (kind === 'spelling')
      found.push({ rule: 'answer.spelling', ...about(b), ...refs(a, b), ...values });
    else if (how === 'changed')
      found.push({ rule: `${by}.changed`, ...about(b), ...refs(a, b), ...values });
  }
  return found;
}

function about({ request }: Exchange): {
  subject: string;
  question?: NonNullable<Found['question']>;
} {
  const question = questionOf(request);
  return { subject: subjectOf(request), ...(question && { question }) };
}

function refs(a: Exchange | undefined, b: Exchange | undefined) {
  return { ...(a && { a: refOf(a) }), ...(b && { b: refOf(b) }) };
}

function refOf({ request: { seq, index } }: Exchange) {
  return { seq, index };
}
