import { tellsFailure } from '../../model/complaint.ts';
import type { Micros } from '../../model/frame.ts';
import type { StderrEntry } from '../../model/recording.ts';
import type { Session } from '../../model/session.ts';
import { endingOf } from './ending.ts';
import { duration, headOf, quote } from './text.ts';

/** `; its stderr says: "…"`, with the line that tells most; nothing when the server wrote none. */
export function lastWords(session: Session): string {
  const lines = endingOf(session).stderr.slice(-LINES_LOOKED_AT);
  const last = lines.findLast(isTelling) ?? lines.findLast((each) => textOf(each) !== '');
  return last ? `; its stderr says: ${quote(textOf(last), 120)}` : '';
}

/** What the server complained about on stderr within a second after something was asked, if it did. */
export function complaintAfter(
  session: Session,
  since: { readonly at: Micros; readonly seq: number },
): string {
  const { stderr } = endingOf(session);
  const start = firstAfter(stderr, since.seq);
  const found = stderr
    .slice(start, start + LINES_LOOKED_AT)
    .filter((each) => each.at - since.at <= 1_000_000)
    .find(isTelling);
  if (!found) return '';
  return `; stderr ${duration(found.at - since.at)} after it: ${quote(textOf(found), 120)}`;
}

/** A bound, so that many open requests beside much stderr stay cheap. */
export const LINES_LOOKED_AT = 50;

function isTelling(entry: StderrEntry): boolean {
  return tellsFailure(headOf(entry.bytes));
}

function textOf(entry: StderrEntry): string {
  return headOf(entry.bytes).trim();
}

/** Index of the first entry after `seq` (binary search: entries are in order). */
function firstAfter(entries: readonly StderrEntry[], seq: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.seq ?? 0) > seq) high = middle;
    else low = middle + 1;
  }
  return low;
}
