import type { JsonNode } from '../../model/json.ts';
import type { Located } from '../../model/message.ts';
import { isKind } from '../../model/session.ts';
import type { Found } from '../change.ts';
import type { Context, NotificationPair } from '../context.ts';
import { samePayload } from '../payload.ts';
import { diffValues } from '../values.ts';

/** Notifications by kind: how many there are, and what they say. One change a kind and rule. */
export function notificationChanges(context: Context): Found[] {
  const kinds = new Map<string, NotificationPair[]>();
  for (const pair of context.notifications) {
    const one = pair.b ?? pair.a;
    const key = one ? `${one.from} ${methodOf(one)}` : '';
    const known = kinds.get(key);
    if (known) known.push(pair);
    else kinds.set(key, [pair]);
  }
  return [...kinds.values()].flatMap((pairs) => [
    ...countChange(pairs),
    ...contentChange(context, pairs),
  ]);
}

function countChange(pairs: readonly NotificationPair[]): Found[] {
  const old = pairs.flatMap(({ a }) => a ?? []);
  const now = pairs.flatMap(({ b }) => b ?? []);
  const one = now[0] ?? old[0];
  if (old.length === now.length || !one) return [];
  const rule =
    now.length === 0
      ? 'notification.gone'
      : old.length === 0
        ? 'notification.new'
        : 'notification.count';
  const note = `${old.length} → ${now.length}`;
  return [{ rule, subject: methodOf(one), note, ...refs(old[0], now[0]) }];
}

/** Differences of the first pair that has some; how many pairs have is told beside it. */
function contentChange(context: Context, pairs: readonly NotificationPair[]): Found[] {
  const both = pairs.filter(({ a, b }) => a && b);
  const changed = both.flatMap(({ a, b }): Found[] => {
    const [first] = a && b ? differences(context, a, b) : [];
    return first ? [first] : [];
  });
  const [first] = changed;
  return first ? [{ ...first, note: `${changed.length} of ${both.length}` }] : [];
}

function differences(context: Context, a: Located, b: Located): Found[] {
  if (samePayload(a, b)) return [];
  const options = { ...context.comparing, base: '/params' };
  return diffValues(paramsOf(a), paramsOf(b), options).flatMap((change): Found[] => {
    const { kind, was: _was, moved: _moved, rules = [], ...values } = change;
    const { before, after } = values;
    if (kind !== 'folded')
      return [{ rule: 'notification.changed', subject: methodOf(b), ...values, ...refs(a, b) }];
    if (before && after) context.fold(rules, { ...values, before, after, b: refOf(b) });
    return [];
  });
}

function paramsOf(located: Located): JsonNode | undefined {
  return isKind(located, 'notification') ? located.message.params : undefined;
}

function methodOf(located: Located): string {
  return isKind(located, 'notification') ? located.message.method : '';
}

function refs(a: Located | undefined, b: Located | undefined) {
  return { ...(a && { a: refOf(a) }), ...(b && { b: refOf(b) }) };
}

function refOf({ seq, index }: Located) {
  return { seq, index };
}
