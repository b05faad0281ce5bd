import type { Arrival, Measured } from '../model/measured.ts';
import type { Profile } from '../model/profile.ts';
import type { FateKind } from '../model/reading.ts';
import { fateAt } from '../reading/fate-at.ts';
import { readMessage } from '../reading/read.ts';
import { EMPTY } from './arrival.ts';
import { recordCanary } from './session.ts';

/** The rules of a profile that a measurement decides, in the form of profile files. */
export interface ProfileFragment {
  readonly sources: {
    readonly measured: { readonly kind: 'measured'; readonly ref: string; readonly date: string };
  };
  readonly rules: { readonly [rule: string]: { readonly fate: FateKind; readonly source: string } };
  /** Rules whose members did not all arrive alike: one fate does not say it, a setting has to. */
  readonly undecided: { readonly [rule: string]: { readonly [arrival in Arrival]?: number } };
}

/**
 * Turns a measurement into the part of a profile that follows from it without doubt. `profile` only
 * says which rule each member falls under. `ref` and `date` (`YYYY-MM-DD`) become the evidence.
 */
export function fragmentOf(
  { members }: Measured,
  profile: Profile,
  { ref, date }: { readonly ref: string; readonly date: string },
): ProfileFragment {
  const counts = new Map<string, Map<Arrival, number>>();
  const { session, messages } = recordCanary();
  const fates = new Map(
    [...messages].map(([about, located]) => [about, readMessage(located, session, profile).fates]),
  );
  for (const { about, pointer, arrival, note } of members) {
    const fate = fateAt(fates.get(about) ?? [], pointer);
    if (!fate || NO_EVIDENCE.has(note ?? '') || fate.kind === 'envelope') continue;
    const of = counts.get(fate.rule) ?? new Map<Arrival, number>();
    counts.set(fate.rule, of.set(arrival, (of.get(arrival) ?? 0) + 1));
  }
  const sorted = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const decided = sorted.flatMap(([rule, of]) => {
    const [arrival, other] = of.keys();
    const isOne = arrival !== undefined && other === undefined;
    return isOne ? [[rule, { fate: FATES[arrival], source: 'measured' }] as const] : [];
  });
  const mixed = sorted.filter(([, of]) => of.size > 1);
  return {
    sources: { measured: { kind: 'measured', ref, date } },
    rules: Object.fromEntries(decided),
    undecided: Object.fromEntries(mixed.map(([rule, of]) => [rule, Object.fromEntries(of)])),
  };
}

/** Notes of members that were absent because nobody asked for them. */
const NO_EVIDENCE: ReadonlySet<string> = new Set([
  'not called',
  'not offered',
  'the host did not come back',
  EMPTY,
]);

const FATES: { readonly [arrival in Arrival]: FateKind } = {
  unchanged: 'reads',
  renamed: 'renamed',
  wrapped: 'rewritten',
  inlined: 'inlined',
  truncated: 'truncated',
  rewritten: 'rewritten',
  absent: 'dropped',
};
