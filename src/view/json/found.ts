import type { PlacedHit } from '../../recording/redact.ts';
import { type FoundPlace, foundPlaces } from '../found.ts';

/** One object a place. `seq` is null for the header; the values themselves are never in it. */
export type JsonFoundLine = { readonly type: 'found' } & Omit<FoundPlace, 'seq'> & {
    readonly seq: number | null;
  };

/** The places of `sadap redact --scan --json`. */
export function* renderFoundJson(hits: readonly PlacedHit[]): Generator<string> {
  for (const { seq, pointer, rule, count, preview } of foundPlaces(hits)) {
    const line: JsonFoundLine = { type: 'found', seq: seq ?? null, pointer, rule, count, preview };
    yield JSON.stringify(line);
  }
}
