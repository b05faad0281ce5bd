import { pointerSteps } from '../model/json.ts';
import { groupBy } from '../model/lists.ts';
import type { FateKind } from '../model/reading.ts';
import type { UnseenRow } from './document.ts';
import type { Seen } from './methods.ts';

const NEVER: ReadonlySet<FateKind> = new Set([
  'host',
  'dropped',
  'replaced',
  'envelope',
  'unknown',
]);
const MOST_ROWS = 60;

/**
 * What no model gets, by kind of message and place; an index of a list is `*`. Notifications and requests of
 * the protocol itself are told once, at their root.
 */
export function unseenRows(seen: readonly Seen[]): UnseenRow[] {
  const rows = new Map<string, UnseenRow>();
  for (const each of seen) {
    const { located, source } = each;
    for (const { pointer, kind, note } of source.reading(located).fates) {
      if (!NEVER.has(kind)) continue;
      const place = generalised(pointer);
      const message = messageOf(each);
      const { method } = each;
      const key = JSON.stringify([message, method, place, kind]);
      const known = rows.get(key);
      const times = (known?.times ?? 0) + 1;
      rows.set(key, { message, method, pointer: place, kind, note: known?.note ?? note, times });
    }
  }
  return shared([...rows.values()]).slice(0, MOST_ROWS);
}

function messageOf({ label }: Seen): string {
  if (label === 'notification') return '';
  return label === 'request' ? 'request' : `${label} of`;
}

function generalised(pointer: string): string {
  const steps = pointerSteps(pointer) ?? [];
  return steps.map((step) => `/${/^\d+$/.test(step) ? '*' : step}`).join('');
}

/** What has the same fate in every kind of message that holds it is told once for all of them. */
function shared(rows: readonly UnseenRow[]): UnseenRow[] {
  const groups = groupBy(rows, ({ pointer, kind }) => JSON.stringify([pointer, kind]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length < 3) return group;
    const times = group.reduce((sum, row) => sum + row.times, 0);
    return [{ ...first, message: `${group.length} kinds of messages`, method: undefined, times }];
  });
}
