import type { Profile } from '../../model/profile.ts';
import type { Fate, FateKind, Reading } from '../../model/reading.ts';
import { refKey, type Session } from '../../model/session.ts';
import { fateAt } from '../fate-at.ts';
import { readMessage } from '../read.ts';
import type { Looked, SensitiveFound, SensitivePlace } from './find.ts';
import type { Wish } from './wishes.ts';

/** How far something gets, the worst first. */
export const REACHES = ['model', 'unknown', 'host', 'wire'] as const;

/**
 * `model`: it reads or wrote it, or gets it after a search for tools; `unknown`: nobody knows; `host`: the
 * host uses or logs it; `wire`: it crossed the wire and goes no further.
 */
export type Reach = (typeof REACHES)[number];

/** A place, and how far what stands there gets with one host. */
export interface ReachedPlace extends SensitivePlace {
  readonly reach: Reach;
  /** Absent for what is no message. */
  readonly fate?: Fate;
}

/** One thing that was asked for, with one host. */
export interface WishReach {
  readonly wish: Wish;
  /** The farthest that a value of it gets; undefined: there is none in the recording. */
  readonly reach: Reach | undefined;
  readonly places: readonly ReachedPlace[];
}

/** How far everything gets with one host. */
export interface SensitiveReach {
  readonly profile: Profile;
  readonly wishes: readonly WishReach[];
  readonly looked: Looked;
  /** Images and sounds that the model gets; nobody looked into them. */
  readonly media: number;
}

/** Follows what was found to where one host lets it go. Every wish has its line, found or not. */
export function reachOf(found: SensitiveFound, session: Session, profile: Profile): SensitiveReach {
  const readings = new Map(
    found.messages.map((located) => [refKey(located), readMessage(located, session, profile)]),
  );
  const places = found.places.map((place) => reached(place, readings));
  return {
    profile,
    wishes: found.wishes.map((wish) => wishReach(wish, places)),
    looked: found.looked,
    media: [...readings.values()].reduce((sum, { media }) => sum + media.length, 0),
  };
}

/** Does the model read a value of it, or may it? What nobody knows is no proof. */
export function isExposed({ reach }: WishReach): boolean {
  return reach === 'model' || reach === 'unknown';
}

function wishReach(wish: Wish, all: readonly ReachedPlace[]): WishReach {
  const places = all.filter((place) => place.wish === wish);
  const holding = new Set(places.filter(({ how }) => how !== 'declared').map(({ reach }) => reach));
  return { wish, places, reach: REACHES.find((reach) => holding.has(reach)) };
}

function reached(place: SensitivePlace, readings: ReadonlyMap<string, Reading>): ReachedPlace {
  const { source } = place;
  if (source.kind !== 'message') {
    if (source.kind === 'stderr') return { ...place, reach: 'host' };
    return { ...place, reach: source.isAlmost ? 'unknown' : 'wire' };
  }
  const reading = readings.get(refKey(source.located));
  const [fate] = reading ? fatesOf(reading, place.pointer) : [];
  if (!reading || !fate) return { ...place, reach: 'unknown' };
  const isGone = fate.kind === 'truncated' && isCutAway(place, reading);
  return { ...place, fate, reach: isGone ? 'host' : REACH_OF[fate.kind] };
}

/** The fate that covers the place, or those of its parts, the farthest first. */
function fatesOf({ fates }: Reading, pointer: string): Fate[] {
  const own = fateAt(fates, pointer);
  if (own) return [own];
  const rank = ({ kind }: Fate) => REACHES.indexOf(REACH_OF[kind]);
  return fates
    .filter((fate) => fate.pointer.startsWith(`${pointer}/`))
    .sort((one, other) => rank(one) - rank(other));
}

const REACH_OF: Record<FateKind, Reach> = {
  reads: 'model',
  renamed: 'model',
  rewritten: 'model',
  truncated: 'model',
  inlined: 'model',
  deferred: 'model',
  wrote: 'model',
  unknown: 'unknown',
  host: 'host',
  fails: 'host',
  replaced: 'wire',
  dropped: 'wire',
  envelope: 'wire',
};

/**
 * Is nothing of it left in a text that the host cut? Neither the start nor the end of a value may be in
 * any text that the model gets of the message: a cut can go through the middle of it.
 */
function isCutAway({ values }: SensitivePlace, { texts }: Reading): boolean {
  const ends = values.flatMap((value) => [value.slice(0, EDGE), value.slice(-EDGE)]);
  // What a host may spell in several ways is not compared: then it counts as there.
  if (ends.length === 0 || !ends.every((end) => PLAIN.test(end))) return false;
  return !texts.some(({ text }) => ends.some((end) => text.includes(end)));
}

const EDGE = 4;
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;
