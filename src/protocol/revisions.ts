import type { Side } from '../model/frame.ts';
import type { Revision } from '../model/session.ts';
import { r20241105 } from './revisions/2024-11-05.ts';
import { r20250326 } from './revisions/2025-03-26.ts';
import { r20250618 } from './revisions/2025-06-18.ts';
import { r20251125 } from './revisions/2025-11-25.ts';
import { r20260728 } from './revisions/2026-07-28.ts';
import type { ErrorInfo, MethodInfo, RevisionTable } from './revisions/table.ts';

export type { ErrorInfo, MethodInfo, RevisionTable } from './revisions/table.ts';

/** Every released revision of the specification, oldest first. */
export const REVISIONS: readonly RevisionTable[] = [
  r20241105,
  r20250326,
  r20250618,
  r20251125,
  r20260728,
];

/** The newest revision of each era: what a client of today offers, and what is named where nothing else is known. */
export const NEWEST_LEGACY: Revision = newestOf('legacy');
export const NEWEST_MODERN: Revision = newestOf('modern');
/** Revisions are dates, so their order as text is their order in time. */
export const FIRST_MODERN = '2026-07-28' satisfies Revision;

const TABLES = new Map<string, RevisionTable>(REVISIONS.map((each) => [each.revision, each]));

function newestOf(era: RevisionTable['era']): Revision {
  const newest = REVISIONS.findLast((each) => each.era === era);
  if (!newest) throw new Error(`no revision of the ${era} era`);
  return newest.revision;
}

/** Is this the date of a released revision? Peers write other dates too, and words. */
export function isRevision(text: string | undefined): text is Revision {
  return text !== undefined && TABLES.has(text);
}

/** The table of a revision. */
export function revisionTable(revision: Revision): RevisionTable {
  const table = TABLES.get(revision);
  if (!table) throw new Error(`no table for revision ${revision}`);
  return table;
}

/** What a revision says about a method, when this side may send it; else undefined. */
export function methodInfo(revision: Revision, method: string, from: Side): MethodInfo | undefined {
  return revisionTable(revision).methods.find((each) => {
    return each.method === method && each.from.includes(from);
  });
}

/** Revisions in which this side may send the method, oldest first. Empty: no revision knows it. */
export function revisionsWith(method: string, from: Side): readonly Revision[] {
  return REVISIONS.map((each) => each.revision).filter((each) => methodInfo(each, method, from));
}

/** Was the method, sent by this side, legal in an earlier revision and is no longer? */
export function isRemoved(revision: Revision, method: string, from: Side): boolean {
  const [first] = revisionsWith(method, from);
  return first !== undefined && first < revision && !methodInfo(revision, method, from);
}

/**
 * What an error code says in a revision: one of its own, a meaning that only another revision gives
 * it (`name` then says which), or the range it lies in (JSON-RPC 2.0 section 5.1; 2026-07-28
 * "Error codes"). Undefined for codes outside every reserved range, which each program defines itself.
 */
export function errorMeaning(revision: Revision, code: number): ErrorInfo | undefined {
  return ownError(revision, code) ?? foreignError(code) ?? rangeOf(revision, code);
}

function ownError(revision: Revision, code: number): ErrorInfo | undefined {
  return revisionTable(revision).errors.find((each) => each.code === code);
}

function foreignError(code: number): ErrorInfo | undefined {
  const table = REVISIONS.findLast((each) => each.errors.some((error) => error.code === code));
  const error = table && ownError(table.revision, code);
  return error && { ...error, name: `${error.name} (${table.revision})` };
}

function rangeOf(revision: Revision, code: number): ErrorInfo | undefined {
  const range = (name: string, meaning: string) => ({ code, name, meaning, section: 'basic' });
  if (!Number.isInteger(code) || code < -32768 || code > -32000) return undefined;
  if (code < -32099) return range('reserved', 'reserved by JSON-RPC, without a meaning');
  if (code > -32020 || revisionTable(revision).era === 'legacy')
    return range('server error', 'defined by the implementation, without a shared meaning');
  return range('reserved', 'reserved by the specification, without a meaning yet');
}
