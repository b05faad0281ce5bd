import type { Profile } from '../../model/profile.ts';
import type { Fate } from '../../model/reading.ts';
import type { Session } from '../../model/session.ts';
import { type HostGroup, hostGroups, type Thing } from './host-fates.ts';
import { perSession } from './per-session.ts';

/** What hosts do with things: never offer them, cut them, refuse them. */
export type HostLimit = 'leftOut' | 'cut' | 'refused';

/**
 * Things that hosts leave out, cut or refuse, by their profiles. Each message is read by each profile once
 * for all three, since a reading of a long list takes time.
 */
export function limited(
  session: Session,
  profiles: readonly Profile[],
  limit: HostLimit,
): readonly HostGroup[] {
  const known = groupsOf(session);
  const before = known.get(profiles);
  const groups = before ?? hostGroups(session, profiles, CHOICES);
  if (!before) known.set(profiles, groups);
  return groups[limit];
}

type Groups = { readonly [limit in HostLimit]: readonly HostGroup[] };

const groupsOf = perSession((_session: Session) => new WeakMap<readonly Profile[], Groups>());

const CHOICES: { readonly [limit in HostLimit]: (fate: Fate) => Thing | undefined } = {
  leftOut,
  cut,
  refused,
};

const REASONS: ReadonlyMap<string, Thing> = new Map([
  ['listing.pages', ['tool', ' on a later page']],
  ['listing.limit', ['tool', ' beyond the number that they take']],
  ['listing.hidden', ['tool']],
]);

function leftOut({ kind, rule, stage, pointer }: Fate): Thing | undefined {
  if (kind !== 'dropped' || !/^\/result\/tools\/\d+$/.test(pointer)) return undefined;
  return (
    REASONS.get(rule) ?? (stage === 'tool-name' ? ['tool', ' whose name is taken'] : undefined)
  );
}

/** By the end of the place where the text stands. */
const THINGS: readonly (readonly [RegExp, Thing])[] = [
  [/^\/result\/tools\/\d+\/name$/, ['tool name']],
  [/^\/result\/tools\/\d+\/description$/, ['description']],
  [/^\/result\/tools\/\d+\/inputSchema/, ['part', ' of a schema']],
  [/^\/result\/instructions$/, ['text', ' of instructions']],
];

/** What is deferred may be cut as well, and has one fate for both: its note says how much is left. */
const CUT_LATER = /\b\d+ of \d+ (chars|bytes|tokens)/;

function cut({ kind, note, pointer }: Fate): Thing | undefined {
  const isCut = kind === 'truncated' || (kind === 'deferred' && CUT_LATER.test(note ?? ''));
  if (!isCut) return undefined;
  return THINGS.find(([place]) => place.test(pointer))?.[1] ?? ['part', ' of a result'];
}

/** Broken promises of an outputSchema, and errors, have rules of their own. */
function refused({ kind, rule, stage }: Fate): Thing | undefined {
  if (kind !== 'fails' || stage === 'envelope' || stage === 'error') return undefined;
  if (rule === 'sdk.outputSchema') return undefined;
  if (stage === 'blocks' || stage === 'encoding') return ['block', ' of a result'];
  return stage === 'tool-name' ? ['tool name'] : ['part', ' of a definition'];
}
