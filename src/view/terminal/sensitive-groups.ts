import type { Fate } from '../../model/reading.ts';
import type { Role, Session } from '../../model/session.ts';
import { refKey } from '../../model/session.ts';
import { rolesOf } from '../../protocol/roles.ts';
import type { How, Source } from '../../reading/sensitive/find.ts';
import { REACHES, type Reach, type ReachedPlace } from '../../reading/sensitive/reach.ts';
import { escapeText } from './escape.ts';
import { arrowOf } from './headline.ts';
import { place as placeText } from './relations.ts';
import { answeredSubject } from './subject.ts';

/** Places that differ in index or message alone. All texts are printable. */
export interface PlaceGroup {
  readonly reach: Reach;
  readonly fate: Fate | undefined;
  readonly how: How;
  /** `← tools/call detail_anak`, `stderr`. */
  readonly where: string;
  /** `#8`, each once. */
  readonly refs: readonly string[];
  /** `/result/content/0/text › /data/0/nama`, with `*` for the indexes of several; empty: none. */
  readonly pointer: string;
  readonly count: number;
}

/** Groups the places of one wish, the farthest reaching first, then in the order of the session. */
export function groupPlaces(places: readonly ReachedPlace[], session: Session): PlaceGroup[] {
  const roles = rolesOf(session);
  const keys = places.flatMap(({ how, values }) => (how === 'key' ? values : []));
  const subjects = masking(places.flatMap(({ values }) => values));
  const groups = new Map<string, PlaceGroup>();
  for (const each of places) {
    const where = subjects(whereOf(each.source, roles));
    const pointer = pointerText(each, keys);
    const pattern = pointer.replaceAll(/\/\d+(?=[/ ]|$)/g, '/*');
    const key = [each.reach, each.fate?.kind, each.how, where, pattern].join('\n');
    const known = groups.get(key);
    const refs = new Set([...(known?.refs ?? []), placeText(refOf(each.source))]);
    groups.set(key, {
      reach: each.reach,
      fate: each.fate,
      how: each.how,
      where,
      refs: [...refs],
      pointer: known ? shared(known.pointer, pointer) : pointer,
      count: (known?.count ?? 0) + 1,
    });
  }
  const rank = ({ reach, how }: PlaceGroup) =>
    REACHES.indexOf(reach) + (how === 'declared' ? 9 : 0);
  return [...groups.values()].sort((one, other) => rank(one) - rank(other));
}

/** `*` for the indexes in which two pointers of one pattern differ. */
function shared(one: string, other: string): string {
  if (one === other) return one;
  const steps = other.split('/');
  return one
    .split('/')
    .map((step, nth) => (step === steps[nth] ? step : '*'))
    .join('/');
}

/** The subject of a call may be what must not be shown; a short value tells nothing. */
function masking(values: readonly string[]): (text: string) => string {
  const hidden = [...new Set(values)]
    .filter((value) => value.length > 3)
    .map((each) => escapeText(each));
  const known = new Map<string, string>();
  return (text) => {
    const masked =
      known.get(text) ?? hidden.reduce((all, value) => all.replaceAll(value, '…'), text);
    known.set(text, masked);
    return masked;
  };
}

/** Names of members may be what must not be shown. */
function pointerText({ pointer, inner }: ReachedPlace, hidden: readonly string[]): string {
  const whole = inner === undefined ? pointer : `${pointer} › ${inner || '/'}`;
  return escapeText(hidden.reduce((text, value) => text.replaceAll(value, '…'), whole));
}

function refOf(source: Source) {
  return source.kind === 'message' ? source.located : source.ref;
}

function whereOf(source: Source, roles: ReadonlyMap<string, Role>): string {
  if (source.kind !== 'message') return source.kind;
  const { located } = source;
  const { message, from } = located;
  const arrow = arrowOf(from);
  if (message.kind === 'request') return `${arrow} ${answeredSubject({ ...located, message })}`;
  if (message.kind === 'notification')
    return `${arrow} ${escapeText(message.method.slice(0, 200))}`;
  const request = roles.get(refKey(located))?.exchange?.request;
  const word = message.kind === 'failure' ? 'error' : 'result';
  return `${arrow} ${word}${request ? ` of ${answeredSubject(request)}` : ''}`;
}
