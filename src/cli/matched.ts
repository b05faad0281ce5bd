import { EXIT } from '../errors.ts';
import { rolesOf } from '../protocol/roles.ts';
import { type Filter, filterText, selectionOf } from '../view/terminal/filter.ts';
import type { RawInput } from '../view/terminal/raw.ts';
import { tell } from './tell.ts';

/** Does a filter choose anything of a session? */
export function isMatched({ session, findings }: RawInput, filter: Filter): boolean {
  const selection = selectionOf({ session, findings, roles: rolesOf(session) }, filter);
  return session.messages.some(selection.message) || session.recording.items.some(selection.item);
}

/** Says on standard error that it chose nothing, for output that cannot say it. */
export function tellNoMatch(filter: Filter): void {
  const text = filterText(filter);
  if (text !== '') tell(`no frame matches${text}`);
}

/**
 * The exit status of a view, as of programs that search: 1 when what was asked for is not there. That
 * nothing failed is no failure of `--errors`.
 */
export function statusOf(hasMatch: boolean, { seq, methods, errors }: Filter): number {
  const isAsked = (seq?.length ?? 0) > 0 || (methods?.length ?? 0) > 0;
  return !hasMatch && isAsked && errors !== true ? EXIT.found : EXIT.ok;
}
